import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { afterMarks, isOpening, noOpenMarks, unknownTime } from "../../core/text/open-marks.ts";

/** A word entry with a key that does not change when the entry is edited. The API has only the entry. */
export interface Entry {
  key: number;
  value: WordEntry;
}
export type Entries = readonly Entry[];

/** Seconds that are free around an entry: from the end of the entry before it to the start of the next one. */
export interface Gap {
  from: number;
  to: number;
}

let lastKey = 0;
/** Returns an entry with a new key. */
export const newEntry = (value: WordEntry): Entry => {
  lastKey += 1;
  return { key: lastKey, value };
};

export const toEntries = (transcript: readonly WordEntry[]): Entries => transcript.map(newEntry);
export const toTranscript = (entries: Entries): WordEntry[] => entries.map(({ value }) => value);

/** The entries as text. Punctuation follows its word without a space, and opening marks precede theirs. */
export const toPlainText = (entries: Entries): string => {
  let text = "";
  let open = noOpenMarks();
  let isStart = true;
  for (const { value } of entries) {
    const opens = value.type === "punctuation" && isOpening(value.text, open, unknownTime);
    if (value.type === "punctuation") open = afterMarks(value.text, open, opens);
    text += (isStart || (value.type === "punctuation" && !opens) ? "" : " ") + value.text;
    isStart = opens;
  }
  return text;
};

/** Rounds to the millisecond, the precision of the API. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Rounds to the millisecond within a range of seconds, whose limits may be finer: times of a transcript are any numbers. */
export const roundedWithin = (seconds: number, from: number, to: number): number =>
  Math.min(Math.max(toMilliseconds(seconds), from), to);

/** The range that entry `index` may take without overlap, in seconds. */
export const gapAround = (entries: Entries, index: number, mediaSeconds: number): Gap => ({
  from: entries[index - 1]?.value.end_time ?? 0,
  to: entries[index + 1]?.value.start_time ?? Math.max(mediaSeconds, entries[index]?.value.end_time ?? 0),
});

/** Below this confidence a word is marked as doubtful. */
const doubtfulConfidence = 0.5;

/** Whether the recognizer was not certain of a word. */
export const isDoubtful = ({ type, confidence }: WordEntry): boolean =>
  type === "word" && (confidence ?? 1) < doubtfulConfidence;

const wordBreaks = /[\p{White_Space}\p{Cc}\u2028\u2029]+/gu;
/** Tags and comments of pasted documents. */
const markup = /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/giu;
const maxTextLength = 500;

/**
 * The words of typed or pasted text: markup, control characters and line breaks are removed, and words are cut to the length that the API
 * accepts.
 */
export const toWords = (text: string): string[] =>
  text
    .replace(markup, " ")
    .split(wordBreaks)
    .filter((word) => word !== "")
    .map((word) => [...word].slice(0, maxTextLength).join(""));

/**
 * Index of the last entry that starts at or before `seconds`; -1 before the first one. O(log n), because the player asks at every frame.
 */
export const entryIndexAt = (entries: Entries, seconds: number): number => {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.value.start_time ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
