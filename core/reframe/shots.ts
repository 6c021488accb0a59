/** Gray images of successive frames, one after another, row by row. */
export interface GrayFrames {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Mean difference of two frames from which there may be a cut; 255 is black to white. */
export const minDifference = 10;
/** A cut stands out from the differences of the frames around it. */
const minRatio = 2;
const framesAround = 4;

/**
 * Returns the first frame of every shot, in order, 0 first. A cut differs from motion in that the frames before and after
 * it are alike, and from a flash in that it happens once.
 *
 * @param changes of all frames (frameChanges)
 */
export const shotStarts = (changes: readonly number[]): number[] => {
  const starts = [0];
  changes.forEach((change, frame) => {
    if (frame === 0 || change < minDifference) return;
    const around = changes.slice(Math.max(1, frame - framesAround), frame + framesAround + 1);
    const others = around.filter((_, index) => Math.max(1, frame - framesAround) + index !== frame);
    if (change >= minRatio * Math.max(0, ...others)) starts.push(frame);
  });
  return starts;
};

/**
 * Returns whether the cuts in a survey without the frames that no other frame refers to are those of all frames. A missing
 * frame has a change of exactly 0, since the frame before is shown again. A cut is certain if the frame before it is there
 * and it stands out although the changes around it may be sums of several frames.
 *
 * @param changes of all frames, with those that are missing
 */
export const areCutsCertain = (changes: readonly number[]): boolean => {
  const isMissing = (frame: number): boolean => frame > 0 && changes[frame] === 0;
  if (!changes.some((_, frame) => isMissing(frame))) return true;
  const starts = new Set(shotStarts(changes));
  return changes.every((change, frame) => {
    if (change < minDifference) return true;
    if (starts.has(frame)) return !isMissing(frame - 1);
    const around = changes.slice(Math.max(1, frame - framesAround), frame + framesAround + 1);
    return change < Math.max(...around);
  });
};

/** Mean difference of each frame from the one before; the first has 0. */
export const frameChanges = ({ pixels, width, height }: GrayFrames): number[] => {
  const length = width * height;
  return Array.from({ length: Math.floor(pixels.length / length) }, (_, frame) => {
    if (frame === 0) return 0;
    let sum = 0;
    const [from, before] = [frame * length, (frame - 1) * length];
    for (let at = 0; at < length; at++)
      sum += Math.abs((pixels[from + at] ?? 0) - (pixels[before + at] ?? 0));
    return sum / length;
  });
};
