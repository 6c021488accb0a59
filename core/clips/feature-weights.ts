import type { ClipFeatures } from "./clip-features.ts";
import { unratedFeatures } from "./rating-features.ts";

/**
 * Weights of the features, fitted to the judgements in test/media/clips/labels.tsv by `npm run bench:clips -- FOLDER --fit`
 * (ridge regression within each talk). docs/contributors/clips.md has their figures.
 */
export interface FeatureWeights {
  weights: Readonly<Record<keyof ClipFeatures, number>>;
  /** Added to a score, so that the judged clips have a mean of 1.5. */
  offset: number;
}

/** Weights without ratings of sentences (`--rules`). */
export const ruleWeights: FeatureWeights = {
  weights: {
    hook: 0.53,
    start: 0.48,
    dependence: -0.41,
    openingContent: 1.71,
    openingQuestion: 0.48,
    resumption: -0.85,
    greeting: -0.6,
    flow: 0.92,
    stammer: -0.44,
    claims: 0.43,
    sentenceLength: 0.54,
    end: 0.83,
    openEnd: -0.57,
    lateQuestion: -0.47,
    length: 1.38,
    topicStart: 0.84,
    topicEnd: 0.29,
    topicInside: -0.77,
    focus: 2.6,
    ...unratedFeatures,
  },
  offset: -2.63,
};

/** Weights with ratings of sentences. */
export const ratedWeights: FeatureWeights = {
  weights: {
    hook: 0.17,
    start: 0.68,
    dependence: -0.4,
    openingContent: 1.48,
    openingQuestion: 0.27,
    resumption: -0.39,
    greeting: -0.45,
    flow: 0.14,
    stammer: -0.25,
    claims: 0.02,
    sentenceLength: -0.71,
    end: 0.69,
    openEnd: -0.42,
    lateQuestion: -0.21,
    length: 0.87,
    topicStart: 0.45,
    topicEnd: -0.01,
    topicInside: -0.35,
    focus: 1.23,
    ratedStart: 0.36,
    ratedEnd: 0.33,
    ratedOpeningHook: 0.22,
    ratedMeanHook: 0.31,
    ratedValue: 0.31,
    ratedHighestValue: 0.14,
    ratedLowestValue: 0.15,
    ratedEarlierEnd: 0.02,
    ratedInnerStart: 0.17,
    ratedNextStart: 0.07,
  },
  offset: -0.25,
};
