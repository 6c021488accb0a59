import { expect, test } from "@jest/globals";
import { dubGainDb, plausibleLevels } from "../../../../core/dub/dub-gain.ts";

test.each([
  [-20, { loudnessDb: -26, peakDb: -10 }, 6],
  [-20, { loudnessDb: -14, peakDb: -2 }, -6],
  [-60, { loudnessDb: -20, peakDb: -1 }, -40],
  // The peak limits the gain.
  [-10, { loudnessDb: -22, peakDb: -4 }, 10],
])("speech like an original of %d dB, from %j: %d dB", (loudnessDb, spoken, gain) => {
  expect(dubGainDb({ loudnessDb }, spoken)).toBe(gain);
});

test("limits implausible levels to a range around the median", () => {
  expect(plausibleLevels([-20, -90, -22, 0, -21])).toEqual([-20, -33, -22, -9, -21]);
  expect(plausibleLevels([])).toEqual([]);
});
