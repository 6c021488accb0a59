import type { Size } from "../render-plan/output-geometry.ts";

/** A small image of a frame: RGB of 8 bits, row by row. */
export interface SurveyImage {
  frame: number;
  rgb: Uint8Array;
}

/** Brightness between which a frame is well exposed; 0 is black, 255 white. */
const exposed = { from: 50, to: 205 };
/** Standard deviation of the brightness from which contrast is good. */
const goodContrast = 45;
/** Weights of the criteria, each from 0 to 1. */
const weights = { exposure: 1, contrast: 0.6, sharpness: 1 };

/**
 * Returns the frame that suits best as a still: neither dark, nor flat, nor blurred by motion or a transition. Of equals the
 * earlier one.
 *
 * @param images in order; at least one
 */
export const chooseStill = (images: readonly SurveyImage[], size: Size): number => {
  const measured = images.map(({ frame, rgb }) => ({ frame, ...measure(rgb, size) }));
  const sharpest = Math.max(1e-6, ...measured.map(({ sharpness }) => sharpness));
  let best = { frame: images[0]?.frame ?? 0, value: Number.NEGATIVE_INFINITY };
  for (const { frame, mean, deviation, sharpness } of measured) {
    const value =
      weights.exposure * exposureOf(mean) +
      weights.contrast * Math.min(1, deviation / goodContrast) +
      weights.sharpness * (sharpness / sharpest);
    if (value > best.value) best = { frame, value };
  }
  return best.frame;
};

/** 1 between the limits, falling to 0 at black and at white. */
const exposureOf = (mean: number): number =>
  Math.min(1, mean / exposed.from, (255 - mean) / (255 - exposed.to));

/** Mean and standard deviation of the brightness, and the mean difference from the neighbors below and to the right. */
const measure = (rgb: Uint8Array, { width, height }: Size) => {
  // Green is most of the brightness (ITU-R BT.709: 0.72).
  const lumaAt = (x: number, y: number): number => rgb[3 * (y * width + x) + 1] ?? 0;
  let [sum, squares, steps] = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const luma = lumaAt(x, y);
      sum += luma;
      squares += luma * luma;
      if (x + 1 < width) steps += Math.abs(luma - lumaAt(x + 1, y));
      if (y + 1 < height) steps += Math.abs(luma - lumaAt(x, y + 1));
    }
  const pixels = width * height;
  const mean = sum / pixels;
  return {
    mean,
    deviation: Math.sqrt(Math.max(0, squares / pixels - mean * mean)),
    sharpness: steps / pixels,
  };
};
