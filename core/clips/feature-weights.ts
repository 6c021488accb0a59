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
    hook: 0.34,
    start: 0.28,
    dependence: -0.33,
    openingContent: 1.56,
    openingQuestion: 0.4,
    resumption: -0.7,
    greeting: -0.45,
    flow: 0.5,
    stammer: -0.34,
    claims: -0.03,
    sentenceLength: -0.64,
    end: 0.59,
    openEnd: -0.41,
    lateQuestion: -0.56,
    length: 1.16,
    topicStart: 1,
    topicEnd: 0.17,
    topicInside: -0.22,
    focus: 1.9,
    ratedStart: 0.52,
    ratedEnd: 0.51,
    ratedOpeningHook: 0.1,
    ratedMeanHook: 0.61,
    ratedValue: 0.37,
    ratedHighestValue: 0.33,
    ratedLowestValue: -0.1,
  },
  offset: -1.13,
};
