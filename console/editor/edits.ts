import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { type Entries, type Entry, gapAround, roundedWithin, toMilliseconds, toWords } from "./entries.ts";
import { changed, isPunctuation, newWords, withWords } from "./words.ts";

/**
 * A change of a transcript: at index `at`, `removed` is replaced by `inserted`. Its inverse exchanges the two, so every change can be
 * undone exactly.
 */
export interface Edit {
  at: number;
  removed: Entries;
  inserted: Entries;
  /** Successive edits with the same non-null group are one step for undo. */
  group: string | null;
}

export const apply = (entries: Entries, { at, removed, inserted }: Edit): Entries =>
  entries.toSpliced(at, removed.length, ...inserted);

export const inverse = ({ at, removed, inserted, group }: Edit): Edit => ({
  at,
  removed: inserted,
  inserted: removed,
  group,
});

const replacing = (
  entries: Entries,
  at: number,
  count: number,
  inserted: Entries,
  group: string | null = null,
): Edit => ({ at, removed: entries.slice(at, at + count), inserted, group });

/**
 * Replaces the text of an entry. Text with spaces becomes several words, which share the entry's time by their letters. Letters make
 * punctuation a word, which gets time of its own. Blank text removes the entry. Returns null if nothing changes.
 */
export const setText = (entries: Entries, index: number, text: string): Edit | null => {
  const entry = entries[index];
  if (entry === undefined || text === entry.value.text) return null;
  const words = toWords(text);
  if (words.length === 0) return replacing(entries, index, 1, []);
  if (words.length === 1 && words[0] === entry.value.text) return null;
  if (entry.value.type === "punctuation" && !words.every(isPunctuation)) {
    return replacePunctuation(entries, index, text);
  }
  return replacing(
    entries,
    index,
    1,
    withWords(entry, words),
    words.length === 1 ? `text ${entry.key}` : null,
  );
};

/** Splits a word after `offset` UTF-16 code units. Returns null at its edges. */
export const splitEntry = (entries: Entries, index: number, offset: number): Edit | null => {
  const text = entries[index]?.value.text ?? "";
  const halves = [text.slice(0, offset).trim(), text.slice(offset).trim()];
  if (halves.some((half) => half === "")) return null;
  return setText(entries, index, halves.join(" "));
};

/** Joins entries `from` to `to`, exclusive, over the outer times. Returns null for fewer than two. */
export const joinEntries = (entries: Entries, from: number, to: number): Edit | null => {
  const parts = entries.slice(Math.max(0, from), to);
  const [first, last] = [parts[0], parts.at(-1)];
  if (from < 0 || first === undefined || last === undefined || parts.length < 2) return null;
  const joined = changed(first, {
    text: toWords(parts.map(({ value }) => value.text).join("")).join(""),
    type: parts.some(({ value }) => value.type === "word") ? "word" : "punctuation",
    end_time: last.value.end_time,
    important: parts.some(({ value }) => value.important === true) || undefined,
    emoji: parts.find(({ value }) => value.emoji != null)?.value.emoji,
  });
  return replacing(entries, from, parts.length, [joined]);
};

/** Removes entries `from` to `to`, exclusive, and leaves their time empty. */
export const removeEntries = (entries: Entries, from: number, to: number): Edit | null =>
  to > from && from < entries.length ? replacing(entries, from, to - from, []) : null;

/** Duration of an inserted word in seconds, if there is room: 400 ms is a word of two syllables at a usual pace. */
const insertedSeconds = 0.4;

/**
 * Inserts words after entry `index` (-1: at the beginning), in the gap that follows. Without a gap, the second half of entry `index` is
 * used. Returns null for blank text.
 */
export const insertAfter = (
  entries: Entries,
  index: number,
  text: string,
  mediaSeconds: number,
): Edit | null => {
  const words = toWords(text);
  if (words.length === 0) return null;
  const before = entries[index];
  const start = before?.value.end_time ?? 0;
  const limit = entries[index + 1]?.value.start_time ?? Math.max(mediaSeconds, start);
  const end = Math.min(limit, toMilliseconds(start + insertedSeconds * words.length));
  const hasRoom = end - start >= 0.001 * words.length;
  if (hasRoom || before === undefined) {
    return replacing(entries, index + 1, 0, newWords(words, start, end));
  }
  const { start_time: from, end_time: to } = before.value;
  const middle = roundedWithin((from + to) / 2, from, to);
  const shortened: Entry = { key: before.key, value: { ...before.value, end_time: middle } };
  return replacing(entries, index, 1, [shortened, ...newWords(words, middle, to)]);
};

/** Punctuation has no time of its own: the words are inserted in its place. */
const replacePunctuation = (entries: Entries, index: number, text: string): Edit | null => {
  const others = entries.toSpliced(index, 1);
  const insertion = insertAfter(others, index - 1, text, entries[index]?.value.end_time ?? 0);
  if (insertion === null) return null;
  const { at, inserted } = insertion;
  return replacing(entries, at, index + 1 - at, inserted);
};

/** Moves an edge of an entry to `seconds`, at most to the neighboring entry, the end of the media, and its own other edge. */
export const setEdge = (
  entries: Entries,
  index: number,
  edge: "start" | "end",
  seconds: number,
  mediaSeconds: number,
): Edit | null => {
  const entry = entries[index];
  if (entry === undefined) return null;
  const { from, to } = gapAround(entries, index, mediaSeconds);
  const { start_time, end_time } = entry.value;
  const range = edge === "start" ? [from, end_time] : [start_time, to];
  const moved = roundedWithin(seconds, range[0] ?? 0, range[1] ?? 0);
  if (moved === (edge === "start" ? start_time : end_time)) return null;
  const fields = edge === "start" ? { start_time: moved } : { end_time: moved };
  return replacing(entries, index, 1, [changed(entry, fields)], `${edge} ${entry.key}`);
};

type Attributes = Pick<
  WordEntry,
  "important" | "emoji" | "fontFamily" | "fontWeight" | "fontId" | "fontFileKey"
>;

/** Sets attributes of entries `from` to `to`, exclusive; `undefined` removes one. */
export const setAttributes = (
  entries: Entries,
  from: number,
  to: number,
  attributes: { [Name in keyof Attributes]?: Attributes[Name] | undefined },
): Edit | null => {
  const old = entries.slice(from, to);
  const inserted = old.map((entry): Entry => {
    const { confidence } = entry.value;
    return changed(entry, { ...attributes, confidence });
  });
  const isSame = inserted.every(
    ({ value }, index) => JSON.stringify(value) === JSON.stringify(old[index]?.value),
  );
  return isSame ? null : replacing(entries, from, old.length, inserted);
};
