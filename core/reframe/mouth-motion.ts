import type { FaceBox } from "./face.ts";
import type { GrayFrames } from "./shots.ts";

interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Returns how much more the mouth of a face moves than its eyes do from the frame before, 0 to 255. A turning head moves both; someone who speaks
 * moves the mouth. Null where the face is too small to know.
 */
export const mouthMotion = (frames: GrayFrames, frame: number, face: FaceBox): number | null => {
  const mouth = boxOf(frames, face, { from: 0.15, to: 0.5 });
  const eyes = boxOf(frames, face, { from: -0.35, to: 0 });
  if (mouth.right - mouth.left < minMouthPx || mouth.bottom - mouth.top < minMouthPx / 2) return null;
  return Math.max(0, changeIn(frames, frame, mouth) - changeIn(frames, frame, eyes));
};

/**
 * Averages the motion of a mouth over the frames at most `reach` from one; null where it is not known. Frames that repeat the
 * one before do not count.
 *
 * @param changes of all frames (shots.ts)
 */
export const meanMouthMotion = (
  frames: GrayFrames,
  changes: readonly number[],
  { frame, reach }: { frame: number; reach: number },
  face: FaceBox,
): number | null => {
  const count = Math.floor(frames.pixels.length / (frames.width * frames.height));
  const [from, to] = [Math.max(1, frame - reach), Math.min(count - 1, frame + reach)];
  let [sum, moved] = [0, 0];
  for (let at = from; at <= to; at++) {
    const motion = mouthMotion(frames, at, face);
    if (motion === null) return null;
    sum += motion;
    if (changes[at] !== 0) moved++;
  }
  return to < from ? null : sum / Math.max(1, moved);
};

const minMouthPx = 4;

/** The middle of the face between two heights, which are shares of the face from its center. */
const boxOf = (
  { width, height }: GrayFrames,
  face: FaceBox,
  { from, to }: { from: number; to: number },
): PixelBox => {
  const within = (value: number, limit: number): number => Math.min(limit, Math.max(0, Math.round(value)));
  return {
    left: within((face.x - face.width * 0.3) * width, width),
    right: within((face.x + face.width * 0.3) * width, width),
    top: within((face.y + face.height * from) * height, height),
    bottom: within((face.y + face.height * to) * height, height),
  };
};

const changeIn = ({ pixels, width, height }: GrayFrames, frame: number, box: PixelBox): number => {
  const length = width * height;
  let [sum, count] = [0, 0];
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const at = frame * length + y * width + x;
      sum += Math.abs((pixels[at] ?? 0) - (pixels[at - length] ?? 0));
      count++;
    }
  return count === 0 ? 0 : sum / count;
};
