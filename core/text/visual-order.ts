import bidiFactory from "bidi-js";

// The package is CommonJS whose export is the factory itself; its types speak of a `default` property.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

const strongDirection = (character: string): Direction | null => {
  const type = bidi.getBidiCharTypeName(character);
  if (type === "L") return "ltr";
  return type === "R" || type === "AL" ? "rtl" : null;
};

/** Returns the strong directions of a text's characters, in order. */
export const letterDirections = (text: string): Direction[] =>
  [...text].map(strongDirection).filter((direction) => direction !== null);

/**
 * Returns the direction in which a word is read: that of its letters, which can differ from the direction that its
 * punctuation gives the run (a Latin word with a comma in a Hebrew line); without letters, the direction of the run.
 */
export const readingDirection = (word: { text: string; direction: Direction }): Direction =>
  [...word.text.replace(/\p{Cf}/gu, "")].map(strongDirection).find((direction) => direction !== null) ??
  word.direction;

/** A run of text that is drawn at once: usually a word with the punctuation beside it. */
export interface PlacedRun {
  /** Index into the line's words, in reading order. */
  index: number;
  text: string;
  /** Direction of the run. */
  direction: Direction;
  /** The part of its word that it contains, 0 to 1. */
  part: { from: number; to: number };
  /** Spaces on its left. */
  spacesBefore: number;
}

/** A character of one UTF-16 unit per bidirectional class. */
const oneUnitCharacters: Readonly<Record<string, string>> = {
  L: "a",
  R: "\u05D0",
  AL: "\u0627",
  EN: "0",
  AN: "\u0660",
  NSM: "\u0300",
  BN: "\u200B",
};

/**
 * Returns the embedding level of each UTF-16 unit of a line. bidi-js treats surrogates as Latin letters, so that
 * characters of two units (emoji) are replaced with others of their class.
 */
const embeddingLevels = (line: string, base: Direction): Uint8Array =>
  bidi.getEmbeddingLevels(
    line.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
      (oneUnitCharacters[bidi.getBidiCharTypeName(character)] ?? "*").repeat(2),
    ),
    base,
  ).levels;

