/** Samples per second of audio that is analyzed: the rate of the speech detector. */
export const analyzedSampleRate = 48_000;
const framesPerSecond = 100;
const framesPerStep = 10;
const stepsPerSecond = framesPerSecond / framesPerStep;
export const samplesPerFrame = analyzedSampleRate / framesPerSecond;

/** Peak level in 16-bit samples below which audio is silent: -60 dBFS. */
export const silentPeak = 32;

const repeatedFrames = 30 * framesPerSecond;
const comparedSteps = 20 * 60 * stepsPerSecond;
/** One microphone on two tracks correlates above this; two microphones in a room stay below. */
const repeatedCorrelation = 0.995;
/** A track is active where its level is at most this far below its loudest twentieth. Crosstalk of another microphone is weaker. */
const activeDecibels = 15;
const minSteps = 8 * stepsPerSecond;
/** Of recordings of different speech longer than 20 s the agreement stays below 0.3; of dubbed versions it is 0.55 to 0.85. */
const versionAgreement = 0.5;
const versionOverlap = 0.7;
/** A part of a mix is never active without the mix; separate sources are, for as long as the mix pauses. */
const partOverlap = 0.95;
const partSteps = 30 * stepsPerSecond;
/** Longer than two people talk at the same time without a pause. */
const continuousShare = 0.85;
const continuousSteps = 60 * stepsPerSecond;

/** Levels of a track from second 0 of its file. */
export interface AudioLevels {
  isSilent: boolean;
  /** Root mean square of each 10 ms of the first 30 s, in 16-bit units. */
  frames: readonly number[];
  /** Mean square of each 100 ms of the first 20 minutes. */
  steps: readonly number[];
}

export interface LevelMeter {
  /** Takes 10 ms of mono 16-bit samples; returns their peak. */
  push(frame: Float32Array): number;
  isFull(): boolean;
  levels(): AudioLevels;
}

/** Measures a track for comparison with others. */
export const createLevelMeter = (): LevelMeter => {
  const frames: number[] = [];
  const steps: number[] = [];
  let peak = 0;
  let stepSum = 0;
  let framesInStep = 0;
  const endStep = (): void => {
    if (steps.length < comparedSteps) steps.push(stepSum / framesPerStep);
    stepSum = 0;
    framesInStep = 0;
  };
  return {
    push(frame) {
      let sum = 0;
      let framePeak = 0;
      for (const sample of frame) {
        sum += sample * sample;
        framePeak = Math.max(framePeak, Math.abs(sample));
      }
      const meanSquare = sum / frame.length;
      if (frames.length < repeatedFrames) frames.push(Math.sqrt(meanSquare));
      stepSum += meanSquare;
      framesInStep += 1;
      if (framesInStep === framesPerStep) endStep();
      peak = Math.max(peak, framePeak);
      return framePeak;
    },
    isFull: () => steps.length >= comparedSteps,
    levels: () => ({ isSilent: peak < silentPeak, frames, steps }),
  };
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pearson's correlation; NaN when one of them is constant. */
const correlation = (one: readonly number[], other: readonly number[]): number => {
  const centered = (values: readonly number[]): number[] => {
    const center = mean(values);
    return values.map((value) => value - center);
  };
  const [a, b] = [centered(one), centered(other)];
  const product = (x: number[], y: number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
};

/** Returns whether two tracks hold the same content, at whatever levels. */
export const isRepeated = (one: AudioLevels, other: AudioLevels): boolean => {
  const count = Math.min(one.frames.length, other.frames.length);
  if (count < framesPerSecond || one.isSilent || other.isSilent) return false;
  return correlation(one.frames.slice(0, count), other.frames.slice(0, count)) > repeatedCorrelation;
};

/**
 * Returns whether one track is a copy of the other as far as both were analyzed: the same content for the same time, not
 * only at the start, where versions of one program often share their music.
 */
export const isCopy = (one: AudioLevels, other: AudioLevels): boolean => {
  if (!isRepeated(one, other) || Math.abs(one.steps.length - other.steps.length) > stepsPerSecond)
    return false;
  const count = Math.min(one.steps.length, other.steps.length);
  const levels = ({ steps }: AudioLevels): number[] => steps.slice(0, count).map(Math.sqrt);
  return correlation(levels(one), levels(other)) > repeatedCorrelation;
};

/** Returns 1 for each step in which a track is active, or one of its neighbors, else 0. */
const activity = ({ steps }: AudioLevels): number[] => {
  const loud = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.95)] ?? 0;
  const threshold = Math.max(loud / 10 ** (activeDecibels / 10), 1);
  const isActive = (at: number): boolean => (steps[at] ?? 0) >= threshold;
  return steps.map((_, at) => (isActive(at - 1) || isActive(at) || isActive(at + 1) ? 1 : 0));
};

/**
 * Returns whether two tracks with speech are versions of one program, of which a viewer chooses one: dubbed languages, a
 * mix and a part of it, two microphones for one speaker. Versions speak and pause at the same times; the speakers of a
 * conversation take turns, and separate sources have nothing to do with each other.
 *
 * @param other the track that would be added to `one`
 */
export const isVersion = (one: AudioLevels, other: AudioLevels): boolean => {
  const count = Math.min(one.steps.length, other.steps.length);
  if (count < minSteps) return false;
  const [a, b] = [activity(one).slice(0, count), activity(other).slice(0, count)];
  const [shareA, shareB] = [mean(a), mean(b)];
  const areContinuous = shareA >= continuousShare && shareB >= continuousShare;
  if (areContinuous && count >= continuousSteps) return true;
  const overlap = mean(a.map((active, at) => active * (b[at] ?? 0))) / shareB;
  const isPart = shareA < continuousShare && overlap >= partOverlap && count >= partSteps;
  return isPart || (overlap >= versionOverlap && correlation(a, b) >= versionAgreement);
};
