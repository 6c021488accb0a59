import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import type { UploadedFont } from "../../core/drawing/font-library.ts";
import { createUploadedFont } from "../../core/drawing/uploaded-font.ts";
import { familyOfFile } from "../../core/fonts/file-family.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { GlobalFonts } from "./skia.ts";

/** Fonts of the process, like Skia's own list. */
const fonts = new Map<string, UploadedFont>();

/** Registers a font file under its key, regardless of the names in the file. Idempotent. */
export const addFontFile = async (fileKey: string, path: string): Promise<void> => {
  const family = familyOfFile(fileKey);
  if (fonts.has(family)) return;
  const bytes = await readFile(path);
  const { codePoints, ...face } = readFontFace(bytes);
  if (GlobalFonts.register(bytes, family) === null) throw new Error(`font file cannot be used: ${fileKey}`);
  fonts.set(family, createUploadedFont(face, new Set(codePoints)));
};

/** Downloads the fonts of a job to `folder` and registers them. Throws what `download` throws. */
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

/** Returns an uploaded font for the choice of fonts; null for any other family. */
export const uploadedFont = (family: string): UploadedFont | null => fonts.get(family) ?? null;
