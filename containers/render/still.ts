import { type CaptionTrack, createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { sceneAt } from "../../core/drawing/scene.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import type { RenderOptions } from "../../core/settings/render-settings.ts";
import type { Template } from "../../core/templates/template.ts";
import type { Transcript } from "../../core/transcript/word-entry.ts";
import { createPainter } from "./painter.ts";
import { skia } from "./skia-backend.ts";

/** Captions without a source video, for the gallery and the golden images. */
export interface Still {
  template: Template;
  transcript: Transcript;
  language: string | null;
  canvas: Size;
  /** Frame rate by which frames are counted. */
  fps: number;
  renderOptions?: RenderOptions;
}

export const stillVideo = (still: Still): CaptionTrack => {
  const plan = planOutput(
    {
      container: "still",
      durationSeconds: Math.max(1, ...still.transcript.map((entry) => entry.endSeconds + 0.1)),
      width: null,
      height: null,
      sizeBytes: 0,
      video: null,
      audio: null,
    },
    { outputMode: "transparent", ...still.canvas, fps: still.fps },
  );
  const style = captionStyle(still.template, still.renderOptions ?? {}, plan.canvas);
  return createCaptionTrack(skia, still.transcript, still.language, style, plan);
};

const clamped = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/**
 * Blends a caption frame over R′G′B′A pixels of the canvas, from the same frames that ffmpeg gets: limited-range BT.709
 * with straight alpha (ITU-R BT.709-6, items 3.2 to 3.5).
 */
export const drawStill = (
  track: CaptionTrack,
  frame: number,
  onto: Uint8ClampedArray,
  canvas: Size,
): void => {
  const { band, context } = track;
  const page = track.pages.find(({ timed }) => frame >= timed.startFrame && frame < timed.endFrame);
  if (!band || !page) return;
  const painter = createPainter(band, "yuva444p", "bt709", context);
  const { bytes } = painter.paint(sceneAt(page, frame, context), page.covered);
  const plane = band.width * band.height;
  for (let row = 0; row < band.height; row++) {
    for (let column = 0; column < band.width; column++) {
      const from = row * band.width + column;
      const alpha = (bytes[3 * plane + from] ?? 0) / 255;
      if (alpha === 0) continue;
      const luma = (255 / 219) * ((bytes[from] ?? 16) - 16);
      const blueness = (255 / 224) * ((bytes[plane + from] ?? 128) - 128);
      const redness = (255 / 224) * ((bytes[2 * plane + from] ?? 128) - 128);
      const to = 4 * ((row + band.y) * canvas.width + column + band.x);
      const color = [
        clamped(luma + 1.5748 * redness),
        clamped(luma - 0.187324 * blueness - 0.468124 * redness),
        clamped(luma + 1.8556 * blueness),
      ];
      color.forEach((value, channel) => {
        onto[to + channel] = clamped(value * alpha + (onto[to + channel] ?? 0) * (1 - alpha));
      });
      onto[to + 3] = clamped(255 * alpha + (onto[to + 3] ?? 0) * (1 - alpha));
    }
  }
  painter.close();
};
