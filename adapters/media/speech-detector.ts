import { Rnnoise } from "@shiguredo/rnnoise-wasm";
import {
  type AudioLevels,
  createLevelMeter,
  samplesPerFrame,
  silentPeak,
} from "../../core/videos/audio-levels.ts";

const framesPerSecond = 100;
/** Speech stays above this probability for several syllables; music, noise and tones reach it only briefly. */
const speechProbability = 0.9;
const minRunFrames = 25;
const minSpeechFrames = 100;
/**
 * The network takes 2 ms of processor time per frame. Silent frames are skipped. After 10 s of audible frames only
 * bursts of 3 s, one in five, are analyzed, up to one minute.
 */
const denseFrames = 10 * framesPerSecond;
const burstFrames = 3 * framesPerSecond;
const burstsPerExamined = 5;
const maxExaminedFrames = 60 * framesPerSecond;

/** The content of a track. */
export interface DetectedContent extends AudioLevels {
  hasSpeech: boolean;
}

export interface SpeechDetector {
  /** Accepts mono 16-bit samples at `analyzedSampleRate`; returns whether the result is final. */
  push(samples: Int16Array): boolean;
  finish(): DetectedContent;
}

/** Loads the detector: RNNoise, a small recurrent network for voice activity (Valin 2018, arXiv:1709.08243). */
export const loadSpeechDetector = async (): Promise<() => SpeechDetector> => {
  const network = await Rnnoise.load();
  return () => {
    const state = network.createDenoiseState();
    const meter = createLevelMeter();
    const frame = new Float32Array(samplesPerFrame);
    let filled = 0;
    let runFrames = 0;
    let speechFrames = 0;
    let audibleFrames = 0;
    let examinedFrames = 0;
    const isKnown = (): boolean => speechFrames >= minSpeechFrames || examinedFrames >= maxExaminedFrames;
    const isExamined = (): boolean =>
      !isKnown() &&
      (audibleFrames < denseFrames || Math.floor(audibleFrames / burstFrames) % burstsPerExamined === 0);
    const examine = (): void => {
      examinedFrames += 1;
      runFrames = state.processFrame(frame) > speechProbability ? runFrames + 1 : 0;
      if (runFrames === minRunFrames) speechFrames += minRunFrames;
      else if (runFrames > minRunFrames) speechFrames += 1;
    };
    const takeFrame = (): void => {
      filled = 0;
      const isAudible = meter.push(frame) >= silentPeak;
      if (isAudible && isExamined()) examine();
      else runFrames = 0;
      if (isAudible) audibleFrames += 1;
    };
    return {
      push(samples) {
        for (const sample of samples) {
          frame[filled] = sample;
          filled += 1;
          if (filled === frame.length) takeFrame();
        }
        return isKnown() && meter.isFull();
      },
      finish() {
        state.destroy();
        return { ...meter.levels(), hasSpeech: speechFrames >= minSpeechFrames };
      },
    };
  };
};
