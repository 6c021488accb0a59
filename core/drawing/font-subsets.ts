import { type FontFamily, nearestWeight } from "./font-catalog.ts";

/** Inclusive ranges of code points. */
export type CodePointRanges = readonly (readonly [from: number, to: number])[];

/** A file of a family, and the characters that its package assigns to it. */
export interface Subset {
  name: string;
  ranges: CodePointRanges;
}

/** Parses CSS's `unicode-range`: "U+0-ff,U+131" → [[0, 255], [305, 305]]. */
export const parseRanges = (text: string): CodePointRanges =>
  text.split(",").map((range) => {
    const [from = "", to] = range.trim().replace(/^U\+/i, "").split("-");
    const start = Number.parseInt(from, 16);
    return [start, to === undefined ? start : Number.parseInt(to, 16)];
  });

/** Returns code points in order as CSS's `unicode-range`. */
export const rangesText = (codePoints: Iterable<number>): string => {
  const ranges: [number, number][] = [];
  for (const point of [...codePoints].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else if (point !== last?.[1]) ranges.push([point, point]);
  }
  return ranges
    .map(([from, to]) =>
      from === to ? `U+${from.toString(16)}` : `U+${from.toString(16)}-${to.toString(16)}`,
    )
    .join(",");
};

/** Returns the subsets of a Fontsource package from its `unicode.json`. */
export const subsetsOf = (index: Readonly<Record<string, string>>): Subset[] =>
  Object.entries(index).map(([key, value]) => ({
    // Numbered subsets are written "[12]" in the index and 12 in file names.
    name: key.replace(/[[\]]/g, ""),
    ranges: parseRanges(value),
  }));

const covers = ({ ranges }: Subset, codePoint: number): boolean =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to);

/** Returns the subsets that have any of these characters. */
export const subsetsWith = (subsets: readonly Subset[], codePoints: readonly number[]): Subset[] =>
  subsets.filter((subset) => codePoints.some((point) => covers(subset, point)));

/** Returns whether the subsets claim every character of a text. */
export const areCovered = (subsets: readonly Subset[], text: string): boolean =>
  [...text].every((character) => subsets.some((subset) => covers(subset, character.codePointAt(0) ?? 0)));

/** Returns the weight of the file for a weight; null for a variable font, which has every weight. */
export const fileWeightOf = ({ weights }: FontFamily, weight: number): number | null =>
  weights === null ? null : nearestWeight(weights, weight);

/** Returns the alias of a subset's file; the name in the file may be wrong or missing. */
export const subsetAlias = (family: FontFamily, subset: string, weight: number): string => {
  const fileWeight = fileWeightOf(family, weight);
  return `${family.family}/${subset}${fileWeight === null ? "" : `/${fileWeight}`}`;
};

/** Returns the name of a subset's file in the folder `files` of its package. */
export const subsetFile = (family: FontFamily, subset: string, weight: number): string =>
  family.file(subset, fileWeightOf(family, weight) ?? weight);
