import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import { drawableWeight, type FontFace, familyOfFile } from "../../core/fonts/font-face.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { GlobalFonts } from "./skia.ts";

interface UploadedFont {
  face: FontFace;
  characters: ReadonlySet<number>;
}

/** Skia's list of fonts is the process's own, and so is this one. */
const fonts = new Map<string, UploadedFont>();

const codePointsOf = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);

// A space or a joiner that a font lacks costs nothing of the text's appearance.
const invisible = /^[\s\p{Cf}\p{Variation_Selector}]$/u;

/** Makes a file known under its key; nothing that the file calls itself matters. Repeating it is harmless. */
export const addFontFile = async (fileKey: string, path: string): Promise<void> => {
  const family = familyOfFile(fileKey);
  if (fonts.has(family)) return;
  const bytes = await readFile(path);
  const { codePoints, ...face } = readFontFace(bytes);
  if (GlobalFonts.register(bytes, family) === null) throw new Error(`font file cannot be used: ${fileKey}`);
  fonts.set(family, { face, characters: new Set(codePoints) });
};

/** Fetches the fonts of a job into `folder` and makes them known. Throws what `download` throws. */
export const addFontsOfJob = async (
  job: Pick<RenderJob, "fonts">,
  folder: string,
  download: (fileKey: string, path: string) => Promise<void>,
): Promise<void> => {
  for (const [index, { fileKey }] of (job.fonts ?? []).entries()) {
    const path = join(folder, `font-${index}`);
    await download(fileKey, path);
    await addFontFile(fileKey, path);
  }
};

/** An uploaded font as the chain of fallbacks needs it; null for any other family. */
export const uploadedFont = (family: string) => {
  const font = fonts.get(family);
  if (font === undefined) return null;
  const has = (character: string): boolean =>
    font.characters.has(character.codePointAt(0) ?? 0) || invisible.test(character);
  return {
    covers: (text: string): boolean => [...text].every(has),
    /**
     * What to ask for: a weight that the file has as soon as it draws any of the text, and for text that is all the
     * fallbacks' the one that was wanted.
     */
    weightFor: (text: string, wanted: number): number =>
      codePointsOf(text).some((point) => font.characters.has(point) && point > 0x20)
        ? drawableWeight(font.face, wanted)
        : wanted,
  };
};
