import type { Extents } from "../../core/drawing/page-layout.ts";
import {
  clipped,
  createSpriteImages,
  drawPlacement,
  pageOf,
  releaseCanvas,
  type Sheet,
} from "../../core/drawing/placement-drawing.ts";
import type { Placement, SceneContext } from "../../core/drawing/scene.ts";
import { changedArea, intersects } from "../../core/drawing/scene-change.ts";
import type { Rect } from "../../core/drawing/sprite.ts";
import type { Canvas, TextSurface } from "../../core/drawing/text-surface.ts";
import type { Matrix } from "../../core/render-plan/color.ts";
import type { Band, CaptionFormat } from "../../core/render-plan/filter-graph.ts";
import { createRgbaConverter, createYuva, empty, type YuvaFrame } from "./yuva.ts";

export interface Painter {
  /**
   * Returns the band with nothing but these placements. Only what changed since the last call is drawn and converted.
   *
   * @param covered the area that the page covers at most, pixels of the canvas; null when nothing is placed
   */
  paint(scene: readonly Placement[], covered: Extents | null): YuvaFrame;
  /** Releases the memory of all canvases. */
  close(): void;
}

/** Larger than any buffer of a page's frames; glibc adapts to buffers of up to 32 MiB. */
const largestBufferBytes = 31 * 2 ** 20;

/**
 * Lets the C library keep memory. Otherwise it returns the memory to the system after every frame, and requesting and
 * clearing it again takes longer than drawing. glibc keeps what is no larger than the largest buffer that was ever freed:
 * one is allocated, never touched, and freed.
 */
const keepMemory = (): void => {
  Buffer.allocUnsafeSlow(largestBufferBytes).buffer.transfer(0);
};

/** Where a page is drawn. Skia copies all of a canvas for every frame, so it is no larger than the page. */
interface PageSheet extends Sheet {
  canvas: Canvas;
}

/** For what moves between the frames at which a page was measured. */
const marginPx = 8;

const createSheet = (surface: TextSurface, { left, top, right, bottom }: Extents): PageSheet => {
  const [x, y] = [Math.floor(left) - marginPx, Math.floor(top) - marginPx];
  const [width, height] = [Math.ceil(right) + marginPx - x, Math.ceil(bottom) + marginPx - y];
  const canvas = surface.createCanvas(width, height);
  return { x, y, width, height, canvas, pen: canvas.getContext("2d") };
};

/** Creates the painter of a band. It keeps the frame between calls: see `Painter.paint`. */
export const createPainter = (
  band: Band,
  format: CaptionFormat,
  matrix: Matrix,
  context: SceneContext,
): Painter => {
  keepMemory();
  const frame = createYuva(format, band.width, band.height);
  const convert = createRgbaConverter(matrix, format);
  const sprites = createSpriteImages(context);
  let shown: ReadonlyMap<string, Placement> = new Map();
  // Its corner is that of the page: how fractions of pixels are rounded depends on where they are drawn, and a segment of a
  // video, whose band may be another, must round as the whole video does.
  let sheet: PageSheet | null = null;

  const close = (): void => {
    sprites.release();
    if (sheet) releaseCanvas(sheet.canvas);
    sheet = null;
  };

  /** Draws an area of the band again and converts it. */
  const redraw = (scene: readonly Placement[], area: Rect, on: PageSheet): void => {
    const { pen } = on;
    const onCanvas = { ...area, x: band.x + area.x, y: band.y + area.y };
    const [x, y] = [onCanvas.x - on.x, onCanvas.y - on.y];
    clipped(pen, { ...area, x, y }, () => {
      pen.clearRect(x, y, area.width, area.height);
      for (const placement of scene)
        if (intersects(placement, onCanvas)) drawPlacement(placement, sprites.imageOf(placement.sprite), on);
    });
    pen.globalAlpha = 1;
    const pixels = pen.getImageData(x, y, area.width, area.height).data;
    convert(pixels, area, frame);
    // Released at once, the memory is used again by the next frame. Left to the collector, every frame takes new pages of
    // the system, which costs ten times as much as reading the pixels.
    (pixels.buffer as ArrayBuffer).transfer(0);
  };

  const paint = (scene: readonly Placement[], covered: Extents | null): YuvaFrame => {
    const before = pageOf(shown.values());
    if (before !== undefined && before !== pageOf(scene)) {
      const gone = changedArea(shown, new Map(), band);
      if (gone) empty(frame, gone);
      // The next page has other sprites.
      close();
      shown = new Map();
    }
    const next = new Map(scene.map((placement) => [placement.id, placement]));
    const area = changedArea(shown, next, band);
    shown = next;
    if (!area || !covered) return frame;
    sheet ??= createSheet(context.surface, covered);
    redraw(scene, area, sheet);
    return frame;
  };
  return { paint, close };
};
