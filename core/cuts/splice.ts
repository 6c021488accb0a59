import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import { keptFrames } from "./cut-list.ts";

/** A stretch of the source's samples and where it begins in the cut sound. */
export interface SampleSpan {
  from: number;
  to: number;
  at: number;
}

/** The number of the first sample of a frame; rounding the same way everywhere keeps sound and picture together. */
export const sampleOfFrame = (frame: number, fps: Rational, sampleRate: number): number =>
  Math.round((frame * fps.den * sampleRate) / fps.num);

/**
 * The samples behind kept frames. Each span is as long as its frames are in the cut film, counted from the film's
 * beginning, so that rounding never adds up: after any number of cuts the sound is within half a sample.
 */
export const sampleSpans = (
  kept: readonly FrameRange[],
  fps: Rational,
  sampleRate: number,
): { spans: SampleSpan[]; samples: number } => {
  let frames = 0;
  const spans = kept.map(({ startFrame, endFrame }) => {
    const at = sampleOfFrame(frames, fps, sampleRate);
    frames += endFrame - startFrame;
    const from = sampleOfFrame(startFrame, fps, sampleRate);
    return { from, to: from + sampleOfFrame(frames, fps, sampleRate) - at, at };
  });
  return { spans, samples: sampleOfFrame(keptFrames(kept), fps, sampleRate) };
};

/** On either side of a join: long enough to be no click, short enough to be no echo. */
const fadeSeconds = 0.005;

export interface Splicer {
  /** Takes the source's next samples, interleaved; returns the cut sound's next ones, as far as they are settled. */
  push(samples: Float32Array): Float32Array;
  /** The rest; silence where the source ended early. */
  end(): Float32Array;
}

/**
 * Joins stretches of a sound that comes in pieces of any length. At each join both sides are faded into each other with
 * equal power, over sound that lies just outside the cut: no jump, no hole in the room's noise. Memory: one piece.
 *
 * @param samples length of the cut sound, in samples of one channel
 */
export const createSplicer = (
  { spans, samples }: { spans: readonly SampleSpan[]; samples: number },
  sampleRate: number,
  channels: number,
): Splicer => {
  const shortest = Math.min(...spans.map(({ from, to }) => to - from));
  const fade = Math.max(1, Math.min(Math.round(fadeSeconds * sampleRate), shortest >> 1));
  const shapes = spans.map((span, number) => shapeOf(span, number, spans.length, fade));
  let position = 0;
  let index = 0;
  let settled = 0;
  // Sound from `settled` on that the source's next samples may still add to.
  let open = new Float32Array(0);

  const add = (shape: Shape, source: Float32Array, into: Float32Array): void => {
    const first = Math.max(position, shape.riseFrom);
    const last = Math.min(position + source.length / channels, shape.fallTo);
    const target = (sample: number): number => (sample + shape.shift - settled) * channels;
    const mix = (from: number, to: number, gainAt: (sample: number) => number): void => {
      for (let sample = from; sample < to; sample++) {
        const gain = gainAt(sample);
        const out = target(sample);
        const at = (sample - position) * channels;
        for (let channel = 0; channel < channels; channel++)
          into[out + channel] = (into[out + channel] ?? 0) + gain * (source[at + channel] ?? 0);
      }
    };
    const { riseFrom, riseTo, fallFrom, fallTo } = shape;
    mix(first, Math.min(last, riseTo), (sample) => quarterWave((sample - riseFrom) / (riseTo - riseFrom)));
    const from = Math.max(first, riseTo);
    const to = Math.min(last, fallFrom);
    if (from < to)
      into.set(source.subarray((from - position) * channels, (to - position) * channels), target(from));
    mix(Math.max(first, fallFrom), last, (sample) => quarterWave((fallTo - sample) / (fallTo - fallFrom)));
  };

  /** How far the cut sound is complete once the source has been taken up to `position`. */
  const settledUpTo = (): number => {
    const shape = shapes[index];
    if (!shape) return samples;
    const next = shapes[index + 1];
    const begins = shape.riseFrom + shape.shift;
    const joins = next ? next.riseFrom + next.shift : samples;
    return Math.max(settled, Math.min(Math.max(begins, position + shape.shift), joins));
  };

  return {
    push(source) {
      const count = source.length / channels;
      const reachable = shapes.slice(index).filter(({ riseFrom }) => riseFrom < position + count);
      const written = reachable.reduce(
        (most, { shift, fallTo }) => Math.max(most, Math.min(position + count, fallTo) + shift),
        settled + open.length / channels,
      );
      const into = new Float32Array((written - settled) * channels);
      into.set(open);
      for (const shape of reachable) add(shape, source, into);
      position += count;
      while (position >= (shapes[index]?.fallTo ?? Number.POSITIVE_INFINITY)) index++;
      const ready = (settledUpTo() - settled) * channels;
      open = into.slice(ready);
      settled += ready / channels;
      return into.subarray(0, ready);
    },
    end() {
      const rest = new Float32Array((samples - settled) * channels);
      rest.set(open.subarray(0, rest.length));
      settled = samples;
      open = new Float32Array(0);
      return rest;
    },
  };
};

/** Where in the source a span comes up, is whole, and goes; `shift` leads to the cut sound. */
interface Shape {
  riseFrom: number;
  riseTo: number;
  fallFrom: number;
  fallTo: number;
  shift: number;
}

const shapeOf = ({ from, to, at }: SampleSpan, number: number, count: number, fade: number): Shape => ({
  riseFrom: number === 0 ? from : from - fade,
  // The very beginning of a source is left as it is.
  riseTo: number === 0 && from === 0 ? from : from + fade,
  fallFrom: to - fade,
  fallTo: number === count - 1 ? to : to + fade,
  shift: at - from,
});

const quarterWave = (share: number): number => Math.sin((share * Math.PI) / 2);
