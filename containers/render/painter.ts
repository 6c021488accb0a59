import type { Matrix } from "../../core/render-plan/colour.ts";
import type { Band, CaptionFormat } from "../../core/render-plan/filter-graph.ts";
import type { Placement, SceneContext } from "./scene.ts";
import { type Canvas, createCanvas } from "./skia.ts";
import { drawSprite, type Rect } from "./sprite.ts";
import { createRgbaConverter, createYuva, type YuvaPicture } from "./yuva.ts";

export interface Painter {
  /** The band with nothing but these placements; only what changed since the last call is drawn and converted. */
  paint(scene: readonly Placement[]): YuvaPicture;
  /** Gives the memory of all pictures back. */
  close(): void;
}

const identity = (placement: Placement): string => {
  const { sprite, x, y, width, opacity, columns } = placement;
  return `${sprite.key}|${x}|${y}|${width}|${opacity}|${columns?.from ?? ""}|${columns?.to ?? ""}`;
};

/** Equal strings are equal pictures. */
export const sceneKey = (scene: readonly Placement[]): string => scene.map(identity).join(";");

export const createPainter = (
  band: Band,
  format: CaptionFormat,
  matrix: Matrix,
  context: SceneContext,
): Painter => {
  // Of the whole frame's columns and rows up to the band's end: how fractions of pixels are rounded depends on where they
  // are drawn, and a segment with a smaller band must round as the film does. Rows without captions are never touched.
  const canvas = createCanvas(band.x + band.width, band.y + band.height);
  const pen = canvas.getContext("2d");
  const picture = createYuva(format, band.width, band.height);
  const convert = createRgbaConverter(matrix, format);
  const sprites = new Map<string, Canvas>();
  let shown = new Map<string, Placement>();

  const drawn = (placement: Placement): Canvas => {
    const known = sprites.get(placement.sprite.key);
    if (known) return known;
    const made = drawSprite(placement.sprite, context.style, context.text);
    sprites.set(placement.sprite.key, made);
    return made;
  };

  // The collector sees a small object, not the pixels behind it: they are given back by hand.
  const forget = (): void => {
    for (const sprite of sprites.values()) {
      sprite.width = 1;
      sprite.height = 1;
    }
    sprites.clear();
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

  const draw = (placement: Placement): void => {
    const { x, y, width, height, opacity, columns, sprite } = placement;
    pen.globalAlpha = opacity;
    const picture = drawn(placement);
    const isOwnSize = width === sprite.bounds.width && height === sprite.bounds.height;
    if (!columns) {
      if (isOwnSize) pen.drawImage(picture, x, y);
      else pen.drawImage(picture, x, y, width, height);
      return;
    }
    pen.save();
    pen.beginPath();
    const from = Math.max(0, columns.from);
    pen.rect(from, 0, Math.min(canvas.width, columns.to) - from, canvas.height);
    pen.clip();
    pen.drawImage(picture, x, y, width, height);
    pen.restore();
  };

  const paint = (scene: readonly Placement[]): YuvaPicture => {
    const next = new Map(scene.map((placement) => [placement.id, placement]));
    const area = changed(shown, next);
    // A page's pictures are of no use to the next one.
    const page = scene[0]?.sprite.key.split("/", 1)[0];
    const before = shown.values().next().value?.sprite.key.split("/", 1)[0];
    if (before !== undefined && page !== before) forget();
    shown = next;
    if (!area) return picture;
    pen.save();
    pen.beginPath();
    const [left, top] = [band.x + area.x, band.y + area.y];
    pen.rect(left, top, area.width, area.height);
    pen.clip();
    pen.clearRect(left, top, area.width, area.height);
    for (const placement of scene) draw(placement);
    pen.restore();
    pen.globalAlpha = 1;
    const pixels = pen.getImageData(left, top, area.width, area.height).data;
    convert(pixels, area, picture);
    // Given back here and now, the next picture lies in the same memory; left to the collector, every picture takes
    // fresh pages of the system, which costs ten times what reading the pixels does.
    (pixels.buffer as ArrayBuffer).transfer(0);
    return picture;
  };
  return { paint, close: forget };
};
