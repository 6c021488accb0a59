import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import { emojiFamily, emojiSubset, type FontFamily, markedLetters } from "./font-catalog.ts";
import { GlobalFonts } from "./skia.ts";

const require = createRequire(import.meta.url);

interface Subset {
  name: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

interface FontPackage {
  folder: string;
  subsets: readonly Subset[];
}

const packages = new Map<string, FontPackage>();
/** Paths of registered files, by the alias under which Skia knows them. */
const registered = new Map<string, string>();
const characters = new Map<string, ReadonlySet<number>>();

// "U+0-ff,U+131" → [[0, 255], [305, 305]]
const parseRanges = (text: string): Subset["ranges"] =>
  text.split(",").map((range) => {
    const [from = "", to] = range.trim().replace(/^U\+/i, "").split("-");
    const start = Number.parseInt(from, 16);
    return [start, to === undefined ? start : Number.parseInt(to, 16)];
  });

const openPackage = (name: string): FontPackage => {
  const known = packages.get(name);
  if (known) return known;
  const index = require.resolve(`${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(index, "utf8")) as Record<string, string>;
  const opened: FontPackage = {
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

const covers = (subset: Subset, codePoints: readonly number[]): boolean =>
  codePoints.some((point) => subset.ranges.some(([from, to]) => point >= from && point <= to));

/** Returns the weight that is closest to the wanted one; the first of two equally close ones. */
export const nearestWeight = (weights: readonly number[], wanted: number): number =>
  weights.reduce((best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best));

/** Registers a file with Skia once, under an alias: the name in the file may be wrong or missing. */
const registerFile = (alias: string, pathOf: () => string): string => {
  if (registered.has(alias)) return alias;
  const path = pathOf();
  if (GlobalFonts.registerFromPath(path, alias) === null)
    throw new Error(`font file cannot be used: ${path}`);
  registered.set(alias, path);
  return alias;
};

const registerSubset = (family: FontFamily, subset: string, weight: number): string => {
  const fileWeight = family.weights === null ? null : nearestWeight(family.weights, weight);
  const alias = `${family.family}/${subset}${fileWeight === null ? "" : `/${fileWeight}`}`;
  return registerFile(alias, () =>
    join(openPackage(family.packageName).folder, family.file(subset, fileWeight ?? weight)),
  );
};

/** Registers the subsets of a family that have any of these characters, and returns their aliases. */
export const registerSubsets = (
  family: FontFamily,
  weight: number,
  codePoints: readonly number[],
): string[] =>
  openPackage(family.packageName)
    .subsets.filter((subset) => covers(subset, codePoints))
    .map((subset) => registerSubset(family, subset.name, weight));

/** Registers the emoji font, and returns its alias. */
export const registerEmoji = (): string => registerSubset(emojiFamily, emojiSubset, 400);

/** Returns the path of the emoji font as WOFF; WOFF2 stores outlines in another form. */
export const emojiWoffPath = (): string =>
  join(
    openPackage(emojiFamily.packageName).folder,
    emojiFamily.file(emojiSubset, 400).replace(/woff2$/, "woff"),
  );

/** Registers the face for letters with combining marks, and returns its alias. */
export const registerMarkedLetters = (weight: number): string => {
  const fileWeight = nearestWeight(markedLetters.weights, weight);
  return registerFile(`${markedLetters.family}/${fileWeight}`, () =>
    require.resolve(`${markedLetters.packageName}/${markedLetters.file(fileWeight)}`),
  );
};

/** Returns the code points that a registered file has glyphs for; the ranges of its subset claim more. */
export const codePointsOf = (alias: string): ReadonlySet<number> => {
  let known = characters.get(alias);
  if (!known) {
    known = new Set(readFontFace(readFileSync(registered.get(alias) as string)).codePoints);
    characters.set(alias, known);
  }
  return known;
};

/** Whether the subsets of a family claim every character of a text. */
export const isCovered = (family: FontFamily, text: string): boolean => {
  const { subsets } = openPackage(family.packageName);
  return [...text].every((character) =>
    subsets.some((subset) => covers(subset, [character.codePointAt(0) ?? 0])),
  );
};
