import type { Edit } from "./edits.ts";
import type { Entries, Entry } from "./entries.ts";
import { toWords } from "./entries.ts";
import { withWords } from "./words.ts";

export interface FindOptions {
  matchCase: boolean;
  wholeWord: boolean;
}

/** Entries `from` to `to`, exclusive. */
export interface Match {
  from: number;
  to: number;
}

const normalized = (text: string, { matchCase }: FindOptions): string =>
  (matchCase ? text : text.toLocaleLowerCase()).normalize("NFC");

/** Whether the words of the query match consecutive words of the transcript; punctuation between them is ignored. */
const matchAt = (
  entries: Entries,
  from: number,
  query: readonly string[],
  options: FindOptions,
): Match | null => {
  let index = from;
  for (const [position, wanted] of query.entries()) {
    while (position > 0 && entries[index]?.value.type === "punctuation") index += 1;
    const text = entries[index]?.value.text;
    if (text === undefined) return null;
    const given = normalized(text, options);
    const whole = options.wholeWord || query.length > 1;
    if (whole ? given !== wanted : !given.includes(wanted)) return null;
    index += 1;
  }
  return { from, to: index };
};

/** All passages that match the query, in order and without overlap. A query of several words matches whole words. */
export const findMatches = (entries: Entries, text: string, options: FindOptions): Match[] => {
  const query = toWords(text).map((word) => normalized(word, options));
  if (query.length === 0) return [];
  const matches: Match[] = [];
  for (let index = 0; index < entries.length; ) {
    const match = matchAt(entries, index, query, options);
    if (match !== null) matches.push(match);
    index = match?.to ?? index + 1;
  }
  return matches;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Replaces matches as one step for undo. A replacement of a match of one word keeps the rest of the word; one of several words takes
 * their time from the first start to the last end.
 */
export const replaceMatches = (
  entries: Entries,
  matches: readonly Match[],
  text: string,
  replacement: string,
  options: FindOptions,
): Edit | null => {
  const [first, last] = [matches[0], matches.at(-1)];
  if (first === undefined || last === undefined) return null;
  const inserted: Entry[] = [];
  let next = first.from;
  for (const match of matches) {
    inserted.push(...entries.slice(next, match.from));
    inserted.push(...replaced(entries.slice(match.from, match.to), text, replacement, options));
    next = match.to;
  }
  return { at: first.from, removed: entries.slice(first.from, last.to), inserted, group: null };
};

const replaced = (match: Entries, text: string, replacement: string, options: FindOptions): Entries => {
  const [head, tail] = [match[0], match.at(-1)];
  if (head === undefined || tail === undefined) return [];
  const pattern = new RegExp(escaped(text.trim().normalize("NFC")), options.matchCase ? "gu" : "giu");
  const written =
    match.length === 1 ? head.value.text.normalize("NFC").replace(pattern, () => replacement) : replacement;
  const words = toWords(written);
  if (words.length === 0) return [];
  const span = { ...head.value, text: words.join(" "), end_time: tail.value.end_time, confidence: 1 };
  const joined: Entry = { key: head.key, value: span };
  return withWords(joined, words);
};
