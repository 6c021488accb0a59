import { isUnspaced } from "../text/scripts.ts";
import { type Direction, letterDirections } from "../text/visual-order.ts";
import { languageOrDefault } from "./languages.ts";

export const isUnspacedLanguage = (language: string | null): boolean =>
  languageOrDefault(language).spacing === "none";

export const isRightToLeftLanguage = (language: string | null): boolean =>
  languageOrDefault(language).direction === "rtl";

/** Languages that write a long dash without spaces, or with a space on one side that a transcript does not show. */
const closeDashLanguages = new Set(["en", "es"]);
export const writesCloseDash = (language: string | null): boolean => closeDashLanguages.has(language ?? "en");

/** Base direction of a caption: the language's, unless its letters all run the other way; unknown: its first letter. */
export const baseDirection = (text: string, language: string | null): Direction => {
  const found = letterDirections(text);
  if (isRightToLeftLanguage(language)) return found.length === 0 || found.includes("rtl") ? "rtl" : "ltr";
  if (language === null) return found[0] ?? "ltr";
  return found.length > 0 && !found.includes("ltr") ? "rtl" : "ltr";
};

/** Unspaced scripts that put spaces around numbers and foreign words. Source: Royal Society of Thailand. */
const southEastAsian = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const foreignWord = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}0-9%°]/u;

const isSpacedPair = (own: string, other: string): boolean =>
  southEastAsian.test(own) && foreignWord.test(other);

const lastCharacter = (text: string): string => [...text].at(-1) ?? "";
const firstCharacter = (text: string): string => [...text][0] ?? "";

/**
 * Whether a space separates two neighboring words. The language decides, except for words of another script: "iPhoneを"
 * is written without a space, "Hello World" within Japanese text with one.
 */
export const isSpaceBetween = (before: string, after: string, language: string | null): boolean => {
  const [last, first] = [lastCharacter(before), firstCharacter(after)];
  if (isSpacedPair(last, first) || isSpacedPair(first, last)) return true;
  const left = isUnspaced(last);
  const right = isUnspaced(first);
  if (language !== null && !isUnspacedLanguage(language)) return !(left && right);
  return !left && !right && !(language !== null && isSingleCharacter(before) && isSingleCharacter(after));
};

/** Transcripts of unspaced languages may have an entry per character: 2, 0, 2, 4. */
const isSingleCharacter = (text: string): boolean => /^[\p{sc=Latin}\p{Nd}]$/u.test(text);
