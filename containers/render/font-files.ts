import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import {
  emojiFamily,
  emojiSubset,
  type FontFamily,
  markedLetters,
  nearestWeight,
} from "../../core/drawing/font-catalog.ts";
import { areCovered, subsetAlias, subsetsWith } from "../../core/drawing/font-subsets.ts";
import { emojiFontPath } from "./emoji-font.ts";
import { openPackage, subsetPath } from "./font-packages.ts";
import { GlobalFonts } from "./skia.ts";

const require = createRequire(import.meta.url);

/** Paths of registered files by their alias in Skia. */
const registered = new Map<string, string>();
const characters = new Map<string, ReadonlySet<number>>();

/** Registers a file with Skia once, under an alias. */
const registerFile = (alias: string, pathOf: () => string): string => {
  if (registered.has(alias)) return alias;
  const path = pathOf();
  if (GlobalFonts.registerFromPath(path, alias) === null)
    throw new Error(`font file cannot be used: ${path}`);
  registered.set(alias, path);
  return alias;
};

const registerSubset = (family: FontFamily, subset: string, weight: number): string =>
  registerFile(subsetAlias(family, subset, weight), () => subsetPath(family, subset, weight));

export const registerSubsets = (
  family: FontFamily,
  weight: number,
  codePoints: readonly number[],
): string[] =>
  subsetsWith(openPackage(family.packageName).subsets, codePoints).map((subset) =>
    registerSubset(family, subset.name, weight),
  );

export const registerEmoji = (): string =>
  registerFile(subsetAlias(emojiFamily, emojiSubset, 400), emojiFontPath);

/** Returns the path of the face for letters with combining marks. */
export const markedLettersPath = (weight: number): string =>
  require.resolve(`${markedLetters.packageName}/${markedLetters.file(weight)}`);

export const registerMarkedLetters = (weight: number): string => {
  const fileWeight = nearestWeight(markedLetters.weights, weight);
  return registerFile(`${markedLetters.family}/${fileWeight}`, () => markedLettersPath(fileWeight));
};

export const codePointsOf = (alias: string): ReadonlySet<number> => {
  let known = characters.get(alias);
  if (!known) {
    known = new Set(readFontFace(readFileSync(registered.get(alias) as string)).codePoints);
    characters.set(alias, known);
  }
  return known;
};

export const isCovered = (family: FontFamily, text: string): boolean =>
  areCovered(openPackage(family.packageName).subsets, text);
