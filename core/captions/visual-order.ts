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

/**
 * Direction in which a word is read: its letters', whatever marks beside them have it set in (a Latin word with a comma
 * in a Hebrew line is set from the right); without letters that in which it is set.
 */
export const readingDirection = (word: { text: string; direction: Direction }): Direction =>
  [...word.text].map(strong).find((direction) => direction !== null) ?? word.direction;

export interface PlacedWord {
  /** Index into the line's words, in reading order. */
  index: number;
  /** Direction in which the word itself is set. */
  direction: Direction;
}

/** For each bidirectional class a character of one UTF-16 unit. */
const standIns: Readonly<Record<string, string>> = {
  L: "a",
  R: "\u05D0",
  AL: "\u0627",
  EN: "0",
  AN: "\u0660",
  NSM: "\u0300",
  BN: "\u200B",
};

/**
 * The line's embedding levels, one for each UTF-16 unit. bidi-js takes halves of pairs for Latin letters: characters of
 * two units (emoji) are given to it as others of their class.
 */
const embeddingLevels = (line: string, base: Direction): Uint8Array =>
  bidi.getEmbeddingLevels(
    line.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
      (standIns[bidi.getBidiCharTypeName(character)] ?? "*").repeat(2),
    ),
    base,
  ).levels;

/** Marks that belong to the sentence around a word, unlike those of a name: "Google," but "C++". */
const sentenceMark = /[.,:;!?…،؛؟"'“”„‘’‚«»‹›()[\]{}]/u;

interface LinePart {
  index: number | null;
  level: number;
  /** Levels of the word's characters. */
  own: readonly number[];
  text: string;
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
  const levels = embeddingLevels(line, base);
  // Spaces take part too: between two numbers they have the line's level, which keeps the numbers apart.
  const parts: LinePart[] = [];
  let offset = 0;
  const add = (index: number | null, text: string): void => {
    const own = [...levels.subarray(offset, offset + text.length)];
    parts.push({ index, level: own[firstTelling(text)] ?? 0, own, text });
    offset += text.length;
  };
  for (const [index, word] of words.entries()) {
    if (index > 0 && word.space !== "") add(null, word.space);
    add(index, word.text);
  }
  const directions = new Map(
    parts.flatMap((part, at) =>
      part.index === null ? [] : [[part.index, directionOf(part, parts[at - 1], parts[at + 1])]],
    ),
  );
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level >= 1; level--) {
    for (let from = 0; from < parts.length; from++) {
      let to = from;
      while (to < parts.length && (parts[to]?.level ?? 0) >= level) to++;
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to;
    }
  }
  return parts.flatMap(({ index }) =>
    index === null ? [] : [{ index, direction: directions.get(index) ?? base }],
  );
};

/**
 * Its letters' direction; the line's, when marks at the word's edges stand where the text around it puts them ("1987)"
 * in Arabic with its bracket on the left, "Google," with its comma there). Marks of a run of several words stand at
 * the run's edges and not at the word's: there they stay beside their letters.
 */
const directionOf = (
  word: LinePart,
  before: LinePart | undefined,
  after: LinePart | undefined,
): Direction => {
  const isAlone = [before, after].every((part) => part === undefined || part.level < word.level);
  const goesByLine = isAlone && (isNumber(word.text) || onlyMarks(word));
  const level = goesByLine ? Math.min(...word.own) : word.level;
  return level % 2 === 1 ? "rtl" : "ltr";
};

/** Digits have no direction: signs and currencies around them go by the line too. */
const isNumber = (text: string): boolean => /\p{Nd}/u.test(text) && ![...text].some(strong);

/** Whether all that stands at a lower level than the word is a mark of the sentence. */
const onlyMarks = ({ text, own, level }: LinePart): boolean =>
  own.every((each, unit) => each >= level || sentenceMark.test(text[unit] ?? ""));

/** Position of the first strong character or digit, else of the first character. */
const firstTelling = (text: string): number => {
  let position = 0;
  for (const character of text) {
    if (strong(character) !== null || /\p{Nd}/u.test(character)) return position;
    position += character.length;
  }
  return 0;
};
