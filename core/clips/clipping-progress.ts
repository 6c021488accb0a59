/** Part of `clipping` that is done when the speech has been recognised; the rest is cutting. */
export const recognizedShare = 0.5;

/**
 * Part of `clipping` that is done once clips are being cut, 0 to 1.
 *
 * @param clips how many there are
 * @param done part of each by its index, 0 to 1; absent: not begun
 */
export const clippingProgress = (clips: number, done: Readonly<Record<number, number>>): number => {
  const cut = Object.values(done).reduce((sum, part) => sum + part, 0);
  return recognizedShare + (1 - recognizedShare) * Math.min(1, cut / Math.max(1, clips));
};
