import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFontFace } from "../../adapters/fonts/font-face.ts";
import type { UploadedFont } from "../../core/drawing/font-library.ts";
import { createUploadedFont } from "../../core/drawing/uploaded-font.ts";
import { familyOfFile } from "../../core/fonts/file-family.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { GlobalFonts } from "./skia.ts";

/** Skia's list of fonts is the process's own, and so is this one. */
const fonts = new Map<string, UploadedFont>();

/** Makes a file known under its key; nothing that the file calls itself matters. Repeating it is harmless. */
export const addFontFile = async (fileKey: string, path: string): Promise<void> => {
  const family = familyOfFile(fileKey);
  if (fonts.has(family)) return;
  const bytes = await readFile(path);
  const { codePoints, ...face } = readFontFace(bytes);
  if (GlobalFonts.register(bytes, family) === null) throw new Error(`font file cannot be used: ${fileKey}`);
  fonts.set(family, createUploadedFont(face, new Set(codePoints)));
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

/** Returns an uploaded font as the choice of fonts needs it; null for any other family. */
export const uploadedFont = (family: string): UploadedFont | null => fonts.get(family) ?? null;
