import { cleanTranslation, faultsOf, type LanguagePair, widthOf } from "./check-translation.ts";
import { missingNumbers } from "./numbers.ts";
import type { Translator } from "./translator.ts";

/** A translation that takes too long to say. */
export interface LongTranslation {
  source: string;
  text: string;
  /** Length of a text that fits. */
  maxCharacters: number;
}

/** A text that is hardly shorter takes as long to say. */
const maxLengthShare = 0.95;

/**
 * Requests shorter texts from a translator, one per translation, null where none is usable: it must be shorter, and keep the
 * numbers and names. A text that lacks some is requested again, with a list of them.
 *
 * @param canContinue false: no further request is made
 *
 * Throws the translator's error.
 */
export const shortenTranslations = async (
  translations: readonly LongTranslation[],
  pair: LanguagePair,
  translator: Translator,
  canContinue: () => boolean,
): Promise<(string | null)[]> => {
  const request = async (
    group: readonly LongTranslation[],
    keep?: readonly string[],
  ): Promise<(string | null)[]> => {
    const texts = await translator.translate({
      from: pair.from,
      to: pair.to,
      sentences: group.map(({ source }) => source),
      before: [],
      after: [],
      ...(keep === undefined || keep.length === 0 ? {} : { keep }),
      shorten: group.map(({ text, maxCharacters }) => ({ translation: text, maxCharacters })),
    });
    return group.map(({ source }, at) => cleanTranslation(texts[at] ?? "", source));
  };
  const results: (string | null)[] = [];
  const first = await request(translations);
  for (const [at, long] of translations.entries()) {
    let text = first[at] ?? "";
    if (!isUsable(text, long, pair) && canContinue()) {
      text = (await request([long], missingIn(text, long, pair)))[0] ?? "";
    }
    results.push(isUsable(text, long, pair) ? text : null);
  }
  return results;
};

const isUsable = (text: string, long: LongTranslation, pair: LanguagePair): boolean =>
  text !== "" &&
  widthOf(text) <= widthOf(long.text) * maxLengthShare &&
  missingIn(text, long, pair).length === 0 &&
  faultsOf(long.source, text, pair).length === 0;

/** Returns the numbers and names of the source and of the long translation that a text lacks. */
const missingIn = (text: string, { source, text: long }: LongTranslation, pair: LanguagePair): string[] => [
  ...new Set([
    ...missingNumbers(source, text, pair.to),
    ...missingNumbers(long, text, pair.to),
    ...keptNames(source, long).filter((name) => !wordsOf(text).has(name)),
  ]),
];

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu));

/** Capitalized words that the translation did not change are names, as a rule. */
const keptNames = (source: string, translation: string): string[] => {
  const words = wordsOf(source);
  return [...wordsOf(translation)].filter(
    (word) => /^\p{Lu}[\p{L}\p{M}\p{N}]/u.test(word) && words.has(word),
  );
};
