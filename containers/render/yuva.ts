import type { Rect } from "../../core/drawing/sprite.ts";
import { lumaWeights, type Matrix } from "../../core/render-plan/color.ts";
import type { CaptionFormat } from "../../core/render-plan/filter-graph.ts";

/** A planar frame with alpha, 8 bits, limited range. Planes are in ffmpeg's order: Y′, Cb, Cr, A. */
export interface YuvaFrame {
  format: CaptionFormat;
  /** Even for yuva420p. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

export const yuvaSize = (format: CaptionFormat, width: number, height: number): number =>
  format === "yuva444p" ? 4 * width * height : 2 * width * height + (width * height) / 2;

const black = 16;
const neutral = 128;

export const createYuva = (format: CaptionFormat, width: number, height: number): YuvaFrame => {
  const bytes = new Uint8Array(yuvaSize(format, width, height));
  const luma = width * height;
  bytes.fill(black, 0, luma);
  bytes.fill(neutral, luma, bytes.length - luma);
  return { format, width, height, bytes };
};

/** Clears an area of a frame to transparent black. For 4:2:0 the area has even sides. */
export const clearArea = ({ format, width, height, bytes }: YuvaFrame, area: Rect): void => {
  const plane = width * height;
  const shift = format === "yuva420p" ? 1 : 0;
  const chromaPlane = plane >> (2 * shift);
  const fill = (value: number, from: number, stride: number, columns: number, rows: number): void => {
    for (let row = 0; row < rows; row++)
      bytes.fill(value, from + row * stride, from + row * stride + columns);
  };
  const luma = area.y * width + area.x;
  fill(black, luma, width, area.width, area.height);
  fill(0, plane + 2 * chromaPlane + luma, width, area.width, area.height);
  const chroma = (area.y >> shift) * (width >> shift) + (area.x >> shift);
  const [chromaColumns, chromaRows] = [area.width >> shift, area.height >> shift];
  fill(neutral, plane + chroma, width >> shift, chromaColumns, chromaRows);
  fill(neutral, plane + chromaPlane + chroma, width >> shift, chromaColumns, chromaRows);
};

/** Rows of the R′G′B′ → Y′CbCr matrix for 8-bit limited range. Source: ITU-R BT.709-6, section 3 and BT.601-7. */
const coefficients = (matrix: Matrix) => {
  const { red, blue } = lumaWeights[matrix];
  const greenWeight = 1 - red - blue;
  const luma = 219 / 255;
  const cb = 224 / 255 / 2 / (1 - blue);
  const cr = 224 / 255 / 2 / (1 - red);
  return {
    yr: red * luma,
    yg: greenWeight * luma,
    yb: blue * luma,
    ur: -red * cb,
    ug: -greenWeight * cb,
    ub: (1 - blue) * cb,
    vr: (1 - red) * cr,
    vg: -greenWeight * cr,
    vb: -blue * cr,
  };
};

export type RgbaConverter = (rgba: Uint8ClampedArray, area: Rect, into: YuvaFrame) => void;

/**
 * Creates a converter from straight R′G′B′A (as getImageData returns it) to straight Y′CbCrA. `area` is the target area
 * in the frame; for 4:2:0 it has even sides. Chroma of 2 × 2 pixels is their mean weighted by alpha, so that
 * transparent pixels do not darken edges.
 */
export const createRgbaConverter = (matrix: Matrix, format: CaptionFormat): RgbaConverter =>
  format === "yuva444p" ? converter444(matrix) : converter420(matrix);

const converter444 = (matrix: Matrix): RgbaConverter => {
  const { yr, yg, yb, ur, ug, ub, vr, vg, vb } = coefficients(matrix);
  return (rgba, area, { bytes, width, height }) => {
    const plane = width * height;
    let from = 0;
    for (let row = 0; row < area.height; row++) {
      let to = (area.y + row) * width + area.x;
      for (let column = 0; column < area.width; column++, to++, from += 4) {
        const alpha = rgba[from + 3] as number;
        bytes[3 * plane + to] = alpha;
        const r = alpha === 0 ? 0 : (rgba[from] as number);
        const g = alpha === 0 ? 0 : (rgba[from + 1] as number);
        const b = alpha === 0 ? 0 : (rgba[from + 2] as number);
        bytes[to] = black + 0.5 + yr * r + yg * g + yb * b;
        bytes[plane + to] = neutral + 0.5 + ur * r + ug * g + ub * b;
        bytes[2 * plane + to] = neutral + 0.5 + vr * r + vg * g + vb * b;
      }
    }
  };
};

/** Returns one channel of a pixel (0: red, 8: green, 16: blue), weighted by its alpha. */
const weighted = (pixel: number, shift: number): number => ((pixel >> shift) & 255) * (pixel >>> 24);

const converter420 = (matrix: Matrix): RgbaConverter => {
  const { yr, yg, yb, ur, ug, ub, vr, vg, vb } = coefficients(matrix);
  const luma = (pixel: number): number =>
    black + 0.5 + yr * (pixel & 255) + yg * ((pixel >> 8) & 255) + yb * ((pixel >> 16) & 255);
  const cb = (red: number, green: number, blue: number): number =>
    neutral + 0.5 + ur * red + ug * green + ub * blue;
  const cr = (red: number, green: number, blue: number): number =>
    neutral + 0.5 + vr * red + vg * green + vb * blue;
  return (rgba, area, frame) => {
    const { bytes, width, height } = frame;
    // Most of the area is transparent: clearing all of it and converting only visible pixels is faster.
    clearArea(frame, area);
    // One 32-bit word per pixel, little endian: A B G R from high to low.
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, area.width * area.height);
    const uPlane = width * height;
    const vPlane = uPlane + (uPlane >> 2);
    const alphaPlane = vPlane + (uPlane >> 2);
    // Two rows at a time, 2 × 2 pixels (a b / c d) with one chroma sample.
    for (let row = 0; row < area.height; row += 2) {
      let p = row * area.width;
      let upper = (area.y + row) * width + area.x;
      let chroma = ((area.y + row) >> 1) * (width >> 1) + (area.x >> 1);
      const end = upper + area.width;
      for (; upper < end; p += 2, upper += 2, chroma++) {
        const lower = upper + width;
        const a = pixels[p] as number;
        const b = pixels[p + 1] as number;
        const c = pixels[p + area.width] as number;
        const d = pixels[p + area.width + 1] as number;
        // Transparent pixels are usually zero; others have a weight of zero below.
        if ((a | b | c | d) === 0) continue;
        bytes[alphaPlane + upper] = a >>> 24;
        bytes[alphaPlane + upper + 1] = b >>> 24;
        bytes[alphaPlane + lower] = c >>> 24;
        bytes[alphaPlane + lower + 1] = d >>> 24;
        // Most visible pixels are black (outlines and shadows) and differ from the cleared area in alpha only.
        if (((a | b | c | d) & 0xffffff) === 0) continue;
        bytes[upper] = luma(a);
        bytes[upper + 1] = luma(b);
        bytes[lower] = luma(c);
        bytes[lower + 1] = luma(d);
        if (a === b && a === c && a === d) {
          // Pixels within a letter have one color.
          bytes[uPlane + chroma] = cb(a & 255, (a >> 8) & 255, (a >> 16) & 255);
          bytes[vPlane + chroma] = cr(a & 255, (a >> 8) & 255, (a >> 16) & 255);
          continue;
        }
        const weight = 1 / ((a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24));
        const red = (weighted(a, 0) + weighted(b, 0) + weighted(c, 0) + weighted(d, 0)) * weight;
        const green = (weighted(a, 8) + weighted(b, 8) + weighted(c, 8) + weighted(d, 8)) * weight;
        const blue = (weighted(a, 16) + weighted(b, 16) + weighted(c, 16) + weighted(d, 16)) * weight;
        bytes[uPlane + chroma] = cb(red, green, blue);
        bytes[vPlane + chroma] = cr(red, green, blue);
      }
    }
  };
};
