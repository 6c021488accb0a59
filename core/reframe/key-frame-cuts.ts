import { minDifference } from "./shots.ts";

/** Distances of regular key frames differ by this many frames when a rate is converted. */
const tolerance = 2;
/** Share of the irregular key frames that must begin a shot, before those are taken to be there because of cuts. */
const minShare = 0.8;

/**
 * Returns the key frames at which shots certainly begin. An encoder that looks for cuts begins each shot with a key frame, earlier
 * than the next regular one, so that the frames before it show no cut. Empty where key frames are irregular for other reasons,
 * and where they are regular: a cut is then between two of them.
 *
 * @param changes of all frames, in a survey of key frames
 * @param keyFrames in order; the first one may be none, because a survey can begin between two
 */
export const cutsAtKeyFrames = (
  changes: readonly number[],
  keyFrames: readonly number[],
): ReadonlySet<number> => {
  const distances = keyFrames.map((frame, index) => (index < 2 ? 0 : frame - (keyFrames[index - 1] ?? 0)));
  const regular = Math.max(0, ...distances);
  const isEarly = (index: number): boolean => index > 1 && (distances[index] ?? 0) < regular - tolerance;
  const isChange = (index: number): boolean => (changes[keyFrames[index] ?? 0] ?? 0) >= minDifference;
  const indexes = keyFrames.map((_, index) => index);
  const cuts = indexes.filter((index) => isEarly(index) && isChange(index));
  // Some encoders keep to the regular times after a cut.
  const others = indexes.filter((index) => isEarly(index) && !isChange(index) && !cuts.includes(index - 1));
  if (cuts.length < minShare * (cuts.length + others.length)) return new Set();
  return new Set(cuts.map((index) => keyFrames[index] ?? 0));
};
