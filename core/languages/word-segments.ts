import { isUnspaced } from "../text/scripts.ts";
import { languageOrDefault } from "./languages.ts";

export interface WordSegment {
  segment: string;
  /** In UTF-16 units. */
  index: number;
}

/**
 * The words of a text in a language that writes no spaces, with all that stands between them: by its dictionary (ICU).
 * What is written in another script or in digits is kept whole, however many signs it has: an address, a date, "10:30",
 * "#tag", "￥1,234".
 */
export const wordSegments = (text: string, language: string): WordSegment[] => {
  const locale = language === "yue" ? "zh" : languageOrDefault(language).locale;
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  return scriptRuns(text).flatMap(({ segment: stretch, index, isWhole }) =>
    isWhole
      ? [{ segment: stretch, index }]
      : [...segmenter.segment(stretch)].map((found) => ({
          segment: found.segment,
          index: index + found.index,
        })),
  );
};

const hasLetters = /[\p{L}\p{N}]/u;
/** In the width of a character, and yet part of the number beside it. */
const wideCurrency = /^[￥＄￡￦￠]$/u;
const widePercent = /^[％]$/u;

const scriptRuns = (text: string): (WordSegment & { isWhole: boolean })[] => {
  const found: (WordSegment & { isForeign: boolean })[] = [];
  let index = 0;
  for (const character of text) {
    const last = found.at(-1);
    const isForeign = isForeignIn(text, character, index, last?.isForeign ?? false);
    if (last?.isForeign === isForeign) last.segment += character;
    else found.push({ segment: character, index, isForeign });
    index += character.length;
  }
  // Marks alone are left to the dictionary's rules, with what stands around them.
  const result: (WordSegment & { isWhole: boolean })[] = [];
  for (const { segment, index: at, isForeign } of found) {
    const isWhole = isForeign && hasLetters.test(segment);
    const last = result.at(-1);
    if (!isWhole && last && !last.isWhole) last.segment += segment;
    else result.push({ segment, index: at, isWhole });
  }
  return result;
};

const isForeignIn = (text: string, character: string, index: number, wasForeign: boolean): boolean => {
  if (wideCurrency.test(character)) return /^\p{Nd}/u.test(text.slice(index + 1));
  if (widePercent.test(character)) return wasForeign;
  return !/\s/u.test(character) && !isUnspaced(character);
};
