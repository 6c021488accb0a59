import { closeLanguages } from "../languages/close-languages.ts";
import { type FlagLists, flagLists } from "../languages/flag-lists.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { normalizeWord } from "../languages/normalize-word.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** What in a clip an editor should see before it is published. */
export const clipFlags = ["hateful", "obscene"] as const satisfies readonly (keyof FlagLists)[];
export type ClipFlag = (typeof clipFlags)[number];

interface FlaggedWords {
  words: readonly Pick<SpeechAnalysis["words"][number], "normalized">[];
  language: string | null;
}

/**
 * Creates a function that returns the flags of a range of words. Without a list of the language (core/languages/flag-lists.ts)
 * nothing is flagged.
 */
export const createFlagFinder = ({
  words,
  language,
}: FlaggedWords): ((from: number, to: number) => ClipFlag[]) => {
  const lists = flagLists[closeLanguages[language ?? ""] ?? language ?? ""];
  if (!lists) return () => [];
  const spoken = words.map(({ normalized }) => normalized);
  const counts = clipFlags.map((flag) => {
    const flagged = new Uint8Array(words.length);
    for (const phrase of phrasesOf(lists[flag])) markPhrase(flagged, spoken, phrase);
    return { flag, sums: prefixSums([...flagged]) };
  });
  return (from, to) => counts.flatMap(({ flag, sums }) => (rangeSum(sums, from, to) > 0 ? [flag] : []));
};

/** Returns the flags of a text, such as a title. */
export const flagsOfText = (text: string, language: string | null): ClipFlag[] => {
  const { locale } = languageOrDefault(language);
  const words = [...new Intl.Segmenter(locale, { granularity: "word" }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => ({ normalized: normalizeWord(segment, language) }));
  return createFlagFinder({ words, language })(0, words.length);
};

/** The words of each phrase of a list. */
const phrasesOf = (list: string): string[][] => list.split(" ").map((phrase) => phrase.split("_"));

const markPhrase = (flagged: Uint8Array, spoken: readonly string[], phrase: readonly string[]): void => {
  for (let at = 0; at + phrase.length <= spoken.length; at++)
    if (phrase.every((pattern, offset) => matches(spoken[at + offset] ?? "", pattern)))
      flagged.fill(1, at, at + phrase.length);
};

const matches = (word: string, pattern: string): boolean =>
  pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
