import { eld } from "eld/medium";
import { type LanguageCode, languageCodes, parseLanguageCode } from "../languages/languages.ts";

/** Enough to be sure of, and no more than a moment's work. */
const maxCharacters = 5000;

/** Scripts in which one language of ours is written, or one by far the most. */
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
/** A share of Japanese text is Chinese characters. */
const minShare = 0.25;

/** Of fewer, letter sequences tell nothing between the many languages of the Latin script. */
const minLatinLetters = 16;

/** Three-letter and older codes of the detector as ours. */
const otherCodes: Readonly<Record<string, LanguageCode>> = { nb: "no", iw: "he", fil: "tl", jv: "jw" };

/** The language that a text is written in: by its script where that decides, else by its letter sequences; null: unknown. */
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

/** Of these the detector has letter sequences; text of any other it takes for one of them. Source: eld, "Languages". */
const detectableLanguages = new Set<string>(
  (
    "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no " +
    "or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh"
  ).split(" "),
);

/** Whether a text in this language would be told from one in another. */
export const isDetectable = (language: LanguageCode): boolean => detectableLanguages.has(language);
