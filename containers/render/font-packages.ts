import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FontFamily } from "../../core/drawing/font-catalog.ts";
import { type Subset, subsetFile, subsetsOf } from "../../core/drawing/font-subsets.ts";

const require = createRequire(import.meta.url);

interface FontPackage {
  folder: string;
  subsets: readonly Subset[];
}

const packages = new Map<string, FontPackage>();

/** Opens a Fontsource package once. */
export const openPackage = (name: string): FontPackage => {
  const known = packages.get(name);
  if (known) return known;
  const index = require.resolve(`${name}/unicode.json`);
  const opened: FontPackage = {
    folder: join(dirname(index), "files"),
    subsets: subsetsOf(JSON.parse(readFileSync(index, "utf8"))),
  };
  packages.set(name, opened);
  return opened;
};

/** Returns the path of a family's file. */
export const subsetPath = (family: FontFamily, subset: string, weight: number): string =>
  join(openPackage(family.packageName).folder, subsetFile(family, subset, weight));
