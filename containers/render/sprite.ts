import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import type { TextItem } from "./page-layout.ts";
import { type Canvas, createCanvas, type SKRSContext2D } from "./skia.ts";
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
   * Outline and shadow: drawn under all fills, so that no outline covers the adjacent word. Hollow: nothing of it
   * inside the letters, for fills that let it shine through. Without shadow where a box is the ground.
   */
  | { kind: "outline"; item: TextItem; isHollow: boolean; hasShadow: boolean }
  | { kind: "fill"; item: TextItem; color: string; gradientTo: string | null }
  | { kind: "glow"; item: TextItem; color: string }
  | { kind: "emoji"; item: TextItem }
  | { kind: "box"; outline: "box" | "marker"; rect: Rect; radiusPx: number; color: string };

/** A frame that is drawn once and then placed, at its own size or scaled, as often as needed. */
export interface Sprite {
  /** Equal keys are equal frames. */
  key: string;
  shape: Shape;
  /** Size at which it is drawn, about its center. */
  scale: number;
  /** Clockwise about its center. */
  tiltDegrees: number;
  centerX: number;
  centerY: number;
  /** What it covers at that size. */
  bounds: Rect;
}

const around = (left: number, top: number, right: number, bottom: number): Rect => {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) };
};

/** A blur fades out within one and a half of its radius. */
const blurReach = 1.5;

/** Outline, shadow and light of letters: they shrink with letters that had to. */
const ofItem = (item: TextItem, style: CaptionStyle) => {
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
  if (shape.kind === "glow") return antialiasing + blurReach * ofItem(shape.item, style).glowPx;
  if (shape.kind !== "outline") return antialiasing;
  const { shadow, strokePx } = ofItem(shape.item, style);
  const offset = shadow ? Math.max(Math.abs(shadow.offsetXPx), Math.abs(shadow.offsetYPx)) : 0;
  return antialiasing + strokePx + offset + blurReach * (shadow?.blurPx ?? 0);
};

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a rectangle covers when it is scaled and turned about a point. */
const turned = (
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
    return { key, shape, ...own, centerX, centerY, bounds: turned(edges, own, centerX, centerY) };
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
  return { key, shape, ...how, centerX, centerY, bounds: turned(edges, how, centerX, centerY) };
};

/** A shadow without blur is solid: laid on pixel by pixel from its far end, so that the letters look thick. */
const drawDepth = (context: SKRSContext2D, item: TextItem, text: string, style: CaptionStyle): void => {
  const { shadow, strokePx } = ofItem(item, style);
  if (!shadow) return;
  const { offsetXPx, offsetYPx } = shadow;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(offsetXPx), Math.abs(offsetYPx))));
  context.fillStyle = shadow.color;
  context.strokeStyle = shadow.color;
  context.lineWidth = 2 * strokePx;
  for (let step = steps; step > 0; step--) {
    const x = item.x + (offsetXPx * step) / steps;
    const y = item.baselineY + (offsetYPx * step) / steps;
    context.fillText(text, x, y);
    if (strokePx > 0) context.strokeText(text, x, y);
  }
};

const drawOutline = (
  context: SKRSContext2D,
  { item, hasShadow }: Extract<Shape, { kind: "outline" }>,
  text: string,
  style: CaptionStyle,
): void => {
  const { stroke } = style;
  const { strokePx, ...own } = ofItem(item, style);
  const shadow = hasShadow ? own.shadow : null;
  context.lineJoin = "round";
  context.lineCap = "round";
  const isSoft = shadow !== null && shadow.blurPx > 0;
  if (shadow && !isSoft) drawDepth(context, item, text, style);
  if (isSoft) context.shadowColor = shadow.color;
  const layers = isSoft ? shadow.strength : 1;
  // Each layer is tighter and nearer than the one before: soft at a distance, dark where the letters end.
  for (let layer = 0; layer < layers; layer++) {
    const part = 1 - layer / layers;
    context.shadowBlur = part * (shadow?.blurPx ?? 0);
    context.shadowOffsetX = part * (shadow?.offsetXPx ?? 0);
    context.shadowOffsetY = part * (shadow?.offsetYPx ?? 0);
    if (stroke && strokePx > 0) {
      // Half of the line lies inside the glyph, under the fill.
      context.lineWidth = 2 * strokePx;
      context.strokeStyle = stroke.color;
      context.strokeText(text, item.x, item.baselineY);
    } else if (isSoft) {
      // Without an outline the letters themselves throw the shadow; they are covered by the fill.
      context.fillStyle = shadow.color;
      context.fillText(text, item.x, item.baselineY);
    }
  }
  context.shadowColor = "transparent";
};

