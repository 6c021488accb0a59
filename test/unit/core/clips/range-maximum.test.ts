import { expect, test } from "@jest/globals";
import { createRangeMaximum } from "../../../../core/clips/range-maximum.ts";

test("createRangeMaximum finds the largest value of every range", () => {
  const values = Array.from({ length: 37 }, (_, at) => (at * 7919) % 101);
  const largest = createRangeMaximum(values);
  for (let from = 0; from <= values.length; from += 1)
    for (let to = from; to <= values.length; to += 1)
      expect(largest(from, to)).toBe(Math.max(0, ...values.slice(from, to)));
});

test("createRangeMaximum returns 0 for an empty or reversed range", () => {
  const largest = createRangeMaximum([3]);
  expect([largest(0, 0), largest(1, 0), createRangeMaximum([])(0, 0)]).toEqual([0, 0, 0]);
});
