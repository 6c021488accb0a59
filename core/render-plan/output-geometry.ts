import type { ExportSettings } from "../settings/render-settings.ts";
import type { FramePath } from "./frame-path.ts";

export interface Size {
  width: number;
  height: number;
}

/** Frames of more pixels than this (beyond 2560 × 1440) are decoded and encoded with less memory. */
const largePixels = 4_000_000;

export const isLarge = ({ width, height }: Size): boolean => width * height > largePixels;

/** How the frame gets onto the canvas. Lengths are displayed pixels: upright, square. */
export type FramePlacement =
  /** The cut is scaled to the whole canvas; its corner and size may be fractions. With a path the corner moves along it. */
  | { kind: "cover"; x: number; y: number; width: number; height: number; path?: FramePath }
  /** The whole frame, scaled to `width` × `height`, in the middle of a blurred copy of itself. */
  | { kind: "contain"; width: number; height: number };

export interface OutputGeometry {
  canvas: Size;
  placement: FramePlacement;
}

const shorterSideCap = { standard: 1080, quadHD: 1440, ultraHD: 2160 } as const;
const ratios = { "9:16": 9 / 16, "4:5": 4 / 5, "1:1": 1, "16:9": 16 / 9 } as const;

// Dimensions that come out a hair below a whole number (607.9999) mean that number.
const floor = (value: number): number => Math.floor(value + 1e-6);
/** 4:2:0 halves both directions of the color planes, so sizes are even; nothing is smaller than 2. */
const floorEven = (value: number): number => Math.max(2, 2 * Math.floor((value + 1e-6) / 2));

const fitInside = (size: Size, cap: number): number => Math.min(1, cap / Math.min(size.width, size.height));

const coverCut = (source: Size, ratio: number, position: number): FramePlacement => {
  const width = Math.min(source.width, source.height * ratio);
  const height = Math.min(source.height, source.width / ratio);
  return {
    kind: "cover",
    x: ((source.width - width) * position) / 100,
    y: ((source.height - height) * position) / 100,
    width,
    height,
  };
};

const whole = (source: Size): FramePlacement => ({ kind: "cover", x: 0, y: 0, ...source });

/** Explicit size; one side alone takes the other from the source's aspect. */
const explicitSize = (settings: ExportSettings, source: Size): Size | null => {
  const { width, height } = settings;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: (width * source.height) / source.width };
  if (height !== undefined) return { width: (height * source.width) / source.height, height };
  return null;
};

/**
 * Canvas of composited and greenScreen outputs (H.264, 4:2:0: even sizes) and the frame's place on it.
 * Source: specification, "Export settings"; quality caps the shorter side and nothing is ever upscaled unless a size is
 * given; a size that is given is filled, centered, and never stretched.
 *
 * @param source displayed size of the frame
 */
export const outputGeometry = (settings: ExportSettings, source: Size): OutputGeometry => {
  const explicit = explicitSize(settings, source);
  if (explicit) {
    const canvas = { width: floorEven(explicit.width), height: floorEven(explicit.height) };
    return { canvas, placement: coverCut(source, canvas.width / canvas.height, 50) };
  }
  const cap = shorterSideCap[settings.quality ?? "standard"];
  const preset = settings.aspectRatio ?? "original";
  if (preset === "original") {
    const scale = fitInside(source, cap);
    const scaled = { width: source.width * scale, height: source.height * scale };
    const canvas = { width: floorEven(scaled.width), height: floorEven(scaled.height) };
    // An odd size loses its last column or row, it is not squeezed by it.
    const cut = {
      width: Math.min(source.width, canvas.width / scale),
      height: Math.min(source.height, canvas.height / scale),
    };
    return { canvas, placement: whole(cut) };
  }
  const ratio = ratios[preset];
  if (settings.fit === "contain") {
    const around = {
      width: Math.max(source.width, source.height * ratio),
      height: Math.max(source.height, source.width / ratio),
    };
    const scale = fitInside(around, cap);
    const canvas = { width: floorEven(around.width * scale), height: floorEven(around.height * scale) };
    const width = Math.min(canvas.width, floorEven(source.width * scale));
    const height = Math.min(canvas.height, floorEven(source.height * scale));
    return { canvas, placement: { kind: "contain", width, height } };
  }
  const cut = coverCut(source, ratio, settings.fitPosition ?? 50);
  if (cut.kind !== "cover") return { canvas: source, placement: cut };
  const scale = fitInside(cut, cap);
  const canvas = { width: floorEven(cut.width * scale), height: floorEven(cut.height * scale) };
  return { canvas, placement: cut };
};

/** Canvas of a transparent output: the size asked for, odd ones too. */
export const transparentCanvas = (settings: ExportSettings): Size => ({
  width: floor(settings.width ?? 0),
  height: floor(settings.height ?? 0),
});
