import type { Matrix } from "../../core/render-plan/color.ts";
import type { Band, CaptionFormat } from "../../core/render-plan/filter-graph.ts";
import type { Extents } from "./page-layout.ts";
import type { Placement, SceneContext } from "./scene.ts";
import { type Canvas, createCanvas, type SKRSContext2D } from "./skia.ts";
import { drawSprite, type Rect } from "./sprite.ts";
import { createRgbaConverter, createYuva, empty, type YuvaFrame } from "./yuva.ts";

export interface Painter {
  /**
   * The band with nothing but these placements; only what changed since the last call is drawn and converted.
   *
   * @param covered by their page at most, pixels of the canvas; null when nothing is placed
   */
  paint(scene: readonly Placement[], covered: Extents | null): YuvaFrame;
  /** Gives the memory of all frames back. */
  close(): void;
}

const identity = (placement: Placement): string => {
  const { sprite, x, y, width, opacity, columns } = placement;
  return `${sprite.key}|${x}|${y}|${width}|${opacity}|${columns?.from ?? ""}|${columns?.to ?? ""}`;
};

/** Equal strings are equal frames. */
export const sceneKey = (scene: readonly Placement[]): string => scene.map(identity).join(";");

const pageOf = (scene: Iterable<Placement>): string | undefined => {
  for (const { sprite } of scene) return sprite.key.split("/", 1)[0];
  return undefined;
};

const overlaps = (placement: Placement, area: Rect): boolean =>
  placement.x < area.x + area.width &&
  placement.x + placement.width > area.x &&
  placement.y < area.y + area.height &&
  placement.y + placement.height > area.y;

/** The garbage collector sees a small object, not its pixels: they are released explicitly. */
const releaseCanvas = (canvas: Canvas): void => {
  canvas.width = 1;
  canvas.height = 1;
};

/** Larger than any buffer of a page's frames; glibc follows buffers up to 32 MiB. */
const largestBufferBytes = 31 * 2 ** 20;

/**
 * Lets the C library keep memory instead of giving it back to the system after every frame, and fetching and clearing
 * it again: that takes longer than drawing. glibc keeps what is no larger than the largest buffer that was ever freed, so
 * one is fetched, never touched, and freed.
 */
const keepMemory = (): void => {
  Buffer.allocUnsafeSlow(largestBufferBytes).buffer.transfer(0);
};

/** Where a page is drawn: the tool copies all of a canvas for every frame, so it is no larger than the page. */
interface Sheet extends Rect {
  canvas: Canvas;
  pen: SKRSContext2D;
}

/** For what moves between the frames at which a page was measured. */
const marginPx = 8;

const createSheet = ({ left, top, right, bottom }: Extents): Sheet => {
  const [x, y] = [Math.floor(left) - marginPx, Math.floor(top) - marginPx];
  const [width, height] = [Math.ceil(right) + marginPx - x, Math.ceil(bottom) + marginPx - y];
  const canvas = createCanvas(width, height);
  return { x, y, width, height, canvas, pen: canvas.getContext("2d") };
};

export const createPainter = (
  band: Band,
  format: CaptionFormat,
  matrix: Matrix,
  context: SceneContext,
): Painter => {
  keepMemory();
  const frame = createYuva(format, band.width, band.height);
  const convert = createRgbaConverter(matrix, format);
  const sprites = new Map<string, Canvas>();
  let shown = new Map<string, Placement>();
  // Its corner is the page's: how fractions of pixels are rounded depends on where they are drawn, and a segment of a
  // video, whose band may be another, must round as the video does.
  let sheet: Sheet | null = null;

  const drawn = (placement: Placement): Canvas => {
    const known = sprites.get(placement.sprite.key);
    if (known) return known;
    const made = drawSprite(placement.sprite, context.style, context.text);
    sprites.set(placement.sprite.key, made);
    return made;
  };

  const forget = (): void => {
    for (const sprite of sprites.values()) releaseCanvas(sprite);
    sprites.clear();
    if (sheet) releaseCanvas(sheet.canvas);
    sheet = null;
  };

  /** What differs between two scenes, in pixels of the band, grown to even sides; null when nothing does. */
  const changed = (before: Map<string, Placement>, after: Map<string, Placement>): Rect | null => {
    let left = Number.POSITIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    const include = ({ x, y, width, height }: Placement): void => {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + width);
      bottom = Math.max(bottom, y + height);
    };
    const compare = (these: Map<string, Placement>, those: Map<string, Placement>): void => {
      for (const [id, placement] of these) {
        const other = those.get(id);
        if (!other || identity(other) !== identity(placement)) include(placement);
      }
    };
    compare(before, after);
    compare(after, before);
    if (left > right) return null;
    const x = Math.max(0, 2 * Math.floor((left - band.x) / 2));
    const y = Math.max(0, 2 * Math.floor((top - band.y) / 2));
    const width = Math.min(band.width, 2 * Math.ceil((right - band.x) / 2)) - x;
    const height = Math.min(band.height, 2 * Math.ceil((bottom - band.y) / 2)) - y;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
  };

  const draw = (placement: Placement, { canvas, pen, ...corner }: Sheet): void => {
    const { width, height, opacity, columns, sprite } = placement;
    const [x, y] = [placement.x - corner.x, placement.y - corner.y];
    pen.globalAlpha = opacity;
    const frame = drawn(placement);
    const isOwnSize = width === sprite.bounds.width && height === sprite.bounds.height;
    if (!columns) {
      if (isOwnSize) pen.drawImage(frame, x, y);
      else pen.drawImage(frame, x, y, width, height);
      return;
    }
    pen.save();
    pen.beginPath();
    const from = Math.max(0, columns.from - corner.x);
    pen.rect(from, 0, Math.min(canvas.width, columns.to - corner.x) - from, canvas.height);
    pen.clip();
    pen.drawImage(frame, x, y, width, height);
    pen.restore();
  };

  /** Draws an area of the band anew and converts it. */
  const redraw = (scene: readonly Placement[], area: Rect, on: Sheet): void => {
    const { pen } = on;
    const onCanvas = { ...area, x: band.x + area.x, y: band.y + area.y };
    const [left, top] = [onCanvas.x - on.x, onCanvas.y - on.y];
    pen.save();
    pen.beginPath();
    pen.rect(left, top, area.width, area.height);
    pen.clip();
    pen.clearRect(left, top, area.width, area.height);
    for (const placement of scene) if (overlaps(placement, onCanvas)) draw(placement, on);
    pen.restore();
    pen.globalAlpha = 1;
    const pixels = pen.getImageData(left, top, area.width, area.height).data;
    convert(pixels, area, frame);
    // Released at once, the memory is used again by the next frame; left to the collector, every frame takes
    // fresh pages of the system, which costs ten times what reading the pixels does.
    (pixels.buffer as ArrayBuffer).transfer(0);
  };

  const paint = (scene: readonly Placement[], covered: Extents | null): YuvaFrame => {
    const before = pageOf(shown.values());
    if (before !== undefined && before !== pageOf(scene)) {
      const gone = changed(shown, new Map());
      if (gone) empty(frame, gone);
      // A page's frames are of no use to the next one.
      forget();
      shown = new Map();
    }
    const next = new Map(scene.map((placement) => [placement.id, placement]));
    const area = changed(shown, next);
    shown = next;
    if (!area || !covered) return frame;
    sheet ??= createSheet(covered);
    redraw(scene, area, sheet);
    return frame;
  };
  return { paint, close: forget };
};
