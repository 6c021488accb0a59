import type { FontFace } from "./font-face.ts";

/**
 * Returns the weight to request from a font: the nearest one that it has. For a heavier weight the renderer would
 * embolden the glyphs synthetically.
 */
export const drawableWeight = (face: Pick<FontFace, "weight" | "weightRange">, requested: number): number =>
  face.weightRange === null
    ? face.weight
    : Math.min(Math.max(requested, face.weightRange.min), face.weightRange.max);

/**
 * Returns the family name under which an uploaded font is registered. The name in the file may be that of another font,
 * or missing.
 */
export const familyOfFile = (fileKey: string): string => `file:${fileKey}`;
