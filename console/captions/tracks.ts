import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { type CaptionPages, chooseFonts, divideIntoPages } from "../../core/drawing/caption-track.ts";
import type { Pen, TextSurface } from "../../core/drawing/text-surface.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import type { Template } from "../../core/templates/template.ts";
import { exactFrameRate, frameCountOf } from "../../core/time/frame-rate.ts";
import type { WordEntry as CaptionWord } from "../../core/transcript/word-entry.ts";
import type { CaptionSource } from "./caption-source.ts";
import type { FontStore } from "./font-store.ts";

/** The browser's context as a pen; DOM's types lack `lang`, and allow a context to be missing. */
export const penOf = (canvas: OffscreenCanvas): Pen => canvas.getContext("2d") as unknown as Pen;

const surface: TextSurface = {
  createCanvas: (width, height) => new OffscreenCanvas(width, height) as never,
};

const toCaptionWord = ({ start_time, end_time, ...attributes }: WordEntry): CaptionWord => ({
  ...attributes,
  startSeconds: start_time,
  endSeconds: end_time,
});

/** Shorter side of the canvas that previews are drawn on at most: larger outputs break their lines alike. */
const maxShorterSide = 1080;

const previewCanvas = ({ width, height }: Size): Size => {
  const scale = Math.min(1, maxShorterSide / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

export interface LaidOutCaptions {
  pages: CaptionPages;
  /** Of the canvas on which they are laid out. */
  size: Size;
}

/** Lays captions out as the renderer does, and loads the fonts for them. */
export const layOut = async (
  source: CaptionSource,
  template: Template,
  fonts: FontStore,
): Promise<LaidOutCaptions> => {
  const size = previewCanvas(source.canvas);
  const fps = exactFrameRate(source.fps);
  const plan = { canvas: size, fps, frameCount: frameCountOf(source.durationSeconds, fps) };
  const style = captionStyle(template, source.renderOptions, size);
  const words = source.words.map(toCaptionWord);
  await fonts.addUploaded(source.fonts);
  // Chromium keeps measures of a text that it has drawn with another font while its own was missing.
  const chosen = await fonts.prepare(() => chooseFonts(fonts.library, words, source.language, style));
  return fonts.prepare(() => ({
    pages: divideIntoPages(surface, chosen, source.language, style, plan),
    size,
  }));
};
