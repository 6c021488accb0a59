import type { Entries, Entry } from "./entries.ts";

/** Consecutive entries that are drawn, and drawn again, together. */
export interface Paragraph {
  /** Stays the same while its entries do. */
  key: number;
  from: number;
  entries: Entries;
}

/** Seconds of silence that begin a paragraph, and the number of entries after which a sentence's end does. */
const pauseSeconds = 1.2;
const longEntries = 40;
export const maxEntries = 80;

const begins = (previous: Entry, entry: Entry, count: number): boolean =>
  entry.value.type === "word" &&
  (entry.value.start_time - previous.value.end_time >= pauseSeconds ||
    (count >= longEntries && /[.!?…。！？؟।]$/u.test(previous.value.text)) ||
    count >= maxEntries);

/**
 * Divides a transcript into paragraphs. Paragraphs of `before` whose entries are unchanged are returned as they are, so that an edit draws
 * one paragraph again.
 */
export const toParagraphs = (entries: Entries, before: readonly Paragraph[] = []): Paragraph[] => {
  const known = new Map(before.map((paragraph) => [paragraph.key, paragraph]));
  const paragraphs: Paragraph[] = [];
  let from = 0;
  for (let index = 1; index <= entries.length; index += 1) {
    const [previous, entry] = [entries[index - 1], entries[index]];
    if (previous === undefined) break;
    if (entry !== undefined && !begins(previous, entry, index - from)) continue;
    const own = entries.slice(from, index);
    const key = own[0]?.key ?? 0;
    const old = known.get(key);
    paragraphs.push(old !== undefined && isSame(old, from, own) ? old : { key, from, entries: own });
    from = index;
  }
  return paragraphs;
};

const isSame = (paragraph: Paragraph, from: number, entries: Entries): boolean =>
  paragraph.from === from &&
  paragraph.entries.length === entries.length &&
  paragraph.entries.every((entry, index) => entry === entries[index]);
