import type { Direction } from "../text/visual-order.ts";

/** A gradient of colors, for fills. */
export interface Gradient {
  addColorStop(offset: number, color: string): void;
}

/** The part of HTML's canvas context that captions use. Skia's context for Node has the same methods. */
export interface Pen {
  font: string;
  lang: string;
  direction: Direction | "inherit";
  letterSpacing: string;
  textAlign: "left" | "right" | "center" | "start" | "end";
  textBaseline: "top" | "hanging" | "middle" | "alphabetic" | "ideographic" | "bottom";
  fontKerning: "auto" | "normal" | "none";
  /** A color, or a gradient of the same context. */
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: "round" | "bevel" | "miter";
  lineCap: "butt" | "round" | "square";
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetX: number;
  shadowOffsetY: number;
  globalAlpha: number;
  globalCompositeOperation: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  clip(): void;
  fill(): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): Gradient;
  measureText(text: string): InkMetrics;
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
  drawImage(image: Canvas, x: number, y: number): void;
  drawImage(image: Canvas, x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
}

/** The metrics of a text in pixels, as in HTML's TextMetrics. */
export interface InkMetrics {
  width: number;
  actualBoundingBoxLeft: number;
  actualBoundingBoxRight: number;
  actualBoundingBoxAscent: number;
  actualBoundingBoxDescent: number;
}

/** A canvas, or an image that can be drawn on a canvas. */
export interface Canvas {
  width: number;
  height: number;
  getContext(kind: "2d"): Pen;
}

/** The canvas implementation: Skia in the render container, the browser's canvas in the console. */
export interface TextSurface {
  createCanvas(width: number, height: number): Canvas;
}
