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
import { clearArea, createRgbaConverter, createYuva, type YuvaFrame } from "./yuva.ts";

export interface Painter {
  /**
   * Returns the band with exactly these placements. Only what differs from the last call is drawn and converted.
   *
   * @param covered the maximum area of the page, in pixels of the canvas; null when nothing is placed
   */
  paint(scene: readonly Placement[], covered: Extents | null): YuvaFrame;
  /** Releases the memory of all canvases. */
  close(): void;
}

/** Larger than any buffer of a page's frames; glibc adapts to buffers of up to 32 MiB. */
const largestBufferBytes = 31 * 2 ** 20;

/**
 * Makes the C library keep freed memory. Otherwise it returns the memory to the system after every frame, and
 * requesting and clearing it again takes longer than drawing. glibc keeps blocks up to the size of the largest block
 * that was ever freed: so one is allocated, never used, and freed.
 */
const keepMemory = (): void => {
  Buffer.allocUnsafeSlow(largestBufferBytes).buffer.transfer(0);
};

/** The canvas of a page. Skia copies a whole canvas for every frame, so it is as small as the page. */
interface PageSheet extends Sheet {
  canvas: Canvas;
}

/** Additional pixels, because moving elements may cover more between the frames at which a page was measured. */
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
  // The canvas has the page's corner: rounding to pixels depends on the position, and a segment, whose band may differ,
  // must have the same pixels as the whole video.
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
    // Released immediately, the memory is reused by the next frame. If the garbage collector releases it, every frame
    // requests new memory pages, which takes ten times as long as reading the pixels.
    (pixels.buffer as ArrayBuffer).transfer(0);
  };

  const paint = (scene: readonly Placement[], covered: Extents | null): YuvaFrame => {
    const before = pageOf(shown.values());
    if (before !== undefined && before !== pageOf(scene)) {
      const gone = changedArea(shown, new Map(), band);
      if (gone) clearArea(frame, gone);
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
