import { splitPunctuation } from "../../../../core/transcript/split-punctuation.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

/** A transcript of a text: consecutive words of 0.3 s, with punctuation as entries. */
export const wordsFrom = (text: string, startSeconds = 0): WordEntry[] =>
  text.split(" ").flatMap((written, index) => {
    const { before, word, after } = splitPunctuation(written);
    const start = Math.round((startSeconds + index * 0.3) * 1000) / 1000;
    const end = Math.round((start + 0.3) * 1000) / 1000;
    const mark = (marks: string, at: number): WordEntry[] =>
      marks === "" ? [] : [{ text: marks, type: "punctuation", startSeconds: at, endSeconds: at }];
    const spoken: WordEntry[] =
      word === "" ? [] : [{ text: word, type: "word", startSeconds: start, endSeconds: end }];
    return [...mark(before, start), ...spoken, ...mark(after, end)];
  });
