/** Share of the transcription in the progress of `clipping`; the rest is cutting. */
export const recognizedShare = 0.5;

/**
 * Returns the progress of `clipping` while clips are cut, 0 to 1.
 *
 * @param clips number of clips
 * @param done progress of each clip by index, 0 to 1; absent: not started
 */
export const clippingProgress = (clips: number, done: Readonly<Record<number, number>>): number => {
  const cut = Object.values(done).reduce((sum, part) => sum + part, 0);
  return recognizedShare + (1 - recognizedShare) * Math.min(1, cut / Math.max(1, clips));
};
