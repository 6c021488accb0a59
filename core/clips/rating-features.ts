import { prefixSums, rangeSum } from "../prefix-sums.ts";
import { createRangeMaximum } from "./range-maximum.ts";
import type { SentenceRatings } from "./rating-model.ts";
import type { SentenceRange } from "./sentences-to-rate.ts";

/** The sentences of a talk with their ratings, in order and without gaps. */
export type RatedSentence = SentenceRange & SentenceRatings;

/**
 * What the ratings of sentences show of a clip; 0 each without ratings. The features correlate, so their weights have a meaning only
 * together: a single one may have either sign.
 */
export interface RatingFeatures {
  /** Ratings of the first sentence as a start, of the last one as an end, and of the attention that the first one attracts. */
  ratedStart: number;
  ratedEnd: number;
  ratedOpeningHook: number;
  /** Mean attention that its sentences attract. */
  ratedMeanHook: number;
  /** Mean value of its words; highest and lowest value of its sentences. */
  ratedValue: number;
  ratedHighestValue: number;
  ratedLowestValue: number;
}

/** Rating of an edge within a sentence: that of a bad start or end. */
const cutSentenceRating = -1.5;

/** The features of a clip, or their weights, without ratings. */
export const unratedFeatures: RatingFeatures = {
  ratedStart: 0,
  ratedEnd: 0,
  ratedOpeningHook: 0,
  ratedMeanHook: 0,
  ratedValue: 0,
  ratedHighestValue: 0,
  ratedLowestValue: 0,
};

/** Differences below a quarter of the standard deviation of all talks are noise. */
const minValueDeviation = 0.25;

/**
 * The rated value from which a passage stands out in its talk: the mean of its sentences and one standard deviation. Infinite without
 * ratings.
 */
export const outstandingValueOf = (sentences: readonly RatedSentence[]): number => {
  if (sentences.length === 0) return Number.POSITIVE_INFINITY;
  const mean = sentences.reduce((sum, { value }) => sum + value, 0) / sentences.length;
  const variance = sentences.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / sentences.length;
  return mean + Math.max(minValueDeviation, Math.sqrt(variance));
};

/** Creates a function for the features of a half-open range of words, in constant time. */
export const createRatingFeatures = (
  sentences: readonly RatedSentence[],
): ((from: number, to: number) => RatingFeatures) => {
  if (sentences.length === 0) return () => unratedFeatures;
  const indices = sentences.flatMap(({ from, to }, index) => new Array<number>(to - from).fill(index));
  const values = prefixSums(indices.map((index) => sentences[index]?.value ?? 0));
  const hooks = prefixSums(sentences.map(({ hook }) => hook));
  const highestValue = createRangeMaximum(sentences.map(({ value }) => value));
  const highestNegatedValue = createRangeMaximum(sentences.map(({ value }) => -value));
  return (from, to) => {
    const [first, last] = [indices[from] ?? 0, indices[to - 1] ?? 0];
    const [opening, closing] = [sentences[first], sentences[last]];
    return {
      ratedStart: opening?.from === from ? opening.start : cutSentenceRating,
      ratedEnd: closing?.to === to ? closing.end : cutSentenceRating,
      ratedOpeningHook: opening?.hook ?? 0,
      ratedMeanHook: rangeSum(hooks, first, last + 1) / (last + 1 - first),
      ratedValue: rangeSum(values, from, to) / Math.max(1, to - from),
      ratedHighestValue: highestValue(first, last + 1),
      ratedLowestValue: -highestNegatedValue(first, last + 1),
    };
  };
};
