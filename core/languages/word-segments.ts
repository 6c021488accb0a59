import { isUnspaced } from "../text/scripts.ts";
import { languageOrDefault } from "./languages.ts";

export interface WordSegment {
  segment: string;
  /** In UTF-16 units. */
  index: number;
}

/**
 * Splits a text of an unspaced language into words and the characters between them, by ICU's dictionary. Runs of another
 * script or of digits are not split: a URL, a date, "10:30", "#tag", "￥1,234".
 */
export const wordSegments = (text: string, language: string): WordSegment[] => {
  const locale = language === "yue" ? "zh" : languageOrDefault(language).locale;
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  return scriptRuns(text).flatMap(({ segment: run, index, isWhole }) =>
    isWhole
      ? [{ segment: run, index }]
      : [...segmenter.segment(run)].map((found) => ({
          segment: found.segment,
          index: index + found.index,
        })),
  );
};

const lettersOrDigits = /[\p{L}\p{N}]/u;
/** Full-width symbols that belong to the number beside them. */
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
  // Punctuation without letters is segmented together with the text around it.
  const result: (WordSegment & { isWhole: boolean })[] = [];
  for (const { segment, index: at, isForeign } of found) {
    const isWhole = isForeign && lettersOrDigits.test(segment);
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
