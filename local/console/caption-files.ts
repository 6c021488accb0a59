import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import {
  emojiFamily,
  emojiSubset,
  everyFamily,
  type FontFamily,
  markedLetters,
} from "../../core/drawing/font-catalog.ts";
import { type FontIndexFile, fontIndexName, markedLettersIndex } from "../../core/drawing/font-index.ts";
import { rangesText, subsetFile, subsetsOf } from "../../core/drawing/font-subsets.ts";
import { templates } from "../../core/templates/catalog.ts";

const require = createRequire(import.meta.url);

/** Copies a font file and returns its entry in the index. */
const copyFont = (path: string, folder: string): FontIndexFile => {
  copyFileSync(path, join(folder, basename(path)));
  const { weight, weightRange, codePoints } = readFontFace(readFileSync(path));
  return {
    weight: weightRange === null ? `${weight}` : `${weightRange.min} ${weightRange.max}`,
    characters: rangesText(codePoints),
  };
};

/** Returns the names of all files of a family. */
const filesOf = (family: FontFamily, subsets: readonly string[]): string[] =>
  subsets.flatMap((subset) => (family.weights ?? [400]).map((weight) => subsetFile(family, subset, weight)));

const writeIndex = (
  folder: string,
  name: string,
  subsets: Record<string, string>,
  paths: readonly string[],
): void => {
  const files = Object.fromEntries(paths.map((path) => [basename(path), copyFont(path, folder)]));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ subsets, files }));
};

/** Writes the files with which a browser draws captions: all templates, and the bundled fonts with their indexes. */
export const writeCaptionFiles = (folder: string): void => {
  const fonts = join(folder, "fonts");
  mkdirSync(fonts, { recursive: true });
  writeFileSync(join(folder, "templates.json"), JSON.stringify(templates));
  const packages = Map.groupBy(everyFamily, ({ packageName }) => packageName);
  for (const [packageName, families] of packages) {
    const index = require.resolve(`${packageName}/unicode.json`);
    const subsets = JSON.parse(readFileSync(index, "utf8")) as Record<string, string>;
    const names =
      packageName === emojiFamily.packageName ? [emojiSubset] : subsetsOf(subsets).map(({ name }) => name);
    const paths = families
      .flatMap((family) => filesOf(family, names))
      .map((file) => join(dirname(index), "files", file));
    writeIndex(fonts, fontIndexName(packageName), subsets, paths);
  }
  const marked = markedLetters.weights.map((weight) =>
    require.resolve(`${markedLetters.packageName}/${markedLetters.file(weight)}`),
  );
  writeIndex(fonts, markedLettersIndex, {}, marked);
};
