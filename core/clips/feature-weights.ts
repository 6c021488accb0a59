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

/**
 * Weights with ratings of sentences. The weight of a greeting is set by hand, since few of the judged clips have one.
 */
export const ratedWeights: FeatureWeights = {
  weights: {
    hook: 0.28,
    start: 0.23,
    dependence: -0.37,
    openingContent: 1.79,
    openingQuestion: 0.26,
    resumption: -0.76,
    greeting: -0.45,
    flow: 0.51,
    stammer: -0.35,
    claims: -0.02,
    sentenceLength: -0.75,
    end: 0.5,
    openEnd: -0.23,
    lateQuestion: -0.54,
    length: 1.29,
    topicStart: 1,
    topicEnd: 0.19,
    topicInside: -0.49,
    focus: 2.08,
    ratedStart: 0.34,
    ratedEnd: 0.56,
    ratedOpeningHook: 0.31,
    ratedMeanHook: 0.61,
    ratedValue: 0.39,
    ratedHighestValue: 0.3,
    ratedLowestValue: -0.11,
  },
  offset: -1.37,
};
