/**
 * Skia, kept from the host's fonts: an image must not depend on what is installed where it is drawn. The variable is
 * read when the package is loaded, hence the import after it.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
const skia = await import("@napi-rs/canvas");

export const { createCanvas, GlobalFonts, ImageData, loadImage, setTextRenderer } = skia;
export type { Canvas, SKRSContext2D } from "@napi-rs/canvas";

// FreeType on every system: the same pixels everywhere.
setTextRenderer("portable");
