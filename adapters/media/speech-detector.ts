import { Rnnoise } from "@shiguredo/rnnoise-wasm";

/** RNNoise works on 10 ms at this rate. */
export const DetectorSampleRate = 48_000;
const FramesPerSecond = 100;
/** Peak level in 16-bit samples below which audio is silent: -60 dBFS. */
const SilentPeak = 32;
/** Speech stays above this probability for syllables on end; music, noise and tones reach it for moments only. */
const SpeechProbability = 0.9;
const MinRunFrames = 25;
const MinSpeechFrames = 100;
/** Enough to know that a track contains speech, and to compare it with others. */
const EnoughSpeechFrames = 200;
const ComparedFrames = 30 * FramesPerSecond;
/** One microphone on two tracks correlates above this; two microphones in a room stay below. */
const RepeatedCorrelation = 0.995;

/** Energies per 10 ms of the start of a track, and what was found in it. */
export interface DetectedContent {
  isSilent: boolean;
  hasSpeech: boolean;
  energies: readonly number[];
}

export interface SpeechDetector {
  /** Takes mono 16-bit samples at `DetectorSampleRate`; returns whether more would change nothing. */
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
    const takeFrame = (): void => {
      let energy = 0;
      for (const sample of frame) {
        energy += sample * sample;
        peak = Math.max(peak, Math.abs(sample));
      }
      if (energies.length < ComparedFrames) energies.push(Math.sqrt(energy / frame.length));
      runFrames = state.processFrame(frame) > SpeechProbability ? runFrames + 1 : 0;
      if (runFrames === MinRunFrames) speechFrames += MinRunFrames;
      else if (runFrames > MinRunFrames) speechFrames += 1;
      filled = 0;
    };
    return {
      push(samples) {
        for (const sample of samples) {
          frame[filled] = sample;
          filled += 1;
          if (filled === frame.length) takeFrame();
        }
        return speechFrames >= EnoughSpeechFrames && energies.length >= ComparedFrames;
      },
      finish() {
        state.destroy();
        return { isSilent: peak < SilentPeak, hasSpeech: speechFrames >= MinSpeechFrames, energies };
      },
    };
  };
};

/** Whether two tracks hold the same content, at whatever levels: the correlation of their energies. */
export const isRepeated = (one: DetectedContent, other: DetectedContent): boolean => {
  const count = Math.min(one.energies.length, other.energies.length);
  if (count < FramesPerSecond || one.isSilent || other.isSilent) return false;
  const centered = ({ energies }: DetectedContent): number[] => {
    const part = energies.slice(0, count);
    const mean = part.reduce((sum, value) => sum + value, 0) / count;
    return part.map((value) => value - mean);
  };
  const [a, b] = [centered(one), centered(other)];
  const product = (x: number[], y: number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) > RepeatedCorrelation * Math.sqrt(product(a, a) * product(b, b));
};
