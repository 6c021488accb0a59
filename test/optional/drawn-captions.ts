import type { Page } from "playwright-core";
import type { CaptionSource } from "../../console/captions/caption-source.ts";
import { skia } from "../../containers/render/skia-backend.ts";
import { createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { createSpriteImages, drawPlacement } from "../../core/drawing/placement-drawing.ts";
import { sceneAt } from "../../core/drawing/scene.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import { templates } from "../../core/templates/catalog.ts";
import { exactFrameRate, frameCountOf } from "../../core/time/frame-rate.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";

export const toWordEntry = ({
  start_time,
  end_time,
  ...attributes
}: CaptionSource["words"][number]): WordEntry => ({
  ...attributes,
  startSeconds: start_time,
  endSeconds: end_time,
});

/** Lays captions out as the renderer does. */
export const renderedTrack = (source: CaptionSource) => {
  const template = templates.find(({ id }) => id === source.templateId);
  if (template === undefined) throw new Error(`there is no template ${source.templateId}`);
  const fps = exactFrameRate(source.fps);
  const style = captionStyle(template, source.renderOptions, source.canvas);
  const plan = { canvas: source.canvas, fps, frameCount: frameCountOf(source.durationSeconds, fps) };
  return createCaptionTrack(skia, source.words.map(toWordEntry), source.language, style, plan);
};

/** Draws one frame of captions with Skia, R′G′B′A. */
export const drawInNode = (source: CaptionSource, frame: number): Uint8ClampedArray => {
  const { pages, context } = renderedTrack(source);
  const { width, height } = source.canvas;
  const pen = skia.surface.createCanvas(width, height).getContext("2d");
  const images = createSpriteImages(context);
  const page = pages.find(({ timed }) => frame >= timed.startFrame && frame < timed.endFrame);
  for (const placement of page ? sceneAt(page, frame, context) : [])
    drawPlacement(placement, images.imageOf(placement.sprite), { x: 0, y: 0, width, height, pen });
  const { data } = pen.getImageData(0, 0, width, height);
  images.release();
  return data;
};

/** Runs in the page: starts the console's worker, and returns a still's pixels as base64. */
const browserScript = `
  const policy = trustedTypes.createPolicy("test", { createScriptURL: (url) => url });
  const script = document.querySelector("meta[name=captions-worker]").content;
  const worker = new Worker(policy.createScriptURL(new URL(script, location.origin).href), { type: "module" });
  let lastId = 0;
  const call = (message) => new Promise((resolve, reject) => {
    const id = ++lastId;
    const listen = ({ data }) => {
      if (data.id !== id) return;
      worker.removeEventListener("message", listen);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.result);
    };
    worker.addEventListener("message", listen);
    worker.postMessage({ id, call: message });
  });
  globalThis.stillPixels = async (message) => {
    const image = await call(message);
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return btoa(text);
  };`;

export const prepareBrowser = (page: Page): Promise<unknown> => page.evaluate(`(() => {${browserScript}})()`);

/** Draws the frame at a moment with the console's worker, R′G′B′A. */
export const drawInBrowser = async (
  page: Page,
  source: CaptionSource,
  seconds: number,
): Promise<Uint8Array> => {
  const call = JSON.stringify({ kind: "still", source, seconds, size: source.canvas });
  return Buffer.from(await page.evaluate<string>(`stillPixels(${call})`), "base64");
};

type Pixels = Uint8Array | Uint8ClampedArray;

/** Fainter pixels are what is left of a blur. */
const inkAlpha = 24;
/** Of 255. Antialiasing differs by less. */
const clearDifference = 64;

/** Edges of what is drawn: left, top, right, bottom. */
export const inkBox = (pixels: Pixels, { width, height }: Size): number[] => {
  const box = [width, height, -1, -1];
  for (let at = 0; at < width * height; at++) {
    if ((pixels[4 * at + 3] ?? 0) <= inkAlpha) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box[0] = Math.min(box[0] ?? x, x);
    box[1] = Math.min(box[1] ?? y, y);
    box[2] = Math.max(box[2] ?? x, x);
    box[3] = Math.max(box[3] ?? y, y);
  }
  return box;
};

const isLike = (one: Pixels, at: number, other: Pixels, to: number): boolean => {
  const alpha = [one[4 * at + 3] ?? 0, other[4 * to + 3] ?? 0] as const;
  if (Math.abs(alpha[0] - alpha[1]) > clearDifference) return false;
  return [0, 1, 2].every(
    (channel) =>
      Math.abs((one[4 * at + channel] ?? 0) * alpha[0] - (other[4 * to + channel] ?? 0) * alpha[1]) <=
      255 * clearDifference,
  );
};

/**
 * Returns the share of inked pixels of `one` that `other` has neither at the same place nor beside it: FreeType moves edges to whole pixels
 * where Chromium does not.
 */
export const missingInk = (one: Pixels, other: Pixels, { width, height }: Size): number => {
  let ink = 0;
  let missing = 0;
  for (let at = 0; at < width * height; at++) {
    if ((one[4 * at + 3] ?? 0) <= inkAlpha) continue;
    ink++;
    const beside = [0, -1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1];
    if (!beside.some((step) => isLike(one, at, other, at + step))) missing++;
  }
  return ink === 0 ? 0 : missing / ink;
};
