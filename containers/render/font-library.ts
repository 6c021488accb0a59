import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import {
  eastAsianFallbacks,
  emojiFamily,
  emojiSubset,
  type FontFamily,
  kinOf,
  markedLetters,
  namedFamilies,
  scriptFallbacks,
  setsMarks,
  symbolFamily,
} from "./font-catalog.ts";
import { joinEmoji } from "./joined-emoji.ts";
import { GlobalFonts } from "./skia.ts";
import { uploadedFont } from "./uploaded-fonts.ts";

const require = createRequire(import.meta.url);

interface Subset {
  name: string;
  ranges: readonly (readonly [number, number])[];
}

interface Package {
  folder: string;
  subsets: readonly Subset[];
}

const packages = new Map<string, Package>();
/** Files that Skia knows, by the name under which it does. */
const registered = new Map<string, string>();
const characters = new Map<string, ReadonlySet<number>>();

// "U+0-ff,U+131" → [[0, 255], [305, 305]]
const parseRanges = (text: string): (readonly [number, number])[] =>
  text.split(",").map((range) => {
    const [from = "", to] = range.trim().replace(/^U\+/i, "").split("-");
    const start = Number.parseInt(from, 16);
    return [start, to === undefined ? start : Number.parseInt(to, 16)];
  });

