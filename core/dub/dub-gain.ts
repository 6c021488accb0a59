import { medianOf } from "../median.ts";

/** Larger differences between sentences come from wrong measurements, such as of a voice below loud music. */
const maxDifferenceDb = 12;
/** The limiter of the mix lowers peaks above full scale, which is inaudible up to this level. */
const maxPeakDb = 6;

export interface SpeechLevel {
  /** Loudness of the speech without its pauses (K-weighted, ITU-R BS.1770), in dB relative to full scale. */
  loudnessDb: number;
  /** Highest sample, in dB relative to full scale. */
  peakDb: number;
}

/** Limits the measured levels of sentences, in dB, to a range around their median. */
export const plausibleLevels = (levelsDb: readonly number[]): number[] => {
  const median = medianOf(levelsDb);
  return levelsDb.map((level) =>
    Math.min(median + maxDifferenceDb, Math.max(median - maxDifferenceDb, level)),
  );
};

/** Returns the gain in dB that gives new speech the loudness of the original, except for peaks that the mix cannot hold. */
export const dubGainDb = (original: Pick<SpeechLevel, "loudnessDb">, spoken: SpeechLevel): number =>
  Math.min(original.loudnessDb - spoken.loudnessDb, maxPeakDb - spoken.peakDb);
