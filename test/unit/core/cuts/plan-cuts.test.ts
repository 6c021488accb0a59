import { describe, expect, test } from "@jest/globals";
import type { CutList } from "../../../../core/cuts/cut-list.ts";
import { type CutInput, maxPauseSeconds, planCuts } from "../../../../core/cuts/plan-cuts.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

const word = (startSeconds: number, endSeconds: number): WordEntry => ({
  text: "w",
  type: "word",
  startSeconds,
  endSeconds,
});
const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });
const plan = (changes: Partial<CutInput>): CutList | null =>
  planCuts({
    words: [word(1, 2), word(7, 8)],
    disfluencies: [],
    audibleSpans: null,
    silenceRemoval: 0.5,
    fps: { num: 100, den: 1 },
    frameCount: 1000,
    ...changes,
  });
const seconds = (list: CutList | null): number[][] | null =>
  list?.kept.map(({ startFrame, endFrame }) => [startFrame / 100, endFrame / 100]) ?? null;

describe("pauses", () => {
  test("are kept up to 0.15 s, 0.47 s, 1.5 s", () => {
    expect([0, 0.5, 1].map((value) => Number(maxPauseSeconds(value).toFixed(2)))).toEqual([0.15, 0.47, 1.5]);
  });

  test("are shortened to the maximum, also at the start and the end", () => {
    expect(seconds(plan({}))).toEqual([
      [0.52, 2.27],
      [6.78, 8.48],
    ]);
  });

  test("are cut more by a lower value", () => {
    const left = [0, 0.25, 0.5, 0.75, 1].map((silenceRemoval) =>
      (seconds(plan({ silenceRemoval })) ?? []).reduce((sum, [from = 0, to = 0]) => sum + to - from, 0),
    );
    expect(left).toEqual([...left].sort((a, b) => a - b));
    expect(new Set(left).size).toBe(5);
  });

  test("are kept when they are short or the cut would be short", () => {
    expect(plan({ words: [word(0.2, 2), word(2.4, 9.8)] })).toBeNull();
    expect(plan({ words: [word(0, 5), word(5.5, 10)] })).toBeNull();
  });

  test("are kept longer without audio analysis", () => {
    const silent = { silenceRemoval: 0, words: [word(0, 4), word(6, 10)] };
    expect(seconds(plan(silent))).toEqual([
      [0, 4.14],
      [5.88, 10],
    ]);
    expect(seconds(plan({ ...silent, audibleSpans: [] }))).toEqual([
      [0, 4.09],
      [5.93, 10],
    ]);
  });

  test("exclude audible spans", () => {
    expect(seconds(plan({ audibleSpans: [span(0.8, 2.3), span(4, 5)] }))).toEqual([
      [0.32, 2.57],
      [3.78, 5.27],
      [6.78, 8.48],
    ]);
  });

  test("are cut without parts of words at any frame rate", () => {
    for (const fps of [12, 23.976, 30, 59.94, 120]) {
      for (let shift = 0; shift < 10; shift++) {
        const words = [0, 1.3, 2.1, 4.4, 4.9, 8].map((at) =>
          word(at + shift * 0.013, at + 0.37 + shift * 0.013),
        );
        const list = plan({
          words,
          silenceRemoval: 0,
          fps: { num: Math.round(fps * 1000), den: 1000 },
          frameCount: Math.round(10 * fps),
        });
        for (const { startSeconds, endSeconds } of words)
          expect(
            list?.kept.some(
              ({ startFrame, endFrame }) =>
                startFrame / fps <= startSeconds + 1e-4 &&
                (endFrame / fps >= endSeconds - 1e-4 || endFrame === list.kept.at(-1)?.endFrame),
            ),
          ).toBe(true);
      }
    }
  });

  test("are kept in a video without speech or audible spans", () => {
    expect(plan({ words: [] })).toBeNull();
    expect(plan({ words: [], audibleSpans: [] })).toBeNull();
  });

  test("are limited to the number of ranges that can be rendered, longest first", () => {
    const words = Array.from({ length: 5000 }, (_, index) =>
      word(index * 2, index * 2 + (index % 2 ? 0.5 : 1)),
    );
    const list = plan({ words, frameCount: 1_000_000, silenceRemoval: 0 });
    expect(list?.kept.length).toBe(2999);
  });
});

describe("disfluencies", () => {
  const filler = { kind: "filler", startSeconds: 3, endSeconds: 3.4 } as const;
  const only = { silenceRemoval: null, words: [word(1, 2), word(4, 8)] };

  test("are cut with a margin of silence", () => {
    expect(seconds(plan({ ...only, disfluencies: [filler] }))).toEqual([
      [0, 2.95],
      [3.45, 10],
    ]);
  });

  test("are cut with their audible span, without parts of words", () => {
    expect(
      seconds(plan({ ...only, disfluencies: [filler], audibleSpans: [span(1, 2), span(2.9, 8)] })),
    ).toEqual([
      [0, 2.85],
      [3.75, 10],
    ]);
    const close = { ...filler, startSeconds: 2, endSeconds: 4 };
    expect(seconds(plan({ ...only, disfluencies: [close] }))).toEqual([
      [0, 2],
      [4, 10],
    ]);
  });

  test("are found before the next word when the recognizer displaced them to it", () => {
    const squeezed = { ...filler, startSeconds: 3.9, endSeconds: 3.97 };
    expect(
      seconds(
        plan({
          ...only,
          disfluencies: [squeezed],
          audibleSpans: [span(1, 2), span(2.8, 3.2), span(3.9, 8)],
        }),
      )?.[0],
    ).toEqual([0, 2.75]);
  });

  test("are found after the previous word when the recognizer displaced them to it", () => {
    const squeezed = { ...filler, startSeconds: 2.03, endSeconds: 2.08 };
    const audioSpans = [span(1, 2.1), span(2.8, 3.2), span(3.9, 8)];
    expect(seconds(plan({ ...only, disfluencies: [squeezed], audibleSpans: audioSpans }))).toEqual([
      [0, 2.75],
      [3.25, 10],
    ]);
  });

  test("share continuous audio with the word before them", () => {
    const later = { ...filler, startSeconds: 2.4, endSeconds: 3 };
    const audioSpans = [span(1, 3.1), span(3.9, 8)];
    const [[, end]] = seconds(plan({ ...only, disfluencies: [later], audibleSpans: audioSpans })) as [
      [number, number],
    ];
    expect(end).toBeGreaterThanOrEqual(2.1);
  });

  test("join the pauses around them before those are shortened", () => {
    expect(seconds(plan({ ...only, silenceRemoval: 0.5, disfluencies: [filler] }))).toEqual([
      [0.52, 2.27],
      [3.78, 8.48],
    ]);
  });

  test("of a false start are cut with the pause after it", () => {
    const start = { kind: "falseStart", startSeconds: 2.2, endSeconds: 2.5 } as const;
    expect(seconds(plan({ ...only, disfluencies: [start] }))).toEqual([
      [0, 2.2],
      [3.94, 10],
    ]);
  });
});