const cutOut = (context: SKRSContext2D, item: TextItem, text: string): void => {
  context.globalCompositeOperation = "destination-out";
  context.fillStyle = "#000000";
  context.fillText(text, item.x, item.baselineY);
};

const drawGlow = (
  context: SKRSContext2D,
  { item, color }: Extract<Shape, { kind: "glow" }>,
  text: string,
  style: CaptionStyle,
): void => {
  context.shadowColor = color;
  context.shadowBlur = ofItem(item, style).glowPx;
  context.fillStyle = color;
  for (let layer = 0; layer < (style.glow?.strength ?? 0); layer++)
    context.fillText(text, item.x, item.baselineY);
};

/** Slant of a marker's ends, of its height. */
const markerSlant = 0.14;

const drawBox = (context: SKRSContext2D, shape: Extract<Shape, { kind: "box" }>): void => {
  const { rect, radiusPx, color, outline } = shape;
  const { x, y, width, height } = rect;
  context.fillStyle = color;
  context.beginPath();
  if (outline === "box") {
    context.roundRect(x, y, width, height, Math.min(radiusPx, height / 2, width / 2));
  } else {
    // Lower right and upper left stand back a little: the stroke of a broad pen held at an angle.
    const slant = markerSlant * height;
    context.moveTo(x + slant, y);
    context.lineTo(x + width, y + height * 0.06);
    context.lineTo(x + width - slant, y + height);
    context.lineTo(x, y + height * 0.94);
    context.closePath();
  }
  context.fill();
};

const fillOf = (
  context: SKRSContext2D,
  { item, color, gradientTo }: Extract<Shape, { kind: "fill" }>,
): string | ReturnType<SKRSContext2D["createLinearGradient"]> => {
  if (gradientTo === null) return color;
  const gradient = context.createLinearGradient(0, item.baselineY - item.ascent, 0, item.baselineY);
  gradient.addColorStop(0.1, color);
  gradient.addColorStop(0.95, gradientTo);
  return gradient;
};

const paint = (context: SKRSContext2D, shape: Shape, style: CaptionStyle, tool: TextTool): void => {
  if (shape.kind === "box") {
    drawBox(context, shape);
    return;
  }
  const { item } = shape;
  const text = tool.apply(context, item.setting);
  if (shape.kind === "outline") {
    drawOutline(context, shape, text, style);
    if (shape.isHollow) cutOut(context, item, text);
    return;
  }
  if (shape.kind === "glow") {
    drawGlow(context, shape, text, style);
    return;
  }
  context.fillStyle = shape.kind === "fill" ? fillOf(context, shape) : "#000000";
  context.fillText(text, item.x, item.baselineY);
};

/** Draws a sprite on a canvas of its own, whose corner is the corner of `bounds`. */
export const drawSprite = (sprite: Sprite, style: CaptionStyle, text: TextTool): Canvas => {
  const { bounds, centerX, centerY, scale, tiltDegrees } = sprite;
  const canvas = createCanvas(bounds.width, bounds.height);
  const context = canvas.getContext("2d");
  context.translate(centerX - bounds.x, centerY - bounds.y);
  context.rotate((tiltDegrees * Math.PI) / 180);
  context.scale(scale, scale);
  context.translate(-centerX, -centerY);
  paint(context, sprite.shape, style, text);
  return canvas;
};
