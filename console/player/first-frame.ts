/** Times of words are rounded to the millisecond, those of frames are not. */
const tolerance = 0.02;
/** Into the frame, as a part of its duration: at its start itself, rounding would show the frame before. */
const inset = 1 / 8;

/**
 * Returns a position in seconds in the first frame that begins at `seconds` or later, where a word that starts then is the spoken one. At
 * `seconds` itself a player shows the frame before, with the word before.
 */
export const firstFrameFrom = (seconds: number, frameSeconds: number): number =>
  (Math.ceil(seconds / frameSeconds - tolerance) + inset) * frameSeconds;