/** Punctuation of the sentence, in contrast to symbols of a name: "Google," but "C++". */
const sentencePunctuation = /[.,:;!?…،؛؟'"“”„‘’‚«»‹›()[\]{}]/u;

/** Replaces the symbols of a name with letters, so that they are not separated from it: "C++" in a Hebrew line. */
const withNameSymbolsAsLetters = (word: string): string => {
  const directions = new Set([...word].map(strongDirection).filter((direction) => direction !== null));
  const [only] = directions;
  if (only === undefined || directions.size > 1) return word;
  const letter = only === "ltr" ? "a" : "\u05D0";
  return word.replace(/[^\p{L}\p{N}\p{M}\p{Cf}\s]/gu, (mark) =>
    sentencePunctuation.test(mark) ? mark : letter.repeat(mark.length),
  );
};

/** Consecutive characters of one word and level, or the space before a word. */
interface Fragment {
  /** Null: a space. */
  index: number | null;
  text: string;
  /** Offset within its word, in UTF-16 units. */
  at: number;
  level: number;
}

const fragmentsOf = (words: readonly { text: string; space: string }[], base: Direction): Fragment[] => {
  const texts = words.flatMap(({ text, space }, index) => [
    ...(index > 0 && space !== "" ? [{ index: null, text: space, leveled: space }] : []),
    { index, text, leveled: withNameSymbolsAsLetters(text) },
  ]);
  const levels = embeddingLevels(texts.map(({ leveled }) => leveled).join(""), base);
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

/** Rule L2 of UAX #9: from the highest level down, reverses the runs of each level and above. */
const reorderByLevel = <T extends { level: number }>(parts: readonly T[]): T[] => {
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

const hasDirection = (text: string): boolean =>
  [...text].some((each) => strongDirection(each) !== null || /\p{Nd}/u.test(each));

/** The characters as displayed from left to right, with mirrored brackets. */
const visualText = (fragments: readonly { text: string; level: number }[]): string =>
  fragments
    .map(({ text, level }) => {
      if (level % 2 === 0) return text;
      return [...text]
        .reverse()
        .map((character) => bidi.getMirroredCharacter(character) ?? character)
        .join("");
    })
    .join("");

/** The characters of a text that is drawn alone, as displayed from left to right. */
const visualTextAlone = (text: string, direction: Direction): string => {
  const levels = embeddingLevels(text, direction);
  let unit = 0;
  const characters = [...text].map((character) => {
    const level = levels[unit] ?? 0;
    unit += character.length;
    return { text: character, level };
  });
  return visualText(reorderByLevel(characters));
};

/** Neighboring fragments on screen that are drawn at once, from left to right. */
interface RunGroup {
  index: number;
  fragments: Fragment[];
  spacesBefore: number;
}

/** Groups neighboring fragments of the same word. */
const groupByWord = (order: readonly Fragment[]): RunGroup[] => {
  const groups: RunGroup[] = [];
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

const isDirectionalGroup = ({ fragments }: RunGroup): boolean =>
  fragments.some(({ text }) => hasDirection(text));

/**
 * Attaches punctuation that is displayed apart from its word to the word beside it, which is highlighted together with
 * it: in a Hebrew line, "(Google Maps)," has its comma and a bracket beside "Google".
 */
const attachDetachedMarks = (groups: readonly RunGroup[]): RunGroup[] => {
  const hasLetters = new Set(groups.filter(isDirectionalGroup).map(({ index }) => index));
  const isDetached = (group: RunGroup): boolean => !isDirectionalGroup(group) && hasLetters.has(group.index);
  const attached: RunGroup[] = [];
  for (const group of groups) {
    const last = attached.at(-1);
    if (!last || group.spacesBefore > 0 || isDetached(last) === isDetached(group))
      attached.push({ ...group });
    else
      attached[attached.length - 1] = {
        ...last,
        index: isDetached(group) ? last.index : group.index,
        fragments: [...last.fragments, ...group.fragments],
      };
  }
  return attached;
};

const oppositeDirection: Readonly<Record<Direction, Direction>> = { ltr: "rtl", rtl: "ltr" };

/** Encloses a fragment in directional marks, which have no width, so that it keeps its direction. */
const isolateDirection = ({ text, level }: Fragment): string => {
  const mark = level % 2 === 1 ? rightToLeftMark : leftToRightMark;
  return mark + text + mark;
};

/**
 * Returns the text and direction that display a group as in its line. Alone, "12.5%" would be displayed as in Latin text,
 * though after Arabic letters its percent sign is on the left. Where neither direction is right, directional marks are
 * added.
 */
const runSetting = (
  { index, fragments }: RunGroup,
  base: Direction,
): Pick<PlacedRun, "text" | "direction"> => {
  const isOfOneWord = fragments.every((fragment) => fragment.index === index);
  const read = base === "rtl" ? [...fragments].reverse() : [...fragments];
  if (isOfOneWord) read.sort((one, other) => one.at - other.at);
  const text = read.map((fragment) => fragment.text).join("");
  const directional = fragments.find((fragment) => hasDirection(fragment.text)) ?? fragments[0];
  const own = directionOf(directional?.level ?? 0);
  if (fragments.length === 1) return { text, direction: own };
  const target = visualText(fragments);
  const direction = [own, oppositeDirection[own]].find((each) => visualTextAlone(text, each) === target);
  if (direction) return { text, direction };
  return {
    text: read.map(isolateDirection).join(""),
    direction: directionOf(Math.min(...fragments.map(({ level }) => level))),
  };
};

/** The part of its word that a group contains, 0 to 1, by number of characters. */
const partOf = ({ index, fragments }: RunGroup, groups: readonly RunGroup[]): PlacedRun["part"] => {
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
 * Orders the words of a line from left to right by the Unicode bidirectional algorithm (UAX #9). A word that the algorithm
 * splits becomes several runs.
 *
 * @param words texts in reading order, each with the space before it ("" or " ")
 */
export const visualOrder = (
  words: readonly { text: string; space: string }[],
  base: Direction,
): PlacedRun[] => {
  const groups = attachDetachedMarks(groupByWord(reorderByLevel(fragmentsOf(words, base))));
  return groups.map((group) => ({
    index: group.index,
    ...runSetting(group, base),
    part: partOf(group, groups),
    spacesBefore: group.spacesBefore,
  }));
};
