import {
  eastAsianFallbacks,
  type FontFamily,
  namedFamilies,
  nearestWeight,
  scriptFallbacks,
  setsMarks,
  similarFamiliesOf,
  symbolFamily,
} from "./font-catalog.ts";
import type { FontLibrary, JoinedEmoji, UploadedFont } from "./font-library.ts";

/** Scripts whose words mix with Latin ones without a space: two faces in one entry are normal there. */
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Letters that not every face has. */
const rareLetters = (text: string): readonly number[] =>
  [...text.matchAll(/[\p{L}\p{M}]/gu)]
    .map(([letter]) => letter.codePointAt(0) ?? 0)
    .filter((at) => at > 0xff);

const hasEmoji = (text: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text);

/** How Skia is asked for a text. */
interface Face {
  /** Names of families in the order in which Skia searches them for a character. */
  families: string;
  /**
   * Weight to ask for: the one that the named family has, where it covers the text. Skia would embolden a lighter file;
   * scripts that fall back keep the requested weight.
   */
  weight: number;
}

export interface FontChoice extends Face {
  /** The text to pass to Skia so that this text is drawn. */
  drawnText: string;
  /** Whether one of the fonts has all of these characters, as marks and their letter must have. */
  hasTogether: (characters: readonly string[]) => boolean;
}

/** Returns the fonts of a text in a named family. */
export type FontChain = (family: string, weight: number, text: string) => FontChoice;

/** Returns the bundled family of this name, in any case; null when there is none. */
export const bundledFamily = (name: string): FontFamily | null =>
  namedFamilies.find(({ family }) => family.toLowerCase() === name.trim().toLowerCase()) ?? null;

/** What the chains of one video share. */
interface VideoText {
  library: FontLibrary;
  /** Registers the subsets of a family for the whole text; null while the library loads what it needs to know them. */
  register: (family: FontFamily, weight: number) => readonly string[] | null;
  text: string;
  isAscii: boolean;
  language: string | null;
  /** Emoji sequences that Skia would split; null when the text has none. */
  joined: JoinedEmoji | null;
}

/** The fonts of one family and weight, before it is known which word is drawn. */
interface FamilyFonts {
  weight: number;
  uploaded: UploadedFont | null;
  /** Null when the font is an uploaded one. */
  named: FontFamily | null;
  fallbacks: readonly FontFamily[];
  /** Registered files, without the uploaded font and joined emoji. */
  aliases: readonly string[];
  /** Everything that Skia searches, in order. */
  names: readonly string[];
}

/** The distinct letters of a text with their marks and joiners: one font must have all characters of one. */
const clustersOf = (text: string): string[] => [
  ...new Set(text.match(/\P{M}[\p{M}\u200C\u200D]*|\p{M}+/gu) ?? []),
];

const pointsOf = (text: string): number[] =>
  [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);

/**
 * Registers fonts only for clusters that no font before has. All fallbacks claim common characters such as é: without
 * this, a French text would have 36 fonts, each of which takes time to load, to measure and to draw with.
 */
class MissingClusters {
  #clusters: readonly string[];
  #isLoading = false;
  readonly #library: FontLibrary;

  constructor(library: FontLibrary, clusters: readonly string[]) {
    this.#library = library;
    this.#clusters = clusters;
  }

