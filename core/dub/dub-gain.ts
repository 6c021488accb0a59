/** Larger differences come from a wrong measurement, such as a whisper beside a shout. */
const maxGainDb = 12;
/** Louder peaks would clip once the background is added. */
const maxPeakDb = -1;

export interface SpeechLevel {
  /** RMS of the speech without its pauses, in dB relative to full scale. */
  rmsDb: number;
  /** Highest sample, in dB relative to full scale. */
  peakDb: number;
}

/** Returns the gain in dB that gives new speech the loudness of the original, without peaks that clip. */
export const dubGainDb = (original: Pick<SpeechLevel, "rmsDb">, spoken: SpeechLevel): number => {
  const wanted = Math.min(maxGainDb, Math.max(-maxGainDb, original.rmsDb - spoken.rmsDb));
  return Math.min(wanted, maxPeakDb - spoken.peakDb);
};
