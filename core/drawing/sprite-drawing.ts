import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { TextItem } from "./page-layout.ts";
import { effectsOf, type Shape, type Sprite } from "./sprite.ts";
import type { Canvas, Gradient, Pen, TextSurface } from "./text-surface.ts";
import type { TextTool } from "./text-tool.ts";

/** Draws a shadow without blur: pixel by pixel from its far end, so that the letters look thick. */
const drawDepth = (context: Pen, item: TextItem, text: string, style: CaptionStyle): void => {
  const { shadow, strokePx } = effectsOf(item, style);
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
  context: Pen,
  { item, hasShadow }: Extract<Shape, { kind: "outline" }>,
  text: string,
  style: CaptionStyle,
): void => {
  const { stroke } = style;
  const { strokePx, ...own } = effectsOf(item, style);
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
      // Without an outline the letters cast the shadow; the fill covers them.
      context.fillStyle = shadow.color;
      context.fillText(text, item.x, item.baselineY);
    }
  }
  context.shadowColor = "transparent";
};

const cutOut = (context: Pen, item: TextItem, text: string): void => {
  context.globalCompositeOperation = "destination-out";
  context.fillStyle = "#000000";
  context.fillText(text, item.x, item.baselineY);
};

const drawGlow = (
  context: Pen,
  { item, color }: Extract<Shape, { kind: "glow" }>,
  text: string,
  style: CaptionStyle,
): void => {
  context.shadowColor = color;
  context.shadowBlur = effectsOf(item, style).glowPx;
  context.fillStyle = color;
  for (let layer = 0; layer < (style.glow?.strength ?? 0); layer++)
    context.fillText(text, item.x, item.baselineY);
};

/** Slant of a marker's ends, as a fraction of its height. */
const markerSlant = 0.14;

const drawBox = (context: Pen, shape: Extract<Shape, { kind: "box" }>): void => {
  const { rect, radiusPx, color, outline } = shape;
  const { x, y, width, height } = rect;
  context.fillStyle = color;
  context.beginPath();
  if (outline === "box") {
    context.roundRect(x, y, width, height, Math.min(radiusPx, height / 2, width / 2));
  } else {
    // Lower right and upper left are set back a little, like the stroke of a broad pen held at an angle.
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
  context: Pen,
  { item, color, gradientTo }: Extract<Shape, { kind: "fill" }>,
): string | Gradient => {
  if (gradientTo === null) return color;
  const gradient = context.createLinearGradient(0, item.baselineY - item.ascent, 0, item.baselineY);
  gradient.addColorStop(0.1, color);
  gradient.addColorStop(0.95, gradientTo);
  return gradient;
};

const paint = (context: Pen, shape: Shape, style: CaptionStyle, tool: TextTool): void => {
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

/** Draws a sprite on a new canvas whose corner is the corner of `bounds`. */
export const drawSprite = (
  sprite: Sprite,
  { surface, style, text }: { surface: TextSurface; style: CaptionStyle; text: TextTool },
): Canvas => {
  const { bounds, centerX, centerY, scale, tiltDegrees } = sprite;
  const canvas = surface.createCanvas(bounds.width, bounds.height);
  const context = canvas.getContext("2d");
  context.translate(centerX - bounds.x, centerY - bounds.y);
  context.rotate((tiltDegrees * Math.PI) / 180);
  context.scale(scale, scale);
  context.translate(-centerX, -centerY);
  paint(context, sprite.shape, style, text);
  return canvas;
};
