import { drawableWeight } from "../fonts/file-family.ts";
import type { FontFace } from "../fonts/font-face.ts";
import type { UploadedFont } from "./font-library.ts";

const codePointsOf = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);

// A missing glyph for a space or a joiner does not change the text's appearance.
const invisible = /^[\s\p{Cf}\p{Variation_Selector}]$/u;

/** Returns an uploaded font as the choice of fonts needs it. */
export const createUploadedFont = (
  face: Pick<FontFace, "weight" | "weightRange">,
  characters: ReadonlySet<number>,
): UploadedFont => ({
  covers: (text) =>
    [...text].every(
      (character) => characters.has(character.codePointAt(0) ?? 0) || invisible.test(character),
    ),
  weightFor: (text, requested) =>
    codePointsOf(text).some((point) => characters.has(point) && point > 0x20)
      ? drawableWeight(face, requested)
      : requested,
});
