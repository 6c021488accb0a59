import bidiFactory from "bidi-js";
import { isRightToLeftLanguage } from "./script.ts";

// The package is CommonJS whose export is the factory itself; its types speak of a `default` property.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

const strong = (character: string): Direction | null => {
  const type = bidi.getBidiCharTypeName(character);
  if (type === "L") return "ltr";
  return type === "R" || type === "AL" ? "rtl" : null;
};

/** Base direction of a caption: the language's, unless its letters all run the other way; unknown: its first letter. */
export const baseDirection = (text: string, language: string | null): Direction => {
  const found = [...text].map(strong).filter((direction) => direction !== null);
  if (isRightToLeftLanguage(language)) return found.length === 0 || found.includes("rtl") ? "rtl" : "ltr";
  if (language === null) return found[0] ?? "ltr";
  return found.length > 0 && !found.includes("ltr") ? "rtl" : "ltr";
};

export interface PlacedWord {
  /** Index into the line's words, in reading order. */
  index: number;
  /** Direction in which the word itself is set. */
  direction: Direction;
}

/**
 * The words of one line from left to right, by the Unicode bidirectional algorithm (UAX #9): embedding levels of the
 * line's text, then rule L2 over whole words. A word takes the level of its first strong character or digit.
 *
 * @param words texts in reading order with the space that stands before each ("" or " ")
 */
export const visualOrder = (
  words: readonly { text: string; space: string }[],
  base: Direction,
): PlacedWord[] => {
  const line = words.map((word, index) => (index === 0 ? "" : word.space) + word.text).join("");
  const { levels } = bidi.getEmbeddingLevels(line, base);
  // Spaces take part too: between two numbers they have the line's level, which keeps the numbers apart.
  const parts: { index: number | null; level: number; direction: Direction }[] = [];
  let offset = 0;
  for (const [index, word] of words.entries()) {
    if (index > 0 && word.space !== "") {
      parts.push({ index: null, level: levels[offset] ?? 0, direction: base });
      offset += word.space.length;
    }
    const telling = firstTelling(word.text);
    const level = levels[offset + telling] ?? 0;
    // Digits alone have no direction: marks around them stand where the text around them puts them, "1987)" in Arabic
    // with its bracket on the left.
    const isNumber = /\p{Nd}/u.test(word.text[telling] ?? "") && ![...word.text].some(strong);
    const own = [...levels.subarray(offset, offset + word.text.length)];
    const lowest = isNumber ? Math.min(...own) : level;
    parts.push({ index, level, direction: lowest % 2 === 1 ? "rtl" : "ltr" });
    offset += word.text.length;
  }
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level >= 1; level--) {
    for (let from = 0; from < parts.length; from++) {
      let to = from;
      while (to < parts.length && (parts[to]?.level ?? 0) >= level) to++;
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to;
    }
  }
  return parts.flatMap(({ index, direction }) => (index === null ? [] : [{ index, direction }]));
};

/** Position of the first strong character or digit, else of the first character. */
const firstTelling = (text: string): number => {
  let position = 0;
  for (const character of text) {
    if (strong(character) !== null || /\p{Nd}/u.test(character)) return position;
    position += character.length;
  }
  return 0;
};