const openPackage = (name: string): Package => {
  const known = packages.get(name);
  if (known) return known;
  const index = require.resolve(`${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(index, "utf8")) as Record<string, string>;
  const opened: Package = {
    folder: join(dirname(index), "files"),
    // Numbered subsets are written "[12]" in the index and 12 in file names.
    subsets: Object.entries(ranges).map(([key, value]) => ({
      name: key.replace(/[[\]]/g, ""),
      ranges: parseRanges(value),
    })),
  };
  packages.set(name, opened);
  return opened;
};

const nearest = (weights: readonly number[], wanted: number): number =>
  weights.reduce((best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best));

/** Makes a file known to Skia under a name of ours, once; the name in the file may lie or be missing. */
const register = (family: FontFamily, subset: string, weight: number): string => {
  const fileWeight = family.weights === null ? null : nearest(family.weights, weight);
  const alias = `${family.family}/${subset}${fileWeight === null ? "" : `/${fileWeight}`}`;
  return registerFile(alias, () =>
    join(openPackage(family.packageName).folder, family.file(subset, fileWeight ?? weight)),
  );
};

const registerFile = (alias: string, pathOf: () => string): string => {
  if (registered.has(alias)) return alias;
  const path = pathOf();
  if (GlobalFonts.registerFromPath(path, alias) === null)
    throw new Error(`font file cannot be used: ${path}`);
  registered.set(alias, path);
  return alias;
};

const registerMarkedLetters = (weight: number): string => {
  const fileWeight = nearest(markedLetters.weights, weight);
  return registerFile(`${markedLetters.family}/${fileWeight}`, () =>
    require.resolve(`${markedLetters.packageName}/${markedLetters.file(fileWeight)}`),
  );
};

/** The characters that a registered file really has: the ranges of its subset promise more. */
const charactersOf = (alias: string): ReadonlySet<number> => {
  let known = characters.get(alias);
  if (!known) {
    known = new Set(readFontFace(readFileSync(registered.get(alias) as string)).codePoints);
    characters.set(alias, known);
  }
  return known;
};

const covers = (subset: Subset, codePoints: readonly number[]): boolean =>
  codePoints.some((point) => subset.ranges.some(([from, to]) => point >= from && point <= to));

const isCovered = (family: FontFamily, text: string): boolean => {
  const { subsets } = openPackage(family.packageName);
  return [...text].every((character) =>
    subsets.some((subset) => covers(subset, [character.codePointAt(0) ?? 0])),
  );
};

/** Scripts whose words mix with Latin ones without a space: there two faces in one entry are the rule. */
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Letters that not every face has. */
const rareLetters = (text: string): readonly number[] =>
  [...text.matchAll(/[\p{L}\p{M}]/gu)]
    .map(([letter]) => letter.codePointAt(0) ?? 0)
    .filter((at) => at > 0xff);

const hasEmoji = (text: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text);

export interface FontChoice {
  /** Names of families in the order in which Skia looks for a character. */
  families: string;
  /**
   * Weight to ask for: the one that the named family has, where it covers the text. Skia would embolden a lighter file
   * by itself; scripts that fall back keep the weight that was wanted.
   */
  weight: number;
  /** The text to hand to Skia for the one to be drawn. */
  drawnText: string;
  /** Whether one of the fonts has all of these characters, as marks and their letter must have. */
  hasTogether: (characters: readonly string[]) => boolean;
}

/** The fonts of a text in a named family. */
export type FontChain = (family: string, weight: number, text: string) => FontChoice;

/** The bundled family of this name, in any case; null when there is none. */
export const bundledFamily = (name: string): FontFamily | null =>
  namedFamilies.find(({ family }) => family.toLowerCase() === name.trim().toLowerCase()) ?? null;

/**
 * Prepares the fonts for all text of one video: only the subsets with characters that occur are read, so that a Latin
 * video costs a few milliseconds and a Japanese one reads some dozens of small files instead of a large one.
 *
 * @param text everything that will be drawn, in its final case
 */
export const prepareFonts = (text: string, language: string | null): FontChain => {
  const codePoints = [...new Set([...text, " "])].map((character) => character.codePointAt(0) ?? 0);
  const isAscii = codePoints.every((point) => point < 0x80);
  const aliasesOf = (family: FontFamily, weight: number): string[] =>
    openPackage(family.packageName)
      .subsets.filter((subset) => covers(subset, codePoints))
      .map((subset) => register(family, subset.name, weight));
  const joined = joinEmoji(text, emojiFamily.family, () =>
    // WOFF2 has outlines in another form.
    join(
      openPackage(emojiFamily.packageName).folder,
      emojiFamily.file(emojiSubset, 400).replace(/woff2$/, "woff"),
    ),
  );
  const chains = new Map<
    string,
    Pick<FontChoice, "hasTogether"> & { faceOf: (text: string) => Pick<FontChoice, "families" | "weight"> }
  >();
  const chainOf = (familyName: string, weight: number) => {
    const uploaded = uploadedFont(familyName);
    const named = uploaded ? null : (bundledFamily(familyName) ?? namedFamilies[0] ?? null);
    const needsFallbacks = !isAscii || uploaded?.covers(text) === false;
    const fallbacks = [
      ...scriptFallbacks.filter((fallback) => fallback.family !== named?.family && needsFallbacks),
      ...(isAscii ? [] : eastAsianFallbacks(language, text)),
    ];
    const aliases = named ? aliasesOf(named, weight) : [];
    if (setsMarks.test(text)) aliases.push(registerMarkedLetters(weight));
    aliases.push(...fallbacks.flatMap((family) => aliasesOf(family, weight)));
    if (hasEmoji(text)) aliases.push(register(emojiFamily, emojiSubset, 400));
    if (!isAscii) aliases.push(...aliasesOf(symbolFamily, 400));
    const weightOf = (drawn: string): number =>
      uploaded?.weightFor(drawn, weight) ??
      (named?.weights && isCovered(named, drawn) ? nearest(named.weights, weight) : weight);
    const hasAll = (family: FontFamily, letters: readonly number[]): boolean => {
      const own = aliasesOf(family, weight);
      return letters.every((point) => own.some((alias) => charactersOf(alias).has(point)));
    };
    const quoted = (of: readonly string[]): string => of.map((name) => `"${name}"`).join(", ");
    // Letters of two faces in one word look like a ransom note: a word of which the family lacks a letter is set in one
    // face that has them all. Marks that are set on letters have a face of their own.
    const faceOf = (drawn: string): Pick<FontChoice, "families" | "weight"> => {
      const letters = rareLetters(drawn);
      const isMixed = setsMarks.test(drawn) || eastAsian.test(drawn);
      const isWhole = !named || letters.length === 0 || isMixed || hasAll(named, letters);
      const other = isWhole
        ? undefined
        : [...kinOf(named), ...fallbacks].find((face) => hasAll(face, letters));
      if (!other) return { families: quoted(names), weight: weightOf(drawn) };
      return {
        families: quoted([...aliasesOf(other, weight), ...names]),
        weight: other.weights === null ? weight : nearest(other.weights, weight),
      };
    };
    const hasTogether = (wanted: readonly string[]): boolean => {
      if (uploaded?.covers(wanted.join(""))) return true;
      const points = wanted.map((character) => character.codePointAt(0) ?? 0);
      return aliases.some((alias) => points.every((point) => charactersOf(alias).has(point)));
    };
    const names = [...(uploaded ? [familyName] : []), ...aliases, ...(joined ? [joined.alias] : [])];
    const faces = new Map<string, ReturnType<typeof faceOf>>();
    const known = (drawn: string): ReturnType<typeof faceOf> => {
      const face = faces.get(drawn) ?? faceOf(drawn);
      // Words repeat; a bound keeps the memory flat on videos of hours.
      if (faces.size > 5000) faces.clear();
      faces.set(drawn, face);
      return face;
    };
    return { faceOf: known, hasTogether };
  };
  return (familyName, weight, drawn) => {
    const key = `${familyName}/${weight}`;
    let chain = chains.get(key);
    if (!chain) {
      chain = chainOf(familyName, weight);
      chains.set(key, chain);
    }
    const { faceOf, hasTogether } = chain;
    return { ...faceOf(drawn), drawnText: joined?.drawnText(drawn) ?? drawn, hasTogether };
  };
};
