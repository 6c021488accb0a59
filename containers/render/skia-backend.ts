import type { DrawingBackend } from "../../core/drawing/caption-track.ts";
import { emojiFamily } from "../../core/drawing/font-catalog.ts";
import type { FontLibrary } from "../../core/drawing/font-library.ts";
import type { Canvas, Pen, TextSurface } from "../../core/drawing/text-surface.ts";
import { emojiWoffPath } from "./emoji-font.ts";
import * as files from "./font-files.ts";
import { joinEmoji } from "./joined-emoji.ts";
import { createCanvas, type SKRSContext2D } from "./skia.ts";
import { uploadedFont } from "./uploaded-fonts.ts";

/** Returns a Skia context as a pen; its type only differs in the accepted images. */
export const penOf = (context: SKRSContext2D): Pen => context as unknown as Pen;

/** Skia's canvases. */
const surface: TextSurface = {
  createCanvas: (width, height) => createCanvas(width, height) as unknown as Canvas,
};

/** The fonts of this process: Fontsource packages, and the files that `addFontFile` has registered. */
const library: FontLibrary = {
  ...files,
  joinEmoji: (text) => joinEmoji(text, emojiFamily.family, emojiWoffPath),
  uploadedFont,
};

/** The canvas implementation of the render container. */
export const skia: DrawingBackend = { surface, library };
