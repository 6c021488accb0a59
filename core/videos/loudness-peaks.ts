/** Peaks per second of audio. */
export const peaksPerSecond = 100;

/** The content of the object of peaksKey (core/storage/keys.ts). */
export interface LoudnessPeaks {
  peaksPerSecond: number;
  /** The largest magnitude of each hundredth of a second, 0 to 255. */
  peaks: readonly number[];
}
