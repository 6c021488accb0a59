import type { WordEntry } from "../../clients/typescript/src/client.ts";

/** Seconds between two words of a sample. */
const wordSeconds = 0.35;

/** Returns a sentence as words that are spoken one after the other; marks at the end of a word are its own. */
export const sampleWords = (sentence: string): WordEntry[] =>
  sentence
    .split(/\s+/u)
    .filter((text) => text !== "")
    .map((text, index) => ({
      text,
      type: "word",
      start_time: index * wordSeconds,
      end_time: (index + 1) * wordSeconds,
    }));

/** Returns the moment at which a sample is shown: within its second word, when entrances are over. */
export const sampleMoment = (words: readonly WordEntry[]): number => {
  const word = words[1] ?? words[0];
  return word === undefined ? 0 : (word.start_time + word.end_time) / 2;
};

/** Returns the first words of a transcript, with times from 0, as a sample of its captions. */
export const firstWords = (transcript: readonly WordEntry[], count: number): WordEntry[] => {
  const words = transcript.slice(0, count);
  const start = words[0]?.start_time ?? 0;
  return words.map((word) => ({
    ...word,
    start_time: word.start_time - start,
    end_time: word.end_time - start,
  }));
};
