import type { PagePlan } from "../../core/drawing/caption-track.ts";
import {
  createSpriteImages,
  drawPlacement,
  type SpriteImages,
} from "../../core/drawing/placement-drawing.ts";
import { type ScenePage, sceneAt } from "../../core/drawing/scene.ts";
import { sceneKey } from "../../core/drawing/scene-change.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import { type LaidOutCaptions, penOf } from "./tracks.ts";

/** Shows laid-out captions on a canvas. */
export class SceneView {
  readonly #canvas: OffscreenCanvas;
  #captions: LaidOutCaptions | null = null;
  /** The page that was shown last. */
  #page: { plan: PagePlan; page: ScenePage; images: SpriteImages } | null = null;
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
    const {
      pages: { pages, context },
      size,
    } = this.#captions;
    // A position may be slightly before the start of the frame that is shown.
    const frame = Math.floor(seconds * context.framesPerSecond + 1e-3);
    const plan = pages.find(({ timed }) => frame >= timed.startFrame && frame < timed.endFrame);
    const shown = plan ? this.#open(plan) : null;
    const scene = shown ? sceneAt(shown.page, frame, context) : [];
    const key = `${width}x${height} ${sceneKey(scene)}`;
    if (key === this.#shown) return;
    this.#shown = key;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const pen = penOf(this.#canvas);
    pen.clearRect(0, 0, width, height);
    if (!shown) return;
    pen.save();
    pen.scale(width / size.width, height / size.height);
    for (const placement of scene)
      drawPlacement(placement, shown.images.imageOf(placement.sprite), { x: 0, y: 0, ...size, pen });
    pen.restore();
  }

  close(): void {
    this.#release();
    this.#captions = null;
  }

  /** Lays a page out, and keeps it until another one is shown. */
  #open(plan: PagePlan) {
    if (this.#page?.plan === plan) return this.#page;
    this.#release();
    const { pages } = this.#captions as LaidOutCaptions;
    this.#page = { plan, page: pages.layOut(plan), images: createSpriteImages(pages.context) };
    return this.#page;
  }

  #release(): void {
    this.#page?.images.release();
    this.#page = null;
  }
}
