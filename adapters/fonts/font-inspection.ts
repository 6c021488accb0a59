/**
 * Examines one font file and prints the result as JSON. Runs as a separate process, so that a hostile file can at worst
 * end that process (adapters/fonts/font-inspector.ts).
 *
 *   node adapters/fonts/font-inspection.ts FILE
 */
import { readFileSync } from "node:fs";
import { createCanvas, GlobalFonts, setTextRenderer } from "@napi-rs/canvas";
import { rangesText } from "../../core/drawing/font-subsets.ts";
import { fontFaceSchema } from "../../core/fonts/font-face.ts";
import { UnusableFont } from "./font-container.ts";
import { type ReadFont, readFontFace } from "./font-face.ts";

const sampleSize = 64;
const commonCharacters = "AaBbGgQqWw0123&ßñéЖжΩωשعمकआไ日あ가";
const sizePx = 48;

/** Common characters that the font has, and a sample of all others. */
const sampleOf = ({ codePoints }: ReadFont): string[] => {
  const has = new Set(codePoints);
  const known = [...commonCharacters].filter((character) => has.has(character.codePointAt(0) ?? 0));
  const step = Math.max(1, Math.floor(codePoints.length / (sampleSize - known.length)));
  const spread = [...codePoints].filter((point, index) => index % step === 0 && point > 0x20);
  return [...known, ...spread.map((point) => String.fromCodePoint(point))].slice(0, 2 * sampleSize);
};

/** Draws with the engine that draws the captions. Throws UnusableFont for a font that draws nothing in a given color. */
const testRender = (path: string, font: ReadFont): void => {
  setTextRenderer("portable");
  if (GlobalFonts.registerFromPath(path, "font") === null) {
    throw new UnusableFont("The font file is damaged: its outlines cannot be drawn.");
  }
  const pen = createCanvas(4 * sizePx, 3 * sizePx).getContext("2d");
  pen.font = `${Math.min(font.weight, 400)} ${sizePx}px font`;
  pen.fillStyle = "#ff00ff";
  const sample = sampleOf(font);
  let hasInk = false;
  let hasOutlines = false;
  const draw = (): void => {
    const { data } = pen.getImageData(0, 0, 4 * sizePx, 3 * sizePx);
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 128) continue;
      hasInk = true;
      if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 50 && (data[at + 2] ?? 0) > 200) hasOutlines = true;
    }
  };
  for (const character of sample) {
    pen.clearRect(0, 0, 4 * sizePx, 3 * sizePx);
    pen.fillText(character, sizePx, 2 * sizePx);
    if (!hasOutlines) draw();
  }
  // All of them in one run pass through the font's shaping tables.
  pen.fillText(sample.join(""), 0, 2 * sizePx);
  if (!hasInk) throw new UnusableFont("The font draws nothing: its characters have no outlines.");
  if (font.hasFrames && !hasOutlines) {
    throw new UnusableFont("The font has bitmaps but no outlines. Upload a font with outlines.");
  }
};

/** A record holds 400 KB. The characters of a font of all scripts take 20 KB. */
const maxCharactersText = 100_000;

const charactersOf = ({ codePoints }: ReadFont): { characters?: string } => {
  const characters = rangesText(codePoints);
  return characters.length > maxCharactersText ? {} : { characters };
};

const [, , path = ""] = process.argv;
try {
  const font = readFontFace(readFileSync(path));
  testRender(path, font);
  console.log(JSON.stringify({ face: fontFaceSchema.parse({ ...font, ...charactersOf(font) }) }));
} catch (error) {
  if (!(error instanceof UnusableFont)) throw error;
  console.log(JSON.stringify({ rejected: error.message }));
}
