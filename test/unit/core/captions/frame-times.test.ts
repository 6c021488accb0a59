import { describe, expect, test } from "@jest/globals";
import { captionUnits } from "../../../../core/captions/caption-unit.ts";
import { frameAt, timePages } from "../../../../core/captions/frame-times.ts";
import { paginate } from "../../../../core/captions/paginate.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { word } from "./words.ts";

const fps30 = { num: 30, den: 1 };
const video = { num: 24_000, den: 1001 };

const timed = (entries: readonly WordEntry[], fps = fps30, frames = 1000) =>
  timePages(
    paginate(captionUnits(entries, { language: "en", punctuation: true }), {
      maxWords: 6,
      maxLines: 2,
      maxLineWidth: 100,
      measure: (unit) => ({ width: unit.text.length, spaceWidth: 1 }),
    }),
    fps,
    frames,
  );

describe("timePages", () => {
  test("shows a page from the first frame at or after its start", () => {
    expect(frameAt(1, fps30)).toBe(30);
    expect(frameAt(1.01, fps30)).toBe(31);
    // Milliseconds: 1/30 s is written 0.033.
    expect(frameAt(0.033, fps30)).toBe(1);
    expect(frameAt(1.001, video)).toBe(24);
    expect(frameAt(3600, video)).toBe(Math.ceil((3600 * 24_000) / 1001));
  });

  test("shows nothing before the first page and in pauses", () => {
    const [first, second] = timed([word("four", 4, 4.5), word("ten", 10, 10.5)]);
    expect([first?.startFrame, first?.endFrame]).toEqual([120, 135]);
    expect([second?.startFrame, second?.endFrame]).toEqual([300, 315]);
  });

  test("keeps the highlight during short gaps and ends it at longer ones", () => {
    const [page] = timed([word("a", 0, 0.3), word("b", 0.5, 0.8), word("c", 1.3, 1.6)]);
    expect(page?.words).toEqual([
      { startFrame: 0, endFrame: 15 },
      { startFrame: 15, endFrame: 24 },
      { startFrame: 39, endFrame: 48 },
    ]);
  });

  test("gives each word without a duration one frame, also several at the same time", () => {
    const [alone] = timed([word("now", 1, 1)]);
    expect([alone?.startFrame, alone?.endFrame]).toEqual([30, 31]);
    const [together] = timed([word("a", 1, 1), word("b", 1, 1), word("c", 1, 1.2)]);
    expect(together?.words.map(({ startFrame, endFrame }) => endFrame - startFrame)).toEqual([1, 1, 4]);
  });

  test("drops pages after the last frame", () => {
    const pages = timed([word("in", 0, 1), word("across", 2, 9), word("out", 20, 21)], fps30, 100);
    expect(pages.map(({ endFrame }) => endFrame)).toEqual([30, 100]);
  });

  test("shows a page that starts during the last frame in that frame", () => {
    const frames = (entry: WordEntry, count: number) =>
      timed([entry], fps30, count).map(({ startFrame, endFrame }) => [startFrame, endFrame]);
    expect(frames(word("late", 1.985, 2), 60)).toEqual([[59, 60]]);
    expect(frames(word("short", 0.01, 0.03), 1)).toEqual([[0, 1]]);
    expect(frames(word("out", 2, 2.1), 60)).toEqual([]);
  });

  test("never overlaps pages", () => {
    const pages = timed([word("One.", 0, 0), word("Two.", 0, 0), word("Three.", 0, 0.2)]);
    expect(pages.map(({ startFrame, endFrame }) => [startFrame, endFrame])).toEqual([
      [0, 1],
      [1, 2],
      [2, 6],
    ]);
  });
});
