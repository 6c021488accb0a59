import { describe, expect, test } from "@jest/globals";
import {
  maxSentenceTokens,
  maxWindowTokens,
  type RatingWindow,
  rateByWindows,
  rateTitlesByWindows,
  ratingWindows,
} from "../../../../adapters/onnx/rating-windows.ts";

/** Sentences of the given numbers of tokens, each token with the number of its sentence. */
const sentencesOf = (...sizes: number[]): number[][] =>
  sizes.map((size, at) => new Array<number>(size).fill(1000 + at));

/** Responds with what identifies the window and the sentence in it. */
const reading =
  (windows: RatingWindow[] = []) =>
  async (window: RatingWindow): Promise<Float32Array> => {
    windows.push(window);
    return Float32Array.from(
      window.markers.slice(0, -1).flatMap((position, at) => {
        const token = window.ids[position + 1] ?? 0;
        return [window.first + at, windows.length, at, token, -token];
      }),
    );
  };

describe("a window", () => {
  test("has a start token, a marker before each sentence, and one at its end", () => {
    expect([...ratingWindows(sentencesOf(2, 0, 1))]).toEqual([
      { first: 0, ids: [0, 2, 1000, 1000, 2, 2, 1002, 2], markers: [1, 4, 5, 7] },
    ]);
  });

  test("has the first tokens of a long sentence only", () => {
    const [window] = ratingWindows(sentencesOf(4000, 3));
    expect(window?.markers).toEqual([1, maxSentenceTokens + 2, maxSentenceTokens + 6]);
  });

  test.each([
    ["short", 1],
    ["medium", 20],
    ["long", 119],
    ["too long", 300],
  ])(
    "has whole sentences up to its limit, and the next one repeats a third of it: %s sentences",
    (_, size) => {
      const sentences = sentencesOf(...new Array<number>(900).fill(size));
      const windows = [...ratingWindows(sentences)];
      const own = Math.min(size, maxSentenceTokens) + 1;
      for (const { ids, markers } of windows) {
        expect(ids.length).toBeLessThanOrEqual(maxWindowTokens);
        expect(ids.filter((id) => id === 2)).toHaveLength(markers.length);
      }
      for (const [at, { first, ids, markers }] of windows.slice(0, -1).entries()) {
        expect(ids.length + own).toBeGreaterThan(maxWindowTokens);
        const repeated = first + markers.length - 1 - (windows[at + 1]?.first ?? 0);
        expect(repeated).toBeGreaterThanOrEqual(2);
        expect(Math.abs(repeated * own - maxWindowTokens / 3)).toBeLessThan(2 * own);
      }
      const last = windows.at(-1);
      expect((last?.first ?? 0) + (last?.markers.length ?? 0) - 1).toBe(sentences.length);
    },
  );
});

describe("the ratings", () => {
  test("are those of the window in which a sentence has the most context", async () => {
    const windows: RatingWindow[] = [];
    const ratings = await rateByWindows(sentencesOf(...new Array<number>(60).fill(24)), reading(windows));
    expect(ratings.map(({ start, value }) => [start, value])).toEqual(
      ratings.map((_, at) => [at, 1000 + at]),
    );
    expect(windows.length).toBeGreaterThan(3);
    // Of the sentences that two windows share, each rates the half that is further from its limit.
    const [first, second] = windows;
    const end = (first?.markers.length ?? 0) - 1;
    const shared = end - (second?.first ?? 0);
    const byFirst = ratings.filter(({ hook }) => hook === 1).length;
    expect(byFirst).toBeGreaterThan(end - shared);
    expect(byFirst).toBeLessThan(end);
    // Neither the first nor the last sentence of a window inside the talk.
    for (const { hook, end: place } of ratings.filter(({ hook }) => hook > 1 && hook < windows.length)) {
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan((windows[hook - 1]?.markers.length ?? 0) - 2);
    }
  });

  test("are those of the first and the last window at the limits of the talk", async () => {
    const windows: RatingWindow[] = [];
    const ratings = await rateByWindows(sentencesOf(...new Array<number>(40).fill(60)), reading(windows));
    expect(ratings[0]).toMatchObject({ start: 0, hook: 1, end: 0 });
    expect(ratings.at(-1)).toMatchObject({ start: 39, hook: windows.length });
  });

  test.each([[[]], [[7]], [[0]], [[5000]], [[0, 0, 0]], [[3, 5000, 0, 200, 200, 200, 200, 1]]])(
    "are as many as the sentences, of any length: %j",
    async (sizes: number[]) => {
      const ratings = await rateByWindows(sentencesOf(...sizes), reading());
      expect(ratings.map(({ start }) => start)).toEqual(sizes.map((_, at) => at));
    },
  );

  test.each([
    ["another number of them", new Float32Array(5)],
    ["values that are not finite", new Float32Array(10).fill(Number.NaN)],
  ])("are an error when the rating model returns %s", async (_, output) => {
    const rating = rateByWindows(sentencesOf(3, 3), async () => output);
    await expect(rating).rejects.toThrow("did not return ratings");
  });

  test("of three hours are read in windows of which each has at least half its tokens for itself", async () => {
    const windows: RatingWindow[] = [];
    const sizes = Array.from({ length: 2500 }, (_, at) => (at * 7919) % 37);
    const ratings = await rateByWindows(sentencesOf(...sizes), reading(windows));
    expect(ratings.map(({ start }) => start)).toEqual(sizes.map((_, at) => at));
    const tokens = sizes.reduce((sum, size) => sum + size + 1, 0);
    expect(windows.length).toBeLessThan((2 * tokens) / maxWindowTokens);
  });
});

describe("the ratings of titles", () => {
  test("are made with the clip and an empty sentence before them", async () => {
    const windows: RatingWindow[] = [];
    const [clip, titles] = [sentencesOf(2, 1), [[7], [8, 8]]];
    expect(await rateTitlesByWindows(clip, titles, reading(windows))).toEqual([-7, -8]);
    expect(windows.map(({ ids, markers }) => ({ ids, markers }))).toEqual([
      { ids: [0, 2, 1000, 1000, 2, 1001, 2, 2, 7, 2, 8, 8, 2], markers: [1, 4, 6, 7, 9, 12] },
    ]);
  });

  test("are each made with the beginning of a long clip, in as many windows as needed", async () => {
    const windows: RatingWindow[] = [];
    const clip = sentencesOf(...new Array<number>(40).fill(30));
    const titles = Array.from({ length: 60 }, (_, at) => new Array<number>(14).fill(at + 1));
    const ratings = await rateTitlesByWindows(clip, titles, reading(windows));
    expect(ratings).toEqual(titles.map((_, at) => -at - 1));
    expect(windows.length).toBe(4);
    for (const { ids } of windows) {
      expect(ids.length).toBeLessThanOrEqual(maxWindowTokens);
      const clipTokens = ids.filter((id) => id >= 1000).length;
      expect(clipTokens).toBeGreaterThan(200);
      expect(clipTokens).toBeLessThan(240);
    }
  });

  test.each([
    ["no titles", [], []],
    ["a clip without sentences", [[5]], [-5]],
    ["an empty title", [[], [5]], [-2, -5]],
    ["a title of thousands of tokens", [new Array<number>(4000).fill(5)], [-5]],
  ])("are as many as the titles: %s", async (_, titles: number[][], expected) => {
    expect(await rateTitlesByWindows([], titles, reading())).toEqual(expected);
  });

  test("are an error when the rating model returns another number of them", async () => {
    const rating = rateTitlesByWindows([[3]], [[4]], async () => new Float32Array(10));
    await expect(rating).rejects.toThrow("did not return ratings");
  });
});
