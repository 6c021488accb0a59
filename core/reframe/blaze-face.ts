import type { Size } from "../render-plan/output-geometry.ts";
import type { FaceBox } from "./face.ts";

/** Side of the square that the network takes, in pixels. */
export const inputPx = 256;

/** Scores (logits) and boxes of one grid of anchors, as the network returns them. */
export interface GridOutput {
  scores: Float32Array;
  boxes: Float32Array;
  /** Cells in a row of the grid. */
  cells: number;
  /** Anchors in a cell. */
  anchors: number;
}

/** Values of a box: center, size, and six key points. */
const valuesPerBox = 16;
/** A face of this certainty counts. */
const minScore = 0.5;
/** Boxes that share more of their area are of one face. */
const maxOverlap = 0.3;

/** Places an image in the middle of a black square: values from −1 to 1, channels last. */
export const toInput = (rgb: Uint8Array, { width, height }: Size): Float32Array => {
  const input = new Float32Array(3 * inputPx * inputPx).fill(-1);
  const { left, top } = marginOf({ width, height });
  for (let y = 0; y < height; y++) {
    const to = 3 * ((y + top) * inputPx + left);
    const from = 3 * y * width;
    for (let at = 0; at < 3 * width; at++) input[to + at] = (rgb[from + at] ?? 0) / 127.5 - 1;
  }
  return input;
};

const marginOf = ({ width, height }: Size): { left: number; top: number } => ({
  left: Math.floor((inputPx - width) / 2),
  top: Math.floor((inputPx - height) / 2),
});

/**
 * Returns the faces of an image, the most certain first: anchors above the threshold, those of one face averaged by their
 * certainty. Source: BlazeFace (Bazarevsky et al., 2019), sections 3.2 and 3.3.
 */
export const facesOf = (grids: readonly GridOutput[], size: Size): FaceBox[] => {
  let found = grids.flatMap((grid) => anchorsAbove(grid)).sort((a, b) => b.score - a.score);
  const { left, top } = marginOf(size);
  const faces: FaceBox[] = [];
  for (let [best] = found; best; [best] = found) {
    const strongest = best;
    const same = found.filter((one) => one === strongest || overlap(strongest, one) > maxOverlap);
    found = found.filter((one) => !same.includes(one));
    const face = blend(same);
    faces.push({
      score: strongest.score,
      x: (face.x * inputPx - left) / size.width,
      y: (face.y * inputPx - top) / size.height,
      width: (face.width * inputPx) / size.width,
      height: (face.height * inputPx) / size.height,
    });
  }
  return faces;
};

/** Boxes as shares of the square. */
const anchorsAbove = ({ scores, boxes, cells, anchors }: GridOutput): FaceBox[] => {
  const found: FaceBox[] = [];
  for (let index = 0; index < scores.length; index++) {
    const score = 1 / (1 + Math.exp(-(scores[index] ?? 0)));
    if (score < minScore) continue;
    const cell = Math.floor(index / anchors);
    const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(
      index * valuesPerBox,
      index * valuesPerBox + 4,
    );
    found.push({
      score,
      x: ((cell % cells) + 0.5) / cells + x / inputPx,
      y: (Math.floor(cell / cells) + 0.5) / cells + y / inputPx,
      width: width / inputPx,
      height: height / inputPx,
    });
  }
  return found;
};

const blend = (faces: readonly FaceBox[]): FaceBox => {
  const total = faces.reduce((sum, { score }) => sum + score, 0);
  const mean = (value: (face: FaceBox) => number): number =>
    faces.reduce((sum, face) => sum + value(face) * face.score, 0) / total;
  return {
    score: total / faces.length,
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    width: mean(({ width }) => width),
    height: mean(({ height }) => height),
  };
};

/** Intersection over union. */
const overlap = (a: FaceBox, b: FaceBox): number => {
  const shared = (center: "x" | "y", side: "width" | "height"): number =>
    Math.max(
      0,
      Math.min(a[center] + a[side] / 2, b[center] + b[side] / 2) -
        Math.max(a[center] - a[side] / 2, b[center] - b[side] / 2),
    );
  const both = shared("x", "width") * shared("y", "height");
  return both / (a.width * a.height + b.width * b.height - both || 1);
};
