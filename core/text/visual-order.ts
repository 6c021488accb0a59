import bidiFactory from "bidi-js";

// The package is CommonJS whose export is the factory itself; its types speak of a `default` property.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

const strong = (character: string): Direction | null => {
  const type = bidi.getBidiCharTypeName(character);
  if (type === "L") return "ltr";
  return type === "R" || type === "AL" ? "rtl" : null;
};

/** Returns the directions of a text's letters, in order; characters without a direction of their own are left out. */
export const letterDirections = (text: string): Direction[] =>
  [...text].map(strong).filter((direction) => direction !== null);

/**
 * Direction in which a word is read: its letters', whatever marks beside them have it set in (a Latin word with a comma
 * in a Hebrew line is set from the right); without letters that in which it is set.
 */
export const readingDirection = (word: { text: string; direction: Direction }): Direction =>
  [...word.text.replace(/\p{Cf}/gu, "")].map(strong).find((direction) => direction !== null) ??
  word.direction;

/** A piece of text that is set at once: a word as a rule, with the marks that stand beside it on screen. */
export interface PlacedRun {
  /** Index into the line's words, in reading order. */
  index: number;
  text: string;
  /** Direction in which it is set. */
  direction: Direction;
  /** Which part of its word it is, 0 to 1. */
  part: { from: number; to: number };
  /** Spaces on its left. */
  spacesBefore: number;
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
const sentenceMark = /[.,:;!?…،؛؟'"“”„‘’‚«»‹›()[\]{}]/u;

/** Marks of a name count as its letters, which nobody would part from it: "C++" in a Hebrew line. */
const withOwnMarks = (word: string): string => {
  const directions = new Set([...word].map(strong).filter((direction) => direction !== null));
  const [only] = directions;
  if (only === undefined || directions.size > 1) return word;
  const letter = only === "ltr" ? "a" : "\u05D0";
  return word.replace(/[^\p{L}\p{N}\p{M}\p{Cf}\s]/gu, (mark) =>
    sentenceMark.test(mark) ? mark : letter.repeat(mark.length),
  );
};

/** Characters of one level that follow each other in one word, or the space before a word. */
interface Fragment {
  /** Null: a space. */
  index: number | null;
  text: string;
  /** Where in its word it begins, in UTF-16 units. */
  at: number;
  level: number;
}

const fragmentsOf = (words: readonly { text: string; space: string }[], base: Direction): Fragment[] => {
  const texts = words.flatMap(({ text, space }, index) => [
    ...(index > 0 && space !== "" ? [{ index: null, text: space, counted: space }] : []),
    { index, text, counted: withOwnMarks(text) },
  ]);
  const levels = embeddingLevels(texts.map(({ counted }) => counted).join(""), base);
  let offset = 0;
  return texts.flatMap(({ index, text }) => {
    const own = levels.subarray(offset, offset + text.length);
    offset += text.length;
    const starts = [...own.keys()].filter((at) => at === 0 || own[at] !== own[at - 1]);
    return starts.map((at, nth) => ({
      index,
      text: text.slice(at, starts[nth + 1]),
      at,
      level: own[at] ?? 0,
    }));
  });
};

/** Rule L2: from the highest level down, whatever stands at it or above is turned round. */
const turned = <T extends { level: number }>(parts: readonly T[]): T[] => {
  const order = [...parts];
  for (let level = Math.max(0, ...order.map((part) => part.level)); level >= 1; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
};

const leftToRightMark = "\u200E";
const rightToLeftMark = "\u200F";

const directionOf = (level: number): Direction => (level % 2 === 1 ? "rtl" : "ltr");

const isTelling = (text: string): boolean =>
  [...text].some((each) => strong(each) !== null || /\p{Nd}/u.test(each));

/** What is seen from left to right, with brackets as they are turned. */
const seen = (fragments: readonly { text: string; level: number }[]): string =>
  fragments
    .map(({ text, level }) => {
      if (level % 2 === 0) return text;
      return [...text]
        .reverse()
        .map((character) => bidi.getMirroredCharacter(character) ?? character)
        .join("");
    })
    .join("");

/** What is seen of a text that is set on its own. */
const seenAlone = (text: string, direction: Direction): string => {
  const levels = embeddingLevels(text, direction);
  let unit = 0;
  const characters = [...text].map((character) => {
    const level = levels[unit] ?? 0;
    unit += character.length;
    return { text: character, level };
  });
  return seen(turned(characters));
};

/** Neighbours on screen that are set at once, from left to right. */
interface Group {
  index: number;
  fragments: Fragment[];
  spacesBefore: number;
}

/** Neighbours of one word; spaces stand between groups. */
const grouped = (order: readonly Fragment[]): Group[] => {
  const groups: Group[] = [];
  let spaces = 0;
  for (const fragment of order) {
    const last = groups.at(-1);
    if (fragment.index === null) spaces++;
    else if (last?.index === fragment.index && spaces === 0) last.fragments.push(fragment);
    else {
      groups.push({ index: fragment.index, fragments: [fragment], spacesBefore: spaces });
      spaces = 0;
    }
  }
  return groups;
};

const isTellingGroup = ({ fragments }: Group): boolean => fragments.some(({ text }) => isTelling(text));

/**
 * Marks that stand apart from their word, at the other end of a run of several ("(Google Maps)," in a Hebrew line has its
 * comma and a bracket beside "Google"), go with the word that they stand beside: it is boxed and coloured with them.
 */
const withMarksTaken = (groups: readonly Group[]): Group[] => {
  const hasLetters = new Set(groups.filter(isTellingGroup).map(({ index }) => index));
  const isAdrift = (group: Group): boolean => !isTellingGroup(group) && hasLetters.has(group.index);
  const taken: Group[] = [];
  for (const group of groups) {
    const last = taken.at(-1);
    if (!last || group.spacesBefore > 0 || isAdrift(last) === isAdrift(group)) taken.push({ ...group });
    else
      taken[taken.length - 1] = {
        ...last,
        index: isAdrift(group) ? last.index : group.index,
        fragments: [...last.fragments, ...group.fragments],
      };
  }
  return taken;
};

const opposite: Readonly<Record<Direction, Direction>> = { ltr: "rtl", rtl: "ltr" };

/** Holds a fragment's characters in its direction, whatever stands beside it. The marks have no width. */
const heldInDirection = ({ text, level }: Fragment): string => {
  const mark = level % 2 === 1 ? rightToLeftMark : leftToRightMark;
  return mark + text + mark;
};

/**
 * What has to be set, and how, for the group to be seen as it is in its line. On its own "12.5%" would be set as in Latin
 * text, though behind Arabic letters its sign stands on the left: where neither direction is right, marks hold the pieces.
 */
const setting = ({ index, fragments }: Group, base: Direction): Pick<PlacedRun, "text" | "direction"> => {
  const isOfOneWord = fragments.every((fragment) => fragment.index === index);
  const read = base === "rtl" ? [...fragments].reverse() : [...fragments];
  if (isOfOneWord) read.sort((one, other) => one.at - other.at);
  const text = read.map((fragment) => fragment.text).join("");
  const telling = fragments.find((fragment) => isTelling(fragment.text)) ?? fragments[0];
  const own = directionOf(telling?.level ?? 0);
  if (fragments.length === 1) return { text, direction: own };
  const wanted = seen(fragments);
  const direction = [own, opposite[own]].find((each) => seenAlone(text, each) === wanted);
  if (direction) return { text, direction };
  return {
    text: read.map(heldInDirection).join(""),
    direction: directionOf(Math.min(...fragments.map(({ level }) => level))),
  };
};

/** Which part of its word a group is, 0 to 1, by the number of characters. */
const partOf = ({ index, fragments }: Group, groups: readonly Group[]): PlacedRun["part"] => {
  const own = groups
    .filter((group) => group.index === index)
    .flatMap((group) => group.fragments.filter((fragment) => fragment.index === index));
  const length = (some: readonly Fragment[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const mine = fragments.filter((fragment) => fragment.index === index);
  const at = Math.min(...mine.map((fragment) => fragment.at));
  const from = length(own.filter((fragment) => fragment.at < at)) / length(own);
  return { from, to: from + length(mine) / length(own) };
};

/**
 * One line from left to right, by the Unicode bidirectional algorithm (UAX #9): its words, and where the algorithm parts
 * a word, the parts.
 *
 * @param words texts in reading order with the space that stands before each ("" or " ")
 */
export const visualOrder = (
  words: readonly { text: string; space: string }[],
  base: Direction,
): PlacedRun[] => {
  const groups = withMarksTaken(grouped(turned(fragmentsOf(words, base))));
  return groups.map((group) => ({
    index: group.index,
    ...setting(group, base),
    part: partOf(group, groups),
    spacesBefore: group.spacesBefore,
  }));
};
