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
  /** Outline and shadow: drawn under all fills, so that no word's outline lies over its neighbour. */
  | { kind: "outline"; item: TextItem }
  | { kind: "fill"; item: TextItem; colour: string }
  | { kind: "emoji"; item: TextItem }
  | { kind: "box"; rect: Rect; radiusPx: number; colour: string };

/** A picture that is drawn once and then placed, at its own size or scaled, as often as needed. */
export interface Sprite {
  /** Equal keys are equal pictures. */
  key: string;
  shape: Shape;
  /** Size at which it is drawn, about its centre. */
  scale: number;
  centreX: number;
  centreY: number;
  /** What it covers at that size. */
  bounds: Rect;
}

const around = (left: number, top: number, right: number, bottom: number): Rect => {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) };
};

// Two pixels for antialiasing; a shadow's blur fades out within one and a half of its radius.
const reach = (shape: Shape, style: CaptionStyle): number => {
  if (shape.kind !== "outline") return 2;
  const shadow = style.shadow ? 1.5 * style.shadow.blurPx + style.shadow.offsetYPx : 0;
  return 2 + (style.stroke?.widthPx ?? 0) + shadow;
};

export const makeSprite = (
  key: string,
  shape: Shape,
  scale: number,
  style: CaptionStyle,
  text: TextTool,
): Sprite => {
  if (shape.kind === "box") {
    const { rect } = shape;
    const bounds = around(rect.x - 1, rect.y - 1, rect.x + rect.width + 1, rect.y + rect.height + 1);
    return {
      key,
      shape,
      scale: 1,
      centreX: rect.x + rect.width / 2,
      centreY: rect.y + rect.height / 2,
      bounds,
    };
  }
  const { item } = shape;
  const ink = text.measure(item.setting);
  const pad = reach(shape, style);
  const centreX = item.x + item.width / 2;
  const centreY = item.baselineY - item.ascent / 2;
  const scaled = (value: number, centre: number): number => centre + (value - centre) * scale;
  const bounds = around(
    scaled(item.x + Math.min(0, ink.inkLeft) - pad, centreX),
    scaled(item.baselineY - ink.inkAscent - pad, centreY),
    scaled(item.x + Math.max(item.width, ink.inkRight) + pad, centreX),
    scaled(item.baselineY + ink.inkDescent + pad, centreY),
  );
  return { key, shape, scale, centreX, centreY, bounds };
};

const drawOutline = (context: SKRSContext2D, item: TextItem, style: CaptionStyle): void => {
  const { text } = item.setting;
  context.lineJoin = "round";
  context.lineCap = "round";
  if (style.shadow) {
    context.shadowColor = style.shadow.colour;
    context.shadowBlur = style.shadow.blurPx;
    context.shadowOffsetY = style.shadow.offsetYPx;
  }
  if (style.stroke && style.stroke.widthPx > 0) {
    // Half of the line lies inside the glyph, under the fill.
    context.lineWidth = 2 * style.stroke.widthPx;
    context.strokeStyle = style.stroke.colour;
    context.strokeText(text, item.x, item.baselineY);
  } else if (style.shadow) {
    // Without an outline the letters themselves throw the shadow; they are covered by the fill.
    context.fillStyle = style.shadow.colour;
    context.fillText(text, item.x, item.baselineY);
  }
};

const paint = (context: SKRSContext2D, shape: Shape, style: CaptionStyle, text: TextTool): void => {
  if (shape.kind === "box") {
    const { rect, radiusPx, colour } = shape;
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(rect.x, rect.y, rect.width, rect.height, Math.min(radiusPx, rect.height / 2));
    context.fill();
    return;
  }
  text.apply(context, shape.item.setting);
  if (shape.kind === "outline") {
    drawOutline(context, shape.item, style);
    return;
  }
  context.fillStyle = shape.kind === "fill" ? shape.colour : "#000000";
  context.fillText(shape.item.setting.text, shape.item.x, shape.item.baselineY);
};

/** Draws a sprite on a canvas of its own, whose corner is the corner of `bounds`. */
export const drawSprite = (sprite: Sprite, style: CaptionStyle, text: TextTool): Canvas => {
  const { bounds, centreX, centreY, scale } = sprite;
  const canvas = createCanvas(bounds.width, bounds.height);
  const context = canvas.getContext("2d");
  context.translate(centreX - bounds.x, centreY - bounds.y);
  context.scale(scale, scale);
  context.translate(-centreX, -centreY);
  paint(context, sprite.shape, style, text);
  return canvas;
};
