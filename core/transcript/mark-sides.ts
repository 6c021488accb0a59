import type { Transcript, WordEntry } from "./word-entry.ts";

const openingMark = /^[\p{Ps}¿¡]+$/u;
const quote = /^["'\p{Pi}\p{Pf}]+$/u;
const straightQuote = /^["']+$/u;
/** In seconds. A mark has the time of its word's end, or of its start. */
const tolerance = 0.002;

/** Whether a punctuation mark belongs to the word after it: "¿", "(", and an opening quotation mark, which its time or the one before shows. */
export const opensNextWord = (transcript: Transcript, at: number): boolean => {
  const mark = transcript[at];
  if (mark?.type !== "punctuation") return false;
  if (openingMark.test(mark.text)) return true;
  if (!quote.test(mark.text)) return false;
  const isWord = ({ type }: WordEntry): boolean => type === "word";
  const next = transcript.find((entry, index) => index > at && isWord(entry));
  if (next === undefined) return false;
  const previous = transcript.findLast((entry, index) => index < at && isWord(entry));
  const [before, after] = [
    mark.startSeconds - (previous?.endSeconds ?? Number.NEGATIVE_INFINITY),
    next.startSeconds - mark.endSeconds,
  ];
  if (Math.abs(before - after) > tolerance) return after < before;
  const quotes = transcript.slice(0, at).filter(({ text }) => quote.test(text) || text === "„");
  if (straightQuote.test(mark.text)) return quotes.filter(({ text }) => text === mark.text).length % 2 === 0;
  // “ closes in German what „ opens.
  return /^\p{Pi}+$/u.test(mark.text) && quotes.at(-1)?.text !== "„";
};
