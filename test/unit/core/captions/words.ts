import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

const mark = /^[.,!?;:…—–"()[\]¿¡-]+$/u;

/** Consecutive entries of 0.4 s each; punctuation has no duration. */
export const spoken = (...texts: string[]): WordEntry[] => {
  let at = 0;
  return texts.map((text) => {
    const isMark = mark.test(text);
    const entry: WordEntry = {
      text,
      type: isMark ? "punctuation" : "word",
      startSeconds: at,
      endSeconds: isMark ? at : at + 0.4,
    };
    at = entry.endSeconds;
    return entry;
  });
};

/** One word with a separate time. */
export const word = (text: string, start: number, end: number, more: Partial<WordEntry> = {}): WordEntry => ({
  text,
  type: "word",
  startSeconds: start,
  endSeconds: end,
  ...more,
});
