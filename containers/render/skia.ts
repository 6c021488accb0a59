/**
 * Skia without the fonts of the host, so that images do not depend on installed fonts. The package reads the variable
 * when it is loaded, so the import follows.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
const skia = await import("@napi-rs/canvas");

export const { createCanvas, GlobalFonts, ImageData, loadImage, setTextRenderer } = skia;
export type { Canvas, SKRSContext2D } from "@napi-rs/canvas";

// FreeType on every system, so that pixels are equal everywhere.
setTextRenderer("portable");
