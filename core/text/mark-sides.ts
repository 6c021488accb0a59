import type { Transcript } from "../transcript/word-entry.ts";
import {
  afterMarks,
  isOpening,
  isQuotationMark,
  noOpenMarks,
  type OpenMarks,
  unknownTime,
} from "./open-marks.ts";

/** Marks that end something, also with closing brackets and quotation marks: "。" and `."` have a time of their own in some transcripts. */
const closingMarks =
  /^(?=.*[\p{Pe},.;:!?…、。，．！？：；،؛؟۔।॥])["'\p{Pe}\p{Pf},.;:!?…、。，．！？：；،؛؟۔।॥]+$/u;
/** An ellipsis before a word that goes on, a dash that begins an insertion (Spanish), a sign; also with opening marks. */
const leadingMarks = /^(?=.*(?:[–—…]|\.\.))[–—]?["'\p{Ps}\p{Pi}„‚¿¡]*(?:\.{2,}|…)?$/u;
/** Languages that write a dash together with the insertion that it begins. */
const insertionDash = new Set(["es", "ca", "gl", "pt"]);
/** In seconds. A mark has the time of its word's end, or of its start. */
const tolerance = 0.002;

/** Whether the time of a punctuation mark is that of the word after it; null where there is no pause between the words, and for words. */
export const besideNextWord = (transcript: Transcript, at: number): boolean | null => {
  const mark = transcript[at];
  const next = transcript[wordFrom(transcript, at + 1, 1)];
  if (mark?.type !== "punctuation" || next === undefined) return null;
  const previous = transcript[wordFrom(transcript, at - 1, -1)];
  const before = mark.startSeconds - (previous?.endSeconds ?? Number.NEGATIVE_INFINITY);
  const after = next.startSeconds - mark.endSeconds;
  return Math.abs(before - after) > tolerance ? after < before : null;
};

/**
 * Whether the times of a transcript tell opening quotation marks from closing ones: one between two words has the time of the
 * second. At the start of a transcript, a mark has no other time.
 */
export const hasOpeningTimes = (transcript: Transcript): boolean =>
  transcript.some(
    ({ text }, at) =>
      isQuotationMark(text) && wordFrom(transcript, at - 1, -1) >= 0 && hasTimeOfNextWord(transcript, at),
  );

/** Whether the time of a mark is exactly the start of the word after it, and not the end of the one before. */
const hasTimeOfNextWord = (transcript: Transcript, at: number): boolean => {
  const next = transcript[wordFrom(transcript, at + 1, 1)];
  const after = (next?.startSeconds ?? Number.POSITIVE_INFINITY) - (transcript[at]?.endSeconds ?? 0);
  return after <= tolerance && besideNextWord(transcript, at) === true;
};

/**
 * Whether an entry is an ellipsis or a dash that is written together with the word after it, because it has its time:
 * "...and then", "—dijo—", "–5". Most are written after the word before.
 */
export const isLeadingMark = (transcript: Transcript, at: number, language: string | null): boolean => {
  const text = transcript[at]?.text ?? "";
  if (!leadingMarks.test(text) || !hasTimeOfNextWord(transcript, at)) return false;
  if (!/^[–—]/u.test(text) || insertionDash.has(language ?? "")) return true;
  return /^\d/u.test(transcript[wordFrom(transcript, at + 1, 1)]?.text ?? "");
};

/**
 * Whether an entry is a punctuation mark that belongs to the word after it. Its time shows that, or its kind where there is no pause
 * between the words.
 */
export const opensNextWord = (transcript: Transcript, at: number): boolean => {
  const mark = transcript[at];
  if (isLeadingMark(transcript, at, null)) return true;
  if (mark?.type !== "punctuation" || closingMarks.test(mark.text)) return false;
  if (wordFrom(transcript, at + 1, 1) >= transcript.length) return false;
  return besideNextWord(transcript, at) ?? isOpening(mark.text, openBefore(transcript, at), unknownTime);
};

/** Index of the nearest word from an entry on, in steps of 1 or −1; outside the transcript if there is none. */
const wordFrom = (transcript: Transcript, start: number, step: 1 | -1): number => {
  let at = start;
  while (transcript[at]?.type === "punctuation") at += step;
  return at;
};

/** The quotation marks that are open before an entry. */
const openBefore = (transcript: Transcript, at: number): OpenMarks => {
  let open = noOpenMarks();
  const showsSides = hasOpeningTimes(transcript);
  for (const [index, { type, text }] of transcript.slice(0, at).entries()) {
    if (type !== "punctuation") continue;
    const opens = isOpening(text, open, { isBesideNext: besideNextWord(transcript, index), showsSides });
    open = afterMarks(text, open, opens);
  }
  return open;
};