  /** Removes what registered fonts have; null while they are loaded. Returns their aliases. */
  coverBy(aliases: readonly string[] | null): readonly string[] {
    this.#isLoading ||= aliases === null;
    for (const alias of this.#clusters.length === 0 ? [] : (aliases ?? [])) {
      const known = this.#library.codePointsOf(alias);
      this.#clusters = this.#clusters.filter((cluster) =>
        pointsOf(cluster).some((point) => !known.has(point)),
      );
    }
    return aliases ?? [];
  }

  /** Registers families in order as far as they may have what is missing, unless fonts before them are loaded. */
  register(families: readonly FontFamily[], weight: number): readonly string[] {
    if (this.#isLoading) return [];
    return families.flatMap((family) =>
      this.#clusters.length === 0
        ? []
        : this.coverBy(this.#library.registerSubsets(family, weight, pointsOf(this.#clusters.join("")))),
    );
  }
}

const fontsOfFamily = (familyName: string, weight: number, video: VideoText): FamilyFonts => {
  const { library, text, isAscii, language, joined } = video;
  const uploaded = library.uploadedFont(familyName);
  const named = uploaded ? null : (bundledFamily(familyName) ?? namedFamilies[0] ?? null);
  const own = named ? video.register(named, weight) : [];
  const marked = setsMarks.test(text) ? [library.registerMarkedLetters(weight)] : [];
  const scripts = scriptFallbacks.filter(({ family }) => family !== named?.family);
  const eastAsian = eastAsianFallbacks(language, text);
  // Every bundled family has ASCII.
  const isComplete = isAscii && (uploaded?.covers(text) ?? true);
  const clusters = isComplete ? [] : clustersOf(text).filter((cluster) => !uploaded?.covers(cluster));
  const missing = new MissingClusters(library, clusters);
  const aliases = [
    ...missing.coverBy(own),
    ...missing.coverBy(marked),
    ...missing.register(scripts, weight),
    ...missing.register(eastAsian, weight),
    ...(hasEmoji(text) ? [library.registerEmoji()] : []),
    ...missing.register([symbolFamily], 400),
  ];
  const names = [...(uploaded ? [familyName] : []), ...aliases, ...(joined ? [joined.alias] : [])];
  return { weight, uploaded, named, fallbacks: [...scripts, ...eastAsian], aliases, names };
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/**
 * Returns the font of one word. Letters of different fonts in one word look wrong, so that a word with a letter that
 * the family lacks is drawn in one font that has all of them. Combining marks have a separate font.
 */
const faceOf = (word: string, fonts: FamilyFonts, { library, register }: VideoText): Face => {
  const { weight, uploaded, named, fallbacks, names } = fonts;
  /** True also while the family is loaded: no other one is loaded before it is known to be needed. */
  const mayHaveAll = (family: FontFamily, letters: readonly number[]): boolean => {
    const aliases = register(family, weight);
    const hasPoint = (point: number) =>
      aliases?.some((alias) => library.codePointsOf(alias).has(point)) ?? true;
    return letters.every(hasPoint);
  };
  const letters = rareLetters(word);
  const isMixed = setsMarks.test(word) || eastAsian.test(word);
  const isWhole = !named || letters.length === 0 || isMixed || mayHaveAll(named, letters);
  const other = isWhole
    ? undefined
    : [...similarFamiliesOf(named), ...fallbacks].find((face) => mayHaveAll(face, letters));
  if (other) {
    return {
      families: quoted([...(register(other, weight) ?? []), ...names]),
      weight: other.weights === null ? weight : nearestWeight(other.weights, weight),
    };
  }
  const ownWeight =
    uploaded?.weightFor(word, weight) ??
    (named?.weights && library.isCovered(named, word) ? nearestWeight(named.weights, weight) : weight);
  return { families: quoted(names), weight: ownWeight };
};

/** Bounds the memory of long videos. Words repeat, so few are computed twice. */
const maxFaces = 5000;

const createFamilyChain = (familyName: string, weight: number, video: VideoText) => {
  const fonts = fontsOfFamily(familyName, weight, video);
  const faces = new Map<string, Face>();
  const hasTogether = (characters: readonly string[]): boolean => {
    if (fonts.uploaded?.covers(characters.join(""))) return true;
    const points = characters.map((character) => character.codePointAt(0) ?? 0);
    return fonts.aliases.some((alias) =>
      points.every((point) => video.library.codePointsOf(alias).has(point)),
    );
  };
  return (text: string): FontChoice => {
    const face = faces.get(text) ?? faceOf(text, fonts, video);
    if (faces.size > maxFaces) faces.clear();
    faces.set(text, face);
    return { ...face, drawnText: video.joined?.drawnText(text) ?? text, hasTogether };
  };
};

/**
 * Prepares the fonts for all text of one video. Only subsets with characters that occur are read: a few milliseconds for a
 * Latin video, some dozens of small files instead of a large one for a Japanese video.
 *
 * @param text everything that will be drawn, in its final case
 */
export const prepareFonts = (library: FontLibrary, text: string, language: string | null): FontChain => {
  const codePoints = pointsOf(`${text} `);
  let isLoading = false;
  const watched: FontLibrary = {
    ...library,
    registerSubsets: (...family) => {
      const aliases = library.registerSubsets(...family);
      isLoading ||= aliases === null;
      return aliases;
    },
  };
  const registered = new Map<string, readonly string[]>();
  const video: VideoText = {
    library: watched,
    register: (family, weight) => {
      const key = `${family.family}/${weight}`;
      const aliases = registered.get(key) ?? watched.registerSubsets(family, weight, codePoints);
      if (aliases !== null) registered.set(key, aliases);
      return aliases;
    },
    text,
    isAscii: codePoints.every((point) => point < 0x80),
    language,
    joined: library.joinEmoji(text),
  };
  const chains = new Map<string, (text: string) => FontChoice>();
  return (familyName, weight, word) => {
    const key = `${familyName}/${weight}`;
    const chain = chains.get(key) ?? createFamilyChain(familyName, weight, video);
    const choice = chain(word);
    // What is chosen while fonts are loaded is not kept.
    if (isLoading) chains.delete(key);
    else chains.set(key, chain);
    isLoading = false;
    return choice;
  };
};
