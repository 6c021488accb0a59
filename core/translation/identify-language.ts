import { eld } from "eld/medium";
import { type LanguageCode, languageCodes, parseLanguageCode } from "../languages/languages.ts";

/** Longer texts are truncated. */
const maxCharacters = 5000;

/** Scripts that identify a language: the only one of core/languages, or by far the most common one. */
const scripts: readonly (readonly [RegExp, LanguageCode])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Lao}/gu, "lo"],
  [/\p{sc=Khmer}/gu, "km"],
  [/\p{sc=Myanmar}/gu, "my"],
  [/\p{sc=Tibetan}/gu, "bo"],
  [/\p{sc=Greek}/gu, "el"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Armenian}/gu, "hy"],
  [/\p{sc=Georgian}/gu, "ka"],
  [/\p{sc=Ethiopic}/gu, "am"],
  [/\p{sc=Gujarati}/gu, "gu"],
  [/\p{sc=Gurmukhi}/gu, "pa"],
  [/\p{sc=Tamil}/gu, "ta"],
  [/\p{sc=Telugu}/gu, "te"],
  [/\p{sc=Kannada}/gu, "kn"],
  [/\p{sc=Malayalam}/gu, "ml"],
  [/\p{sc=Sinhala}/gu, "si"],
];
/** Low, because Japanese text also has Chinese characters. */
const minShare = 0.25;

/** Shorter texts in Latin script cannot be identified by n-grams. */
const minLatinLetters = 16;

/** Codes of the detector that differ from those of core/languages. */
const otherCodes: Readonly<Record<string, LanguageCode>> = { nb: "no", iw: "he", fil: "tl", jv: "jw" };

/** Identifies the language of a text by its script or else by character n-grams; null for an unknown one. */
export const identifyLanguage = (text: string): LanguageCode | null => {
  const sample = text.slice(0, maxCharacters);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [script, language] of scripts) {
    if ((sample.match(script)?.length ?? 0) >= letters * minShare) return language;
  }
  if ((sample.match(/\p{sc=Han}/gu)?.length ?? 0) >= letters * minShare) return "zh";
  const isShort = letters < minLatinLetters && /\p{sc=Latin}/u.test(sample);
  const result = eld.detect(sample);
  if (isShort || !result.isReliable()) return null;
  const found = result.language;
  return (
    otherCodes[found] ?? (languageCodes.includes(found as LanguageCode) ? parseLanguageCode(found) : null)
  );
};

/** Languages of the detector, which takes text of other languages for one of them. Source: eld, "Languages". */
const detectableLanguages = new Set<string>(
  (
    "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no " +
    "or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh"
  ).split(" "),
);

/** Whether the detector distinguishes this language from others. */
export const isDetectable = (language: LanguageCode): boolean => detectableLanguages.has(language);
