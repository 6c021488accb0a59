import type { ExportSettings } from "../settings/render-settings.ts";
import type { FramePath } from "./frame-path.ts";

export interface Size {
  width: number;
  height: number;
}

/** Frames with more pixels (more than 2560 × 1440) are decoded and encoded with less memory. */
const largePixels = 4_000_000;

export const isLarge = ({ width, height }: Size): boolean => width * height > largePixels;

/** Position of the source's frame on the canvas. Lengths are pixels of the source as displayed: rotated, square. */
export type FramePlacement =
  /** This part of the frame is scaled to the whole canvas. The values may be fractional. With a path its corner moves along it. */
  | { kind: "cover"; x: number; y: number; width: number; height: number; path?: FramePath }
  /** The whole frame, scaled to `width` × `height`, is centered over a blurred copy of itself. */
  | { kind: "contain"; width: number; height: number };

export interface OutputGeometry {
  canvas: Size;
  placement: FramePlacement;
}

const shorterSideCap = { standard: 1080, quadHD: 1440, ultraHD: 2160 } as const;
const ratios = { "9:16": 9 / 16, "4:5": 4 / 5, "1:1": 1, "16:9": 16 / 9 } as const;

// Tolerates floating-point errors: 607.9999999 is 608.
const floor = (value: number): number => Math.floor(value + 1e-6);
/** 4:2:0 subsampling requires even sizes of at least 2. */
const floorEven = (value: number): number => Math.max(2, 2 * Math.floor((value + 1e-6) / 2));

const downscaleFactor = (size: Size, cap: number): number =>
  Math.min(1, cap / Math.min(size.width, size.height));

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

/** Position of the crop along the cropped axis, in percent. One that follows the speaker is in the middle where there is none. */
export const fitPositionOf = ({ fitPosition = 50 }: ExportSettings): number =>
  fitPosition === "speaker" ? 50 : fitPosition;

const whole = (source: Size): FramePlacement => ({ kind: "cover", x: 0, y: 0, ...source });

/** Returns the explicit size; a missing side follows from the source's aspect ratio. */
const explicitSize = (settings: ExportSettings, source: Size): Size | null => {
  const { width, height } = settings;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: (width * source.height) / source.width };
  if (height !== undefined) return { width: (height * source.width) / source.height, height };
  return null;
};

/**
 * Returns the canvas of composited and greenScreen outputs (H.264, 4:2:0: even sizes) and the position of the frame.
 * Quality limits the shorter side, and nothing is upscaled without an explicit size. An explicit size is covered,
 * centered, and never stretched. Source: specification, "Export settings".
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
    const scale = downscaleFactor(source, cap);
    const scaled = { width: source.width * scale, height: source.height * scale };
    const canvas = { width: floorEven(scaled.width), height: floorEven(scaled.height) };
    // An odd size loses its last column or row instead of being scaled.
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
    const scale = downscaleFactor(around, cap);
    const canvas = { width: floorEven(around.width * scale), height: floorEven(around.height * scale) };
    const width = Math.min(canvas.width, floorEven(source.width * scale));
    const height = Math.min(canvas.height, floorEven(source.height * scale));
    return { canvas, placement: { kind: "contain", width, height } };
  }
  const cut = coverCut(source, ratio, fitPositionOf(settings));
  if (cut.kind !== "cover") return { canvas: source, placement: cut };
  const scale = downscaleFactor(cut, cap);
  const canvas = { width: floorEven(cut.width * scale), height: floorEven(cut.height * scale) };
  return { canvas, placement: cut };
};

/** Returns the canvas of a transparent output: the requested size, which may be odd. */
export const transparentCanvas = (settings: ExportSettings): Size => ({
  width: floor(settings.width ?? 0),
  height: floor(settings.height ?? 0),
});
