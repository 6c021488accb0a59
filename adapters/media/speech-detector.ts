import { Rnnoise } from "@shiguredo/rnnoise-wasm";

/** RNNoise works on 10 ms at this rate. */
export const detectorSampleRate = 48_000;
const framesPerSecond = 100;
/** Peak level in 16-bit samples below which audio is silent: -60 dBFS. */
const silentPeak = 32;
/** Speech stays above this probability for syllables on end; music, noise and tones reach it for moments only. */
const speechProbability = 0.9;
const minRunFrames = 25;
const minSpeechFrames = 100;
/** Enough to know that a track contains speech, and to compare it with others. */
const enoughSpeechFrames = 200;
/**
 * The network takes 2 ms of processor time per frame. Silent frames are passed over; after a minute of audible ones only
 * a burst of 5 s in ten is examined.
 */
const densePartFrames = 60 * framesPerSecond;
const burstFrames = 5 * framesPerSecond;
const burstsPerExamined = 10;
const maxExaminedFrames = 180 * framesPerSecond;
const comparedFrames = 30 * framesPerSecond;
/** One microphone on two tracks correlates above this; two microphones in a room stay below. */
const repeatedCorrelation = 0.995;

/** Energies per 10 ms of the start of a track, and what was found in it. */
export interface DetectedContent {
  isSilent: boolean;
  hasSpeech: boolean;
  energies: readonly number[];
}

export interface SpeechDetector {
  /** Takes mono 16-bit samples at `detectorSampleRate`; returns whether more would change nothing. */
  push(samples: Int16Array): boolean;
  finish(): DetectedContent;
}

/** Loads the detector: RNNoise, a small recurrent network for voice activity (Valin 2018, arXiv:1709.08243). */
export const loadSpeechDetector = async (): Promise<() => SpeechDetector> => {
  const network = await Rnnoise.load();
  return () => {
    const state = network.createDenoiseState();
    const frame = new Float32Array(network.frameSize);
    const energies: number[] = [];
    let filled = 0;
    let peak = 0;
    let runFrames = 0;
    let speechFrames = 0;
    let audibleFrames = 0;
    let examinedFrames = 0;
    const isExamined = (): boolean =>
      audibleFrames < densePartFrames || Math.floor(audibleFrames / burstFrames) % burstsPerExamined === 0;
    const examine = (): void => {
      examinedFrames += 1;
      runFrames = state.processFrame(frame) > speechProbability ? runFrames + 1 : 0;
      if (runFrames === minRunFrames) speechFrames += minRunFrames;
      else if (runFrames > minRunFrames) speechFrames += 1;
    };
    const takeAudibleFrame = (): void => {
      if (isExamined()) examine();
      else runFrames = 0;
      audibleFrames += 1;
    };
    const takeFrame = (): void => {
      let energy = 0;
      let framePeak = 0;
      for (const sample of frame) {
        energy += sample * sample;
        framePeak = Math.max(framePeak, Math.abs(sample));
      }
      if (energies.length < comparedFrames) energies.push(Math.sqrt(energy / frame.length));
      filled = 0;
      peak = Math.max(peak, framePeak);
      if (framePeak < silentPeak) runFrames = 0;
      else takeAudibleFrame();
    };
    return {
      push(samples) {
        for (const sample of samples) {
          frame[filled] = sample;
          filled += 1;
          if (filled === frame.length) takeFrame();
        }
        const isKnown = speechFrames >= enoughSpeechFrames || examinedFrames >= maxExaminedFrames;
        return isKnown && energies.length >= comparedFrames;
      },
      finish() {
        state.destroy();
        return { isSilent: peak < silentPeak, hasSpeech: speechFrames >= minSpeechFrames, energies };
      },
    };
  };
};

/** Whether two tracks hold the same content, at whatever levels: the correlation of their energies. */
export const isRepeated = (one: DetectedContent, other: DetectedContent): boolean => {
  const count = Math.min(one.energies.length, other.energies.length);
  if (count < framesPerSecond || one.isSilent || other.isSilent) return false;
  const centered = ({ energies }: DetectedContent): number[] => {
    const part = energies.slice(0, count);
    const mean = part.reduce((sum, value) => sum + value, 0) / count;
    return part.map((value) => value - mean);
  };
  const [a, b] = [centered(one), centered(other)];
  const product = (x: number[], y: number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) > repeatedCorrelation * Math.sqrt(product(a, a) * product(b, b));
};
