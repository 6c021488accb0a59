import { describe, expect, test } from "@jest/globals";
import { createSplicer, sampleSpans } from "../../../../core/cuts/splice.ts";
import type { FrameRange } from "../../../../core/time/frame-range.ts";

const rate = 48_000;
const hundredRanges = (length: number, step: number): FrameRange[] =>
  Array.from({ length: 100 }, (_, index) => ({
    startFrame: 7 + index * step,
    endFrame: 7 + index * step + length + (index % 3),
  }));

/** The cut audio of a source with `at(sample)` in channel 0 and its negative in channel 1, pushed in chunks. */
const spliced = (
  kept: readonly FrameRange[],
  fps: { num: number; den: number },
  at: (sample: number) => number,
  seconds: number,
  piece: number,
): { left: Float32Array; right: Float32Array; samples: number } => {
  const spans = sampleSpans(kept, fps, rate);
  const splicer = createSplicer(spans, rate, 2);
  const parts: Float32Array[] = [];
  const total = Math.round(seconds * rate);
  for (let from = 0; from < total; from += piece) {
    const samples = new Float32Array(2 * Math.min(piece, total - from));
    for (let index = 0; index < samples.length / 2; index++) {
      samples[2 * index] = at(from + index);
      samples[2 * index + 1] = -at(from + index);
    }
    parts.push(splicer.push(samples).slice());
  }
  parts.push(splicer.end());
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  const channel = (first: number): Float32Array => {
    const samples = new Float32Array(all.length / 2);
    for (let index = 0; index < samples.length; index++) samples[index] = all[2 * index + first] ?? 0;
    return samples;
  };
  return { left: channel(0), right: channel(1), samples: spans.samples };
};

const maxStep = (samples: Float32Array): number => {
  let [most, previous] = [0, samples[0] ?? 0];
  for (const value of samples) {
    const step = value > previous ? value - previous : previous - value;
    if (step > most) most = step;
    previous = value;
  }
  return most;
};

describe("cutting audio", () => {
  test.each([
    [24000, 1001],
    [30, 1],
    [60000, 1001],
    [25, 2],
  ])("does not drift over a hundred cuts at %d/%d frames per second", (num, den) => {
    const kept = hundredRanges(3, 9);
    const { spans, samples } = sampleSpans(kept, { num, den }, 44_100);
    let frames = 0;
    for (const [index, span] of spans.entries()) {
      expect(Math.abs(span.at - (frames * den * 44_100) / num)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(span.from - ((kept[index]?.startFrame ?? 0) * den * 44_100) / num)).toBeLessThanOrEqual(
        0.5,
      );
      frames += (kept[index]?.endFrame ?? 0) - (kept[index]?.startFrame ?? 0);
      expect(span.at + span.to - span.from).toBe(spans[index + 1]?.at ?? samples);
    }
  });

  test("keeps every sample away from joins, for chunks of any size", () => {
    const kept = hundredRanges(4, 10);
    const at = (sample: number): number => ((sample * 7919) % 1000) / 1000 - 0.5;
    const whole = spliced(kept, { num: 30, den: 1 }, at, 34, 100_000);
    expect(whole.left).toHaveLength(whole.samples);
    const { spans } = sampleSpans(kept, { num: 30, den: 1 }, rate);
    let wrong = 0;
    for (const span of spans)
      for (let sample = span.from + 300; sample < span.to - 300; sample++) {
        const out = sample - span.from + span.at;
        if (whole.left[out] !== Math.fround(at(sample)) || whole.right[out] !== Math.fround(-at(sample)))
          wrong++;
      }
    expect(wrong).toBe(0);
    for (const piece of [1009, 4096])
      expect(
        Buffer.from(spliced(kept, { num: 30, den: 1 }, at, 34, piece).left.buffer).equals(
          Buffer.from(whole.left.buffer),
        ),
      ).toBe(true);
  });

  test("joins without clicks: a tone never steps further than the sum of two waves", () => {
    const { sin, PI } = Math;
    const tone = (sample: number): number => 0.5 * sin((2 * PI * 220 * sample) / rate);
    const natural = 0.5 * 2 * Math.PI * (220 / rate);
    const { left } = spliced(hundredRanges(4, 10), { num: 30, den: 1 }, tone, 34, 4096);
    // Hard cuts of the same tone step by up to 1.
    expect(maxStep(left)).toBeLessThan(2 * natural);
  });

  test("keeps the loudness of noise across a join", () => {
    let seed = 1;
    const noise = Array.from({ length: 34 * rate }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    });
    const kept = hundredRanges(4, 10);
    const { left } = spliced(kept, { num: 30, den: 1 }, (sample) => noise[sample] ?? 0, 34, 4096);
    const { spans } = sampleSpans(kept, { num: 30, den: 1 }, rate);
    const power = (from: number, to: number): number =>
      left.slice(from, to).reduce((sum, value) => sum + value ** 2, 0) / (to - from);
    const joins = spans.slice(1).map(({ at }) => power(at - 240, at + 240));
    const mean = joins.reduce((sum, value) => sum + value, 0) / joins.length;
    expect(10 * Math.log10(mean / power(0, left.length))).toBeGreaterThan(-0.5);
    expect(10 * Math.log10(mean / power(0, left.length))).toBeLessThan(0.5);
  });

  test("pads with silence when the source's audio ends early", () => {
    const { left, samples } = spliced(
      [{ startFrame: 0, endFrame: 60 }],
      { num: 30, den: 1 },
      () => 0.25,
      1,
      4096,
    );
    expect(left).toHaveLength(samples);
    expect(left[0]).toBe(0.25);
    expect(left[rate - 1]).toBe(0.25);
    expect(left[rate + 1]).toBe(0);
  });
});
