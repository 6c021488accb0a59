import { describe, expect, test } from "@jest/globals";
import {
  createRatingFeatures,
  outstandingValueOf,
  type RatedSentence,
} from "../../../../core/clips/rating-features.ts";

/** Sentences of 2, 4, 1, 3 and 2 words. */
const sizes = [2, 4, 1, 3, 2];
const starts = [1, -1, 0.5, 2, 0.1];
const hooks = [0.3, 0.9, -0.6, 0, 1.2];
const ends = [-0.5, 0.4, 1.5, -1, 0.8];
const values = [-2, -0.5, -0.25, -1, 3];
const sentences: RatedSentence[] = sizes.map((size, at) => {
  const from = sizes.slice(0, at).reduce((sum, one) => sum + one, 0);
  return {
    ...{ from, to: from + size },
    ...{ start: starts[at] ?? 0, hook: hooks[at] ?? 0, end: ends[at] ?? 0, value: values[at] ?? 0 },
  };
});
const featuresOf = createRatingFeatures(sentences);
const rounded = (from: number, to: number) =>
  Object.fromEntries(
    Object.entries(featuresOf(from, to)).map(([name, value]) => [name, Number(value.toFixed(4))]),
  );

describe("the features by ratings", () => {
  test("of whole sentences are those of its edges and its words", () => {
    expect(rounded(0, 10)).toEqual({
      ratedStart: 1,
      ratedEnd: -1,
      ratedOpeningHook: 0.3,
      ratedMeanHook: 0.15,
      ratedValue: (2 * -2 + 4 * -0.5 - 0.25 + 3 * -1) / 10,
      ratedHighestValue: -0.25,
      ratedLowestValue: -2,
    });
  });

  test("of one sentence are those of the sentence", () => {
    expect(rounded(6, 7)).toEqual({
      ...{ ratedStart: 0.5, ratedEnd: 1.5, ratedOpeningHook: -0.6, ratedMeanHook: -0.6 },
      ...{ ratedValue: -0.25, ratedHighestValue: -0.25, ratedLowestValue: -0.25 },
    });
  });

  test("of a part of sentences have a bad start and a bad end, and the mean value of its words", () => {
    expect(rounded(1, 9)).toMatchObject({
      ...{ ratedStart: -1.5, ratedEnd: -1.5, ratedOpeningHook: 0.3 },
      ratedValue: -0.7813,
    });
  });

  test("are 0 without ratings", () => {
    const features = createRatingFeatures([])(3, 9);
    expect(new Set(Object.values(features))).toEqual(new Set([0]));
    expect(Object.keys(features)).toEqual(Object.keys(featuresOf(0, 2)));
  });
});

describe("the value from which a passage stands out", () => {
  const ofValues = (...own: number[]): number =>
    outstandingValueOf(sentences.map((sentence, at) => ({ ...sentence, value: own[at] ?? 0 })));

  test("is the mean of the talk and one standard deviation", () => {
    expect(ofValues(1, 3, 1, 3, 2)).toBeCloseTo(2 + Math.sqrt(0.8));
    expect(ofValues(-9, -7, -9, -7, -8)).toBeCloseTo(-8 + Math.sqrt(0.8));
  });

  test("is above the values of a talk whose sentences are alike, and reached by none without ratings", () => {
    expect(ofValues(2, 2, 2, 2, 2)).toBe(2.25);
    expect(outstandingValueOf([])).toBe(Number.POSITIVE_INFINITY);
  });
});
