import { describe, expect, test } from "@jest/globals";
import { isEarlier, withoutOverlaps } from "../../../../core/time/without-overlaps.ts";

const spans = (...times: [number, number][]) =>
  times.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds }));

describe("spans of clients", () => {
  test("are earlier than others from half a millisecond on", () => {
    expect(isEarlier(0.3, 0.1 + 0.2)).toBe(false);
    expect(isEarlier(1, 1.0004)).toBe(false);
    expect(isEarlier(1, 1.001)).toBe(true);
    expect(isEarlier(3600.3, 3600.301)).toBe(true);
  });

  test("lose overlaps by rounding", () => {
    expect(withoutOverlaps(spans([0, 0.1 + 0.2], [0.3, 0.6]))).toEqual(spans([0, 0.3], [0.3, 0.6]));
  });

  test("lose an end before their start, and overlaps of spans without a duration", () => {
    expect(withoutOverlaps(spans([0, 1.0004], [1.0003, 1.0002], [1, 2]))).toEqual(
      spans([0, 1], [1, 1], [1, 2]),
    );
  });

  test("are unchanged without overlaps", () => {
    const touching = spans([0, 1], [1, 1], [1, 2.5], [3, 4]);
    expect(withoutOverlaps(touching)).toEqual(touching);
    expect(withoutOverlaps([])).toEqual([]);
  });
});
