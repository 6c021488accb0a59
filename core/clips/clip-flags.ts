import { closeLanguages } from "../languages/close-languages.ts";
import { type FlagLists, flagLists } from "../languages/flag-lists.ts";
import { normalizeWord, withoutElision } from "../languages/normalize-word.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import type { SpokenWord } from "../transcript/sentences.ts";

/** What in a clip an editor should see before it is published. */
export const clipFlags = ["hateful", "obscene"] as const satisfies readonly (keyof FlagLists)[];
export type ClipFlag = (typeof clipFlags)[number];

/** `index`: in the transcript, which counts punctuation too. */
type FlaggedWord = Pick<SpokenWord, "normalized" | "index">;

/**
 * Creates a function that returns the flags of a range of words. Without a list of the language (core/languages/flag-lists.ts)
 * nothing is flagged.
 */
export const createFlagFinder = ({
  words,
  language,
}: {
  words: readonly FlaggedWord[];
  language: string | null;
}): ((from: number, to: number) => ClipFlag[]) => {
  const lists = flagLists[closeLanguages[language ?? ""] ?? language ?? ""];
  if (!lists) return () => [];
  const parts = words.flatMap(partsOf);
  const harmless = lists.harmless ? phrasesOf(lists.harmless) : [];
  const harmlessRanges = harmless.flatMap((phrase) => [...occurrencesOf(phrase, parts, false)]);
  const counts = clipFlags.map((flag) => {
    const flagged = new Uint8Array(words.length);
    for (const phrase of phrasesOf(lists[flag]))
      for (const { from, to } of occurrencesOf(phrase, parts, flag === "obscene")) flagged.fill(1, from, to);
    for (const { from, to } of harmlessRanges) flagged.fill(0, from, to);
    return { flag, sums: prefixSums([...flagged]) };
  });
  return (from, to) => counts.flatMap(({ flag, sums }) => (rangeSum(sums, from, to) > 0 ? [flag] : []));
};

/** Returns the flags of a text, such as a title. The languages with lists have spaces between words. */
export const flagsOfText = (text: string, language: string | null): ClipFlag[] => {
  let index = 0;
  const words = text.split(/\s+/u).map((token) => {
    const word = { index, normalized: normalizeWord(token, language) };
    // In a transcript, a mark after a word is an entry.
    index += /\p{P}$/u.test(token) ? 2 : 1;
    return word;
  });
  return createFlagFinder({ words, language })(0, words.length);
};

/** A word, or a part of one with hyphens: "cock-sucker". */
interface WordPart {
  text: string;
  /** Index of its word. */
  word: number;
  /** Index of the word in the transcript, which counts punctuation too. */
  entry: number;
  isFirst: boolean;
  isLast: boolean;
}

const hyphen = /[-‐‑]/u;

const partsOf = ({ normalized, index }: FlaggedWord, word: number): WordPart[] =>
  comparable(normalized)
    .split(hyphen)
    .map((part, at, all) => ({
      ...{ text: withoutElision(part), word, entry: index },
      ...{ isFirst: at === 0, isLast: at === all.length - 1 },
    }));

/** Russian is often written without the dots of ё. */
const comparable = (text: string): string => text.replaceAll("ё", "е");

/** The words of each phrase of a list. */
const phrasesOf = (list: string): string[][] =>
  comparable(list)
    .split(" ")
    .map((phrase) => phrase.split(/[_-]/u));

/**
 * The words that a phrase consists of, wherever it occurs.
 *
 * @param mayBeInCompound whether a single word counts as a part of one with hyphens, as a stem always does
 */
function* occurrencesOf(
  phrase: readonly string[],
  parts: readonly WordPart[],
  mayBeInCompound: boolean,
): Generator<{ from: number; to: number }> {
  const isStem = phrase.at(-1)?.endsWith("*");
  const mayBePart = phrase.length === 1 && (mayBeInCompound || isStem);
  for (const [at, { word, entry, isFirst }] of parts.entries()) {
    // No insults: "spic-and-span", "a second-hand job" and "white power-sharing".
    const isWholeWord = isFirst && (isStem || parts[at + phrase.length - 1]?.isLast);
    if (!isWholeWord && !mayBePart) continue;
    if (!phrase.every((pattern, offset) => matches(parts[at + offset]?.text ?? "", pattern))) continue;
    const last = parts[at + phrase.length - 1];
    // "On the other hand, jobs are scarce": no phrase has punctuation within it.
    if (last && last.entry - entry === last.word - word) yield { from: word, to: last.word + 1 };
  }
}

const matches = (word: string, pattern: string): boolean =>
  pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
