import { isUnspaced } from "../text/scripts.ts";
import { type Direction, letterDirections } from "../text/visual-order.ts";
import { languageOrDefault } from "./languages.ts";

export const isUnspacedLanguage = (language: string | null): boolean =>
  languageOrDefault(language).spacing === "none";

export const isRightToLeftLanguage = (language: string | null): boolean =>
  languageOrDefault(language).direction === "rtl";

/** Base direction of a caption: the language's, unless its letters all run the other way; unknown: its first letter. */
export const baseDirection = (text: string, language: string | null): Direction => {
  const found = letterDirections(text);
  if (isRightToLeftLanguage(language)) return found.length === 0 || found.includes("rtl") ? "rtl" : "ltr";
  if (language === null) return found[0] ?? "ltr";
  return found.length > 0 && !found.includes("ltr") ? "rtl" : "ltr";
};

/** Scripts without spaces between words that yet set numbers and foreign words apart. Source: Royal Society of Thailand. */
const southEastAsian = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const foreignWord = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}0-9%°]/u;

const setsApart = (own: string, other: string): boolean =>
  southEastAsian.test(own) && foreignWord.test(other);

const lastCharacter = (text: string): string => [...text].at(-1) ?? "";
const firstCharacter = (text: string): string => [...text][0] ?? "";

/**
 * Whether a space stands between two neighbouring words. The language decides; characters decide where a word of
 * another script is quoted ("iPhone を" is written together, "Hello World" inside Japanese is not).
 */
export const isSpaceBetween = (before: string, after: string, language: string | null): boolean => {
  const [last, first] = [lastCharacter(before), firstCharacter(after)];
  if (setsApart(last, first) || setsApart(first, last)) return true;
  const left = isUnspaced(last);
  const right = isUnspaced(first);
  if (language !== null && !isUnspacedLanguage(language)) return !(left && right);
  return !left && !right && !(language !== null && isPiece(before) && isPiece(after));
};

/** Transcripts of languages without spaces may come character by character: 2, 0, 2, 4. */
const isPiece = (text: string): boolean => /^[\p{sc=Latin}\p{Nd}]$/u.test(text);
