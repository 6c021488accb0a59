import { expect, test } from "@jest/globals";
import { dubGainDb } from "../../../../core/dub/dub-gain.ts";

test.each([
  [-20, { rmsDb: -26, peakDb: -10 }, 6],
  [-20, { rmsDb: -14, peakDb: -2 }, -6],
  [-10, { rmsDb: -60, peakDb: -50 }, 12],
  [-60, { rmsDb: -10, peakDb: -1 }, -12],
  // The peak limits the gain.
  [-10, { rmsDb: -20, peakDb: -4 }, 3],
])("speech like an original of %d dB, from %j: %d dB", (rmsDb, spoken, gain) => {
  expect(dubGainDb({ rmsDb }, spoken)).toBe(gain);
});
