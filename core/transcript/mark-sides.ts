import type { Transcript } from "./word-entry.ts";

/** Opening brackets and inverted marks, also with quotation marks around them: "¿", "“¿", "\"(". */
const openingMark = /^(?=.*[\p{Ps}¿¡])["'\p{Ps}\p{Pi}\p{Pf}¿¡]+$/u;
const straightQuote = /^["']+$/u;
/** In seconds. A mark has the time of its word's end, or of its start. */
const tolerance = 0.002;

/**
 * Whether an entry is a punctuation mark that belongs to the word after it. Its time shows that, or its kind where there is no pause
 * between the words.
 */
export const opensNextWord = (transcript: Transcript, at: number): boolean => {
  const mark = transcript[at];
  if (mark?.type !== "punctuation") return false;
  const next = transcript[wordFrom(transcript, at + 1, 1)];
  if (next === undefined) return false;
  const previous = transcript[wordFrom(transcript, at - 1, -1)];
  const before = mark.startSeconds - (previous?.endSeconds ?? Number.NEGATIVE_INFINITY);
  const after = next.startSeconds - mark.endSeconds;
  return Math.abs(before - after) > tolerance ? after < before : isOpening(transcript, at, mark.text);
};

/** Index of the nearest word from an entry on, in steps of 1 or −1; outside the transcript if there is none. */
const wordFrom = (transcript: Transcript, start: number, step: 1 | -1): number => {
  let at = start;
  while (transcript[at]?.type === "punctuation") at += step;
  return at;
};

const isOpening = (transcript: Transcript, at: number, text: string): boolean => {
  if (openingMark.test(text)) return true;
  const before = transcript
    .slice(0, at)
    .map((entry) => entry.text)
    .join("");
  // Every second one closes.
  if (straightQuote.test(text)) return before.split(text.charAt(0)).length % 2 === 1;
  // “ closes in German what „ opens.
  return /^\p{Pi}+$/u.test(text) && /[„“”](?=[^„“”]*$)/u.exec(before)?.[0] !== "„";
};
