import { expect, test } from "@jest/globals";
import { toPauseSeconds, toSilenceRemoval } from "../../../../console/task-form/pause-seconds.ts";

test("a maximum pause in seconds becomes the API's value and seconds again", () => {
  expect([0.15, 0.2, 0.5, 1, 1.5].map(toSilenceRemoval).map(toPauseSeconds)).toEqual([
    0.15, 0.2, 0.5, 1, 1.5,
  ]);
  // docs/api/automatic-cuts.md: 0.47 s at 0.5.
  expect(toPauseSeconds(0.5)).toBe(0.47);
  expect([0.01, 9].map(toSilenceRemoval)).toEqual([0, 1]);
});
