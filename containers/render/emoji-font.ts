import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openFontContainer } from "../../adapters/fonts/font-container.ts";
import { buildSfnt } from "../../adapters/fonts/sfnt.ts";
import { emojiFamily, emojiSubset } from "../../core/drawing/font-catalog.ts";
import { subsetPath } from "./font-packages.ts";

const packagedPath = (): string => subsetPath(emojiFamily, emojiSubset, 400);

/** Returns the path of the emoji font as WOFF, because WOFF2 transforms outlines. */
export const emojiWoffPath = (): string => packagedPath().replace(/woff2$/, "woff");

/**
 * Returns the emoji font without compression, as a TrueType file: a process opens it with 0.7 CPU s less than WOFF2, which Skia
 * decompresses twice. Without the SVG outlines, which Skia does not draw.
 */
export const uncompressedEmojiFont = (): Uint8Array => {
  const { tables } = openFontContainer(readFileSync(emojiWoffPath()));
  return buildSfnt(new Map([...tables].filter(([tag]) => tag !== "SVG ")));
};

/** Returns the path of the uncompressed emoji font in a folder with the bundle of the renderer. */
export const bundledEmojiFont = (folder: string): string => join(folder, "emoji.ttf");

/** Returns the path of the emoji font: beside the bundle that this process runs, else in its package. */
export const emojiFontPath = (): string => {
  const bundled = bundledEmojiFont(dirname(process.argv[1] ?? ""));
  return existsSync(bundled) ? bundled : packagedPath();
};
