import { describe, expect, test } from "@jest/globals";
import {
  fitSentences,
  maxTempo,
  minTempo,
  type SpokenSentence,
  sentencesToShorten,
} from "../../../../core/dub/fit-sentences.ts";

const sentence = (startSeconds: number, endSeconds: number, spokenSeconds: number): SpokenSentence => ({
  startSeconds,
  endSeconds,
  spokenSeconds,
});

/** A generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
const random = (start: number) => {
  let seed = start;
  return (): number => {
    seed += 0x6d2b79f5;
    let state = seed;
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const conversation = (seed: number): { sentences: SpokenSentence[]; mediaSeconds: number } => {
  const next = random(seed);
  const sentences: SpokenSentence[] = [];
  let at = next() * 3;
  const count = 1 + Math.floor(next() * 40);
  for (let index = 0; index < count; index += 1) {
    const length = 0.2 + next() * 8;
    sentences.push(sentence(at, at + length, length * (0.3 + next() * 2.2)));
    // Some originals touch or overlap, as when two people speak.
    at += Math.max(0.01, length + (next() - 0.3) * 3);
  }
  const end = Math.max(...sentences.map(({ endSeconds }) => endSeconds));
  return { sentences, mediaSeconds: end + next() * 2 };
};

describe("fitSentences", () => {
  test("keeps the tempo of speech that fits, and slows down speech that is shorter", () => {
    const placed = fitSentences([sentence(1, 3, 2), sentence(5, 7, 1.8), sentence(9, 11, 0.5)], 12);
    expect(placed.map(({ startSeconds }) => startSeconds)).toEqual([1, 5, 9]);
    expect(placed.map(({ tempo }) => tempo)).toEqual([1, 0.9, minTempo]);
  });

  test("uses the pause that follows before it speeds up", () => {
    const [first] = fitSentences([sentence(0, 2, 2.9), sentence(3, 4, 1)], 5);
    expect(first).toMatchObject({ tempo: 1, excessSeconds: 0 });
    const [tight] = fitSentences([sentence(0, 2, 3.4), sentence(3, 4, 1)], 5);
    expect(tight?.tempo).toBeCloseTo(3.4 / 2.92, 5);
  });

  test("delays the next sentence when the highest tempo does not suffice, and catches up", () => {
    const placed = fitSentences([sentence(0, 2, 4), sentence(2.1, 4, 1.9), sentence(6, 8, 2)], 9);
    expect(placed[0]?.tempo).toBe(maxTempo);
    expect(placed[0]?.excessSeconds).toBeCloseTo(4 / 1.3 - 2.02, 5);
    expect(placed[1]?.startSeconds).toBeGreaterThan(3);
    expect(placed[2]?.startSeconds).toBe(6);
    expect(sentencesToShorten([sentence(0, 2, 4)], placed.slice(0, 1))).toEqual([
      { index: 0, share: expect.closeTo(2.02 / (4 / 1.3), 5) },
    ]);
  });

  test("exceeds the highest tempo only to end before the media", () => {
    const [only] = fitSentences([sentence(0, 2, 4)], 2);
    expect(only?.tempo).toBeCloseTo(2, 5);
    expect(only?.endSeconds).toBeLessThanOrEqual(2);
    expect(only?.excessSeconds).toBeGreaterThan(0);
  });

  test("returns nothing without sentences", () => {
    expect(fitSentences([], 10)).toEqual([]);
  });

  test("satisfies its constraints for 500 conversations", () => {
    const broken = Array.from({ length: 500 }, (_, seed) => {
      const { sentences, mediaSeconds } = conversation(seed);
      const placed = fitSentences(sentences, mediaSeconds);
      const isForced = placed.some(({ tempo }) => tempo > maxTempo + 1e-9);
      const isWrong =
        placed.length !== sentences.length ||
        placed.some((one, index) => {
          const original = sentences[index] as SpokenSentence;
          const previous = placed[index - 1];
          return (
            one.startSeconds < original.startSeconds ||
            (previous !== undefined && one.startSeconds < previous.endSeconds) ||
            one.endSeconds > mediaSeconds + 1e-6 ||
            one.tempo < minTempo ||
            Math.abs((one.endSeconds - one.startSeconds) * one.tempo - original.spokenSeconds) > 1e-6
          );
        }) ||
        (isForced && placed.every(({ excessSeconds }) => excessSeconds === 0));
      return isWrong ? [seed] : [];
    });
    expect(broken.flat()).toEqual([]);
  });
});
