import type { FrameRange } from "../time/frame-range.ts";

/**
 * Repeats the last frame if there are too few (the audio is longer, or the end is damaged), and drops frames beyond
 * `frames`. `-frames:v` would also end the audio.
 */
export const limitFrames = (frames: number): string[] => [
  "tpad=stop=-1:stop_mode=clone",
  `trim=end_frame=${frames}`,
];

/** Repeats the last frame once: `fps` drops a last frame without a duration. */
export const repeatLastFrame = ["tpad=stop=1:stop_mode=clone"];

/**
 * Maximum number of ranges in one sum of comparisons. More ranges are searched by bisection, so that 4,000 cost no more
 * than 10.
 */
const maxRangesPerSum = 16;

/** Returns an expression of the frame number `n` that is 1 within the ranges. */
const rangeExpression = (kept: readonly FrameRange[]): string => {
  if (kept.length <= maxRangesPerSum)
    return kept.map(({ startFrame, endFrame }) => `between(n,${startFrame},${endFrame - 1})`).join("+");
  const half = kept.length >> 1;
  const [before, after] = [kept.slice(0, half), kept.slice(half)];
  return `if(lt(n,${after[0]?.startFrame}),${rangeExpression(before)},${rangeExpression(after)})`;
};

/**
 * Drops all frames outside of the kept ranges, without buffering frames like `trim` and `concat`. Frames after the last
 * range are not requested.
 */
export const keepRanges = (kept: readonly FrameRange[]): string[] => [
  ...limitFrames(kept.at(-1)?.endFrame ?? 0),
  `select='${rangeExpression(kept)}'`,
  // After the `fps` filter one tick is one frame.
  "setpts=N",
];
