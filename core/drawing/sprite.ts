import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { TextItem } from "./page-layout.ts";
import type { TextTool } from "./text-tool.ts";

/** Whole pixels of the canvas. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Shape =
  /**
   * Outline and shadow, drawn below all fills, so that no outline covers an adjacent word. `isHollow`: without the area
   * inside of the letters, for transparent fills. Without a shadow on a box.
   */
  | { kind: "outline"; item: TextItem; isHollow: boolean; hasShadow: boolean }
  | { kind: "fill"; item: TextItem; color: string; gradientTo: string | null }
  | { kind: "glow"; item: TextItem; color: string }
  | { kind: "emoji"; item: TextItem }
  | { kind: "box"; outline: "box" | "marker"; rect: Rect; radiusPx: number; color: string };

/** An image that is drawn once and then placed, at its own size or scaled, as often as needed. */
export interface Sprite {
  /** Sprites with equal keys are drawn alike. */
  key: string;
  shape: Shape;
  /** Size at which it is drawn, about its center. */
  scale: number;
  /** Clockwise about its center. */
  tiltDegrees: number;
  centerX: number;
  centerY: number;
  /** The area that it covers at that size. */
  bounds: Rect;
}

const around = (left: number, top: number, right: number, bottom: number): Rect => {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) };
};

/** A blur fades out within one and a half of its radius. */
const blurReach = 1.5;

/** Returns the widths of a text's outline, shadow and glow, which have the scale of its letters. */
export const effectsOf = (item: TextItem, style: CaptionStyle) => {
  const scale = item.setting.sizePx / style.fontSizePx;
  const { shadow } = style;
  return {
    strokePx: scale * (style.stroke?.widthPx ?? 0),
    shadow: shadow && {
      ...shadow,
      offsetXPx: scale * shadow.offsetXPx,
      offsetYPx: scale * shadow.offsetYPx,
      blurPx: scale * shadow.blurPx,
    },
    glowPx: scale * (style.glow?.blurPx ?? 0),
  };
};

const reach = (shape: Shape, style: CaptionStyle): number => {
  const antialiasing = 2;
  if (shape.kind === "glow") return antialiasing + blurReach * effectsOf(shape.item, style).glowPx;
  if (shape.kind !== "outline") return antialiasing;
  const { shadow, strokePx } = effectsOf(shape.item, style);
  const offset = shadow ? Math.max(Math.abs(shadow.offsetXPx), Math.abs(shadow.offsetYPx)) : 0;
  return antialiasing + strokePx + offset + blurReach * (shadow?.blurPx ?? 0);
};

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the bounds of a rectangle that is scaled and rotated about a point. */
const rotated = (
  { left, top, right, bottom }: Edges,
  how: { scale: number; tiltDegrees: number },
  centerX: number,
  centerY: number,
): Rect => {
  const angle = (how.tiltDegrees * Math.PI) / 180;
  const [cos, sin] = [how.scale * Math.cos(angle), how.scale * Math.sin(angle)];
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => ({
      x: centerX + (x - centerX) * cos - (y - centerY) * sin,
      y: centerY + (x - centerX) * sin + (y - centerY) * cos,
    })),
  );
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return around(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
};

/** Measures a shape: where its image is placed and how large it is. Nothing is drawn yet. */
export const makeSprite = (
  key: string,
  shape: Shape,
  how: { scale: number; tiltDegrees: number },
  style: CaptionStyle,
  text: TextTool,
): Sprite => {
  if (shape.kind === "box") {
    const { x, y, width, height } = shape.rect;
    const [centerX, centerY] = [x + width / 2, y + height / 2];
    const edges = { left: x - 1, top: y - 1, right: x + width + 1, bottom: y + height + 1 };
    const own = { scale: 1, tiltDegrees: how.tiltDegrees };
    return { key, shape, ...own, centerX, centerY, bounds: rotated(edges, own, centerX, centerY) };
  }
  const { item } = shape;
  const ink = text.measure(item.setting);
  const pad = reach(shape, style);
  const centerX = item.x + item.width / 2;
  const centerY = item.baselineY - item.ascent / 2;
  const edges = {
    left: item.x + Math.min(0, ink.inkLeft) - pad,
    top: item.baselineY - ink.inkAscent - pad,
    right: item.x + Math.max(item.width, ink.inkRight) + pad,
    bottom: item.baselineY + ink.inkDescent + pad,
  };
  return { key, shape, ...how, centerX, centerY, bounds: rotated(edges, how, centerX, centerY) };
};
