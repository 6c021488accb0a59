import type { TrackPage } from "../../core/drawing/caption-track.ts";
import { createSpriteImages, drawPlacement, type SpriteImages } from "../../core/drawing/placement-drawing.ts";
import { sceneAt } from "../../core/drawing/scene.ts";
import { sceneKey } from "../../core/drawing/scene-change.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import { type LaidOutCaptions, penOf } from "./tracks.ts";

/** Shows laid-out captions on a canvas. */
export class SceneView {
  readonly #canvas: OffscreenCanvas;
  #captions: LaidOutCaptions | null = null;
  #images: { page: TrackPage; images: SpriteImages } | null = null;
  /** Key of what is on the canvas. */
  #shown = "";

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas;
  }

  setCaptions(captions: LaidOutCaptions): void {
    this.#release();
    this.#captions = captions;
    this.#shown = "stale";
  }

  /** Draws the captions at a moment, scaled to the canvas, which takes the given size. */
  show(seconds: number, { width, height }: Size): void {
    if (this.#captions === null) return;
    const { track, size } = this.#captions;
    // A position may lie a hair before the start of the frame that is shown.
    const frame = Math.floor(seconds * track.context.framesPerSecond + 1e-3);
    const page = track.pages.find(({ timed }) => frame >= timed.startFrame && frame < timed.endFrame);
    const scene = page ? sceneAt(page, frame, track.context) : [];
    const key = `${width}x${height} ${sceneKey(scene)}`;
    if (key === this.#shown) return;
    this.#shown = key;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const pen = penOf(this.#canvas);
    pen.clearRect(0, 0, width, height);
    if (!page) return;
    const images = this.#imagesOf(page);
    pen.save();
    pen.scale(width / size.width, height / size.height);
    for (const placement of scene)
      drawPlacement(placement, images.imageOf(placement.sprite), { x: 0, y: 0, ...size, pen });
    pen.restore();
  }

  close(): void {
    this.#release();
    this.#captions = null;
  }

  #imagesOf(page: TrackPage): SpriteImages {
    if (this.#images?.page === page) return this.#images.images;
    this.#release();
    const images = createSpriteImages((this.#captions as LaidOutCaptions).track.context);
    this.#images = { page, images };
    return images;
  }

  #release(): void {
    this.#images?.images.release();
    this.#images = null;
  }
}
