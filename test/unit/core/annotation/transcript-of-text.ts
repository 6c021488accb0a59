import { isUnspacedLanguage } from "../../../../core/languages/writing.ts";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

const secondsPerWord = 0.4;

/** The transcript that a recognizer would return for a text, with a word every 0.4 s. */
export const transcriptOfText = (text: string, language: string): WordEntry[] => {
  const isUnspaced = isUnspacedLanguage(language);
  const pieces = isUnspaced
    ? [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].map(({ segment }) => segment)
    : text.split(/\s+/u);
  const words = pieces
    .filter((piece) => piece.trim() !== "")
    .map((piece, index) => ({
      text: piece,
      spaceBefore: !isUnspaced,
      startSeconds: index * secondsPerWord,
      endSeconds: (index + 1) * secondsPerWord - 0.05,
      confidence: 0.9,
    }));
  return composeTranscript(
    { language, languageConfidence: 1, engine: "test", words },
    pieces.length * secondsPerWord + 1,
  );
};
