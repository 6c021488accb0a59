import type { FontFace } from "./font-face.ts";

/**
 * The weight to ask of a file for a wanted one: what lies nearest among those that it has. A renderer asked for more
 * would thicken the outlines by itself, which no type designer has drawn.
 */
export const drawableWeight = (face: Pick<FontFace, "weight" | "weightRange">, wanted: number): number =>
  face.weightRange === null
    ? face.weight
    : Math.min(Math.max(wanted, face.weightRange.min), face.weightRange.max);

/**
 * The name under which drawing knows an uploaded font's file. Never the family in the file, which may be another font's,
 * or nothing at all.
 */
export const familyOfFile = (fileKey: string): string => `file:${fileKey}`;
