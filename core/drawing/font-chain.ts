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
  text: string;
  codePoints: readonly number[];
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

const fontsOfFamily = (familyName: string, weight: number, video: VideoText): FamilyFonts => {
  const { library, text, codePoints, isAscii, language, joined } = video;
  const uploaded = library.uploadedFont(familyName);
  const named = uploaded ? null : (bundledFamily(familyName) ?? namedFamilies[0] ?? null);
  const needsFallbacks = !isAscii || uploaded?.covers(text) === false;
  const fallbacks = [
    ...scriptFallbacks.filter((fallback) => fallback.family !== named?.family && needsFallbacks),
    ...(isAscii ? [] : eastAsianFallbacks(language, text)),
  ];
  const aliases = [
    ...(named ? library.registerSubsets(named, weight, codePoints) : []),
    ...(setsMarks.test(text) ? [library.registerMarkedLetters(weight)] : []),
    ...fallbacks.flatMap((family) => library.registerSubsets(family, weight, codePoints)),
    ...(hasEmoji(text) ? [library.registerEmoji()] : []),
    ...(isAscii ? [] : library.registerSubsets(symbolFamily, 400, codePoints)),
  ];
  const names = [...(uploaded ? [familyName] : []), ...aliases, ...(joined ? [joined.alias] : [])];
  return { weight, uploaded, named, fallbacks, aliases, names };
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/**
 * Returns the font of one word. Letters of different fonts in one word look wrong, so that a word with a letter that
 * the family lacks is drawn in one font that has all of them. Combining marks have a separate font.
 */
const faceOf = (word: string, fonts: FamilyFonts, { library, codePoints }: VideoText): Face => {
  const { weight, uploaded, named, fallbacks, names } = fonts;
  const hasAll = (family: FontFamily, letters: readonly number[]): boolean => {
    const aliases = library.registerSubsets(family, weight, codePoints);
    return letters.every((point) => aliases.some((alias) => library.codePointsOf(alias).has(point)));
  };
  const letters = rareLetters(word);
  const isMixed = setsMarks.test(word) || eastAsian.test(word);
  const isWhole = !named || letters.length === 0 || isMixed || hasAll(named, letters);
  const other = isWhole
    ? undefined
    : [...similarFamiliesOf(named), ...fallbacks].find((face) => hasAll(face, letters));
  if (other) {
    return {
      families: quoted([...library.registerSubsets(other, weight, codePoints), ...names]),
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
  const codePoints = [...new Set([...text, " "])].map((character) => character.codePointAt(0) ?? 0);
  const video: VideoText = {
    library,
    text,
    codePoints,
    isAscii: codePoints.every((point) => point < 0x80),
    language,
    joined: library.joinEmoji(text),
  };
  const chains = new Map<string, (text: string) => FontChoice>();
  return (familyName, weight, word) => {
    const key = `${familyName}/${weight}`;
    const chain = chains.get(key) ?? createFamilyChain(familyName, weight, video);
    chains.set(key, chain);
    return chain(word);
  };
};
