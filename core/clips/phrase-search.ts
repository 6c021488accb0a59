import { isUnspacedLanguage } from "../languages/writing.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/**
 * Creates a function that finds phrases in a talk, by the index of their first word. Phrases are normalized alternatives of a
 * regular expression, of whole words in languages with spaces; a star stands for the rest of a word.
 */
export const createPhraseSearch = ({
  words,
  language,
}: Pick<SpeechAnalysis, "words" | "language">): ((phrases: string) => { word: number; text: string }[]) => {
  const space = isUnspacedLanguage(language) ? "" : " ";
  const offsets: number[] = [];
  let talk = space;
  for (const { normalized } of words) {
    offsets.push(talk.length);
    talk += normalized.replaceAll("-", " ") + space;
  }
  return (phrases) => {
    const pattern = phrases.replaceAll("*", "\\p{L}*");
    const search = new RegExp(space === "" ? pattern : `(?<= )(?:${pattern})(?= )`, "gu");
    return [...talk.matchAll(search)].map(({ 0: text, index }) => ({ word: wordAt(offsets, index), text }));
  };
};

const wordAt = (offsets: readonly number[], index: number): number => {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
};
