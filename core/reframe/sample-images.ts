import type { FaceBox, FacesAt } from "./face.ts";

/** A face that moved by less than this many of its own widths is taken to have moved evenly. */
const maxEvenMove = 0.3;

/**
 * Returns the indexes of the images in which faces are searched first: the first, the last, and those between that are at least
 * `minFrames` frames apart.
 *
 * @param frames of the images, in order
 */
export const firstSamples = (frames: readonly number[], minFrames: number): number[] => {
  let last = Number.NEGATIVE_INFINITY;
  return frames.flatMap((frame, index) => {
    if (frame - last < minFrames && index < frames.length - 1) return [];
    last = frame;
    return [index];
  });
};

/**
 * Returns whether faces must be searched in the images between two samples too: where the shot changes, or a face appears,
 * disappears or moves far.
 *
 * @param shotStarts first frames of the shots
 */
export const isSampleNeeded = (before: FacesAt, after: FacesAt, shotStarts: readonly number[]): boolean =>
  shotStarts.some((start) => start > before.frame && start <= after.frame) ||
  before.faces.length !== after.faces.length ||
  before.faces.some((face) => !after.faces.some((other) => isNear(face, other)));

const isNear = (a: FaceBox, b: FaceBox): boolean =>
  Math.abs(a.x - b.x) <= maxEvenMove * a.width && Math.abs(a.y - b.y) <= maxEvenMove * a.height;
