import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstFrameFrom } from "../../../../console/player/first-frame.ts";

test("a position in the frame that first shows a word as spoken", () => {
  // Frames 29 and 30 of 30 per second begin at 0.967 and 1.0 s.
  expect(firstFrameFrom(0.99, 1 / 30)).toBeCloseTo(1 + 1 / 240, 6);
  expect(firstFrameFrom(0.967, 1 / 30)).toBeCloseTo(29.125 / 30, 6);
  expect(firstFrameFrom(0, 1 / 25)).toBeCloseTo(0.005, 6);
});

test("is in a frame that begins less than a frame after the word, and at most two milliseconds before it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_800_000 }), fc.constantFrom(12, 23.976, 25, 60), (ms, fps) => {
      const frameStart = firstFrameFrom(ms / 1000, 1 / fps) - 1 / 8 / fps;
      expect(frameStart).toBeGreaterThan(ms / 1000 - 0.002);
      expect(frameStart).toBeLessThan(ms / 1000 + 1 / fps);
    }),
  );
});
