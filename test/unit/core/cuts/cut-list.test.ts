import { describe, expect, test } from "@jest/globals";
import {
  type CutList,
  cutListSchema,
  cutSeconds,
  keptRangesOfPart,
  keptWithin,
  toCutTime,
  toSourceTime,
} from "../../../../core/cuts/cut-list.ts";
import { transcriptOnCutTimeLine, transcriptOnSourceTimeLine } from "../../../../core/cuts/retime.ts";

/** Seconds 1 to 2 and 4 to 5 of the source. */
const list: CutList = {
  fps: { num: 30, den: 1 },
  kept: [
    { startFrame: 30, endFrame: 60 },
    { startFrame: 120, endFrame: 150 },
  ],
};
const entry = (
  text: string,
  startSeconds: number,
  endSeconds: number,
  type: "word" | "punctuation" = "word",
) => ({
  text,
  type,
  startSeconds,
  endSeconds,
});

describe("a cut list", () => {
  test("must be ordered, not adjacent and not empty", () => {
    expect(cutListSchema.safeParse(list).success).toBe(true);
    for (const kept of [
      [],
      [{ startFrame: 3, endFrame: 3 }],
      [
        { startFrame: 0, endFrame: 3 },
        { startFrame: 3, endFrame: 5 },
      ],
    ])
      expect(cutListSchema.safeParse({ ...list, kept }).success).toBe(false);
  });

  test("has an exact duration at NTSC rates", () => {
    expect(cutSeconds(list)).toBe(2);
    expect(cutSeconds({ ...list, fps: { num: 24000, den: 1001 } })).toBeCloseTo(60 * (1001 / 24000), 9);
  });

  test("maps source time to cut time", () => {
    const cutTime = toCutTime(list);
    expect([0, 1, 1.5, 2, 3, 4, 4.5, 5, 9].map(cutTime)).toEqual([0, 0, 0.5, 1, 1, 1, 1.5, 2, 2]);
  });

  test("maps cut time to source time; ends map before a cut and starts after it", () => {
    const sourceTime = toSourceTime(list);
    expect([0, 0.5, 1, 1.5, 2].map((seconds) => sourceTime(seconds, "start"))).toEqual([1, 1.5, 4, 4.5, 5]);
    expect([0, 0.5, 1, 1.5, 2].map((seconds) => sourceTime(seconds, "end"))).toEqual([1, 1.5, 2, 4.5, 5]);
  });

  test("returns the source ranges of a segment", () => {
    expect(keptRangesOfPart(list.kept, 0, 60)).toEqual(list.kept);
    expect(keptRangesOfPart(list.kept, 20, 40)).toEqual([
      { startFrame: 50, endFrame: 60 },
      { startFrame: 120, endFrame: 130 },
    ]);
    expect(keptRangesOfPart(list.kept, 30, 60)).toEqual([{ startFrame: 120, endFrame: 150 }]);
  });

  test("is limited to its source", () => {
    expect(keptWithin(list.kept, 130)).toEqual([
      { startFrame: 30, endFrame: 60 },
      { startFrame: 120, endFrame: 130 },
    ]);
    expect(keptWithin(list.kept, 100)).toEqual([{ startFrame: 30, endFrame: 60 }]);
  });
});

describe("a transcript of a cut video", () => {
  const words = [
    entry("one", 1.2, 1.8),
    entry(",", 1.8, 1.8, "punctuation"),
    entry("two", 4.1, 4.9),
    entry(".", 4.9, 4.9, "punctuation"),
  ];

  test("is mapped to the cut time line and back", () => {
    const cut = transcriptOnCutTimeLine(words, list);
    expect(cut.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [0.2, 0.8],
      [0.8, 0.8],
      [1.1, 1.9],
      [1.9, 1.9],
    ]);
    expect(transcriptOnSourceTimeLine(cut, list)).toEqual(words);
  });

  test("is ordered and within the video, also for words that are cut", () => {
    const anywhere = Array.from({ length: 60 }, (_, index) => entry("w", index / 10, (index + 1) / 10));
    let previousEnd = 0;
    for (const { startSeconds, endSeconds } of transcriptOnCutTimeLine(anywhere, list)) {
      expect(startSeconds).toBeGreaterThanOrEqual(previousEnd);
      expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
      expect(endSeconds).toBeLessThanOrEqual(2);
      previousEnd = endSeconds;
    }
  });

  test("keeps a word across a cut when mapped back", () => {
    expect(transcriptOnSourceTimeLine([entry("edited", 0.5, 1.5)], list)).toEqual([
      entry("edited", 1.5, 4.5),
    ]);
  });
});
