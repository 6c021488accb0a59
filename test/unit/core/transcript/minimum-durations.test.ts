import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { withMinimumDurations } from "../../../../core/transcript/minimum-durations.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

const word = (text: string, startSeconds: number, endSeconds: number): WordEntry => ({
  text,
  type: "word",
  startSeconds,
  endSeconds,
});
const mark = (text: string, at: number): WordEntry => ({
  text,
  type: "punctuation",
  startSeconds: at,
  endSeconds: at,
});

describe("withMinimumDurations", () => {
  test("extends a word into the following pause", () => {
    expect(
      withMinimumDurations([word("nous", 1, 1.2), word("le", 1.2, 1.2), word("ventre", 1.23, 2)], 9),
    ).toEqual([word("nous", 1, 1.2), word("le", 1.2, 1.22), word("ventre", 1.23, 2)]);
  });

  test("delays the next word and its punctuation when there is no pause", () => {
    expect(
      withMinimumDurations(
        [word("a", 1, 1), mark(",", 1), word("b", 1, 1), word("c", 1, 1.5), mark(".", 1.5)],
        9,
      ),
    ).toEqual([
      word("a", 1, 1.02),
      mark(",", 1.02),
      word("b", 1.02, 1.04),
      word("c", 1.04, 1.5),
      mark(".", 1.5),
    ]);
  });

  test("shortens the preceding words at the end of the media", () => {
    expect(withMinimumDurations([word("a", 1, 2), word("b", 2, 2), mark("!", 2)], 2)).toEqual([
      word("a", 1, 1.98),
      word("b", 1.98, 2),
      mark("!", 2),
    ]);
  });

  test("keeps words with a duration, and distributes the time when the media is too short", () => {
    const entries = [word("a", 0, 0.4), mark(",", 0.4), word("b", 0.4, 0.42)];
    expect(withMinimumDurations(entries, 0.42)).toEqual(entries);
    const crowd = Array.from({ length: 5 }, (_, at) => word(`${at}`, 0.05, 0.05));
    expect(withMinimumDurations(crowd, 0.1).map(({ startSeconds }) => startSeconds)).toEqual([
      0.05, 0.06, 0.07, 0.08, 0.09,
    ]);
    expect(withMinimumDurations([], 1)).toEqual([]);
    expect(withMinimumDurations([word("a", 0, 0)], 0)).toEqual([word("a", 0, 0)]);
  });

  test("returns ordered entries within the media", () => {
    const lengths = fc.array(
      fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 40 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(lengths, fc.integer({ min: 0, max: 200 }), (parts, restMs) => {
        let atMs = 0;
        const entries = parts.map(([isMark, gapMs, lengthMs]) => {
          const fromMs = atMs + gapMs;
          atMs = fromMs + (isMark ? 0 : lengthMs);
          return isMark ? mark(",", fromMs / 1000) : word("w", fromMs / 1000, atMs / 1000);
        });
        const end = (atMs + restMs) / 1000;
        const result = withMinimumDurations(entries, end);
        let previous = entries[0]?.startSeconds ?? 0;
        const words = entries.filter(({ type }) => type === "word").length;
        const isRoomy = (end - previous) * 1000 >= words + 1;
        for (const entry of result) {
          expect(entry.startSeconds).toBeGreaterThanOrEqual(previous);
          expect(entry.endSeconds).toBeGreaterThanOrEqual(entry.startSeconds);
          expect(entry.endSeconds).toBeLessThanOrEqual(end);
          previous = entry.endSeconds;
        }
        const mustLast = isRoomy ? result.filter(({ type }) => type === "word") : [];
        expect(mustLast.filter((entry) => entry.endSeconds <= entry.startSeconds)).toEqual([]);
        expect(withMinimumDurations(result, end)).toEqual(result);
      }),
    );
  });
});
