import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import { keptFrames } from "./cut-list.ts";

/** A range of the source's samples and its start in the cut audio. */
export interface SampleSpan {
  from: number;
  to: number;
  at: number;
}

/** Returns the first sample of a frame. Consistent rounding keeps audio and video in sync. */
export const sampleOfFrame = (frame: number, fps: Rational, sampleRate: number): number =>
  Math.round((frame * fps.den * sampleRate) / fps.num);

/**
 * Returns the sample ranges of kept frames. Lengths are computed from the start of the cut video, so that rounding errors do
 * not accumulate: after any number of cuts the audio is within half a sample.
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

/** Crossfade on either side of a join, which avoids clicks. */
const fadeSeconds = 0.005;

export interface Splicer {
  /** Adds the source's next interleaved samples and returns the cut audio that is complete. */
  push(samples: Float32Array): Float32Array;
  /** Returns the rest, padded with silence if the source ended early. */
  end(): Float32Array;
}

/**
 * Joins sample ranges of audio that arrives in chunks of any length. Joins are equal-power crossfades with audio from
 * just outside the cut, which keeps the background noise continuous. Memory: one chunk.
 *
 * @param samples length of the cut audio, in samples of one channel
 */
export const createSplicer = (
  { spans, samples }: { spans: readonly SampleSpan[]; samples: number },
  sampleRate: number,
  channels: number,
): Splicer => {
  const shortest = Math.min(...spans.map(({ from, to }) => to - from));
  const fade = Math.max(1, Math.min(Math.round(fadeSeconds * sampleRate), shortest >> 1));
  const envelopes = spans.map((span, number) => envelopeOf(span, number, spans.length, fade));
  let position = 0;
  let index = 0;
  let completeUntil = 0;
  // Audio from `completeUntil` on, to which further samples may be added.
  let pending = new Float32Array(0);

  /** End of the complete part of the cut audio, given the source up to `position`. */
  const completeEnd = (): number => {
    const envelope = envelopes[index];
    if (!envelope) return samples;
    const next = envelopes[index + 1];
    const start = envelope.fadeInStart + envelope.shift;
    const nextStart = next ? next.fadeInStart + next.shift : samples;
    return Math.max(completeUntil, Math.min(Math.max(start, position + envelope.shift), nextStart));
  };

  return {
    push(source) {
      const count = source.length / channels;
      const reachable = envelopes.slice(index).filter(({ fadeInStart }) => fadeInStart < position + count);
      const writtenEnd = reachable.reduce(
        (end, { shift, fadeOutEnd }) => Math.max(end, Math.min(position + count, fadeOutEnd) + shift),
        completeUntil + pending.length / channels,
      );
      const target = new Float32Array((writtenEnd - completeUntil) * channels);
      target.set(pending);
      for (const envelope of reachable)
        addSpan(
          envelope,
          { samples: source, start: position },
          { samples: target, start: completeUntil },
          channels,
        );
      position += count;
      while (position >= (envelopes[index]?.fadeOutEnd ?? Number.POSITIVE_INFINITY)) index++;
      const ready = (completeEnd() - completeUntil) * channels;
      pending = target.slice(ready);
      completeUntil += ready / channels;
      return target.subarray(0, ready);
    },
    end() {
      const rest = new Float32Array((samples - completeUntil) * channels);
      rest.set(pending.subarray(0, rest.length));
      completeUntil = samples;
      pending = new Float32Array(0);
      return rest;
    },
  };
};

/** Fade-in and fade-out of a span in source samples; `shift` converts to samples of the cut audio. */
interface FadeEnvelope {
  fadeInStart: number;
  fadeInEnd: number;
  fadeOutStart: number;
  fadeOutEnd: number;
  shift: number;
}

const envelopeOf = (
  { from, to, at }: SampleSpan,
  number: number,
  count: number,
  fade: number,
): FadeEnvelope => ({
  fadeInStart: number === 0 ? from : from - fade,
  // The start of the source has no fade-in.
  fadeInEnd: number === 0 && from === 0 ? from : from + fade,
  fadeOutStart: to - fade,
  fadeOutEnd: number === count - 1 ? to : to + fade,
  shift: at - from,
});

const quarterWave = (share: number): number => Math.sin((share * Math.PI) / 2);

/** Interleaved samples, and the position of the first one. */
interface SampleBlock {
  samples: Float32Array;
  start: number;
}

/** Adds the source's samples of a span to the cut audio, faded in and out. */
const addSpan = (
  { fadeInStart, fadeInEnd, fadeOutStart, fadeOutEnd, shift }: FadeEnvelope,
  source: SampleBlock,
  target: SampleBlock,
  channels: number,
): void => {
  const first = Math.max(source.start, fadeInStart);
  const last = Math.min(source.start + source.samples.length / channels, fadeOutEnd);
  const sourceIndex = (sample: number): number => (sample - source.start) * channels;
  const targetIndex = (sample: number): number => (sample + shift - target.start) * channels;
  const mix = (from: number, to: number, gainAt: (sample: number) => number): void => {
    for (let sample = from; sample < to; sample++) {
      const gain = gainAt(sample);
      const out = targetIndex(sample);
      const at = sourceIndex(sample);
      for (let channel = 0; channel < channels; channel++)
        target.samples[out + channel] =
          (target.samples[out + channel] ?? 0) + gain * (source.samples[at + channel] ?? 0);
    }
  };
  mix(first, Math.min(last, fadeInEnd), (sample) =>
    quarterWave((sample - fadeInStart) / (fadeInEnd - fadeInStart)),
  );
  const from = Math.max(first, fadeInEnd);
  const to = Math.min(last, fadeOutStart);
  if (from < to)
    target.samples.set(source.samples.subarray(sourceIndex(from), sourceIndex(to)), targetIndex(from));
  mix(Math.max(first, fadeOutStart), last, (sample) =>
    quarterWave((fadeOutEnd - sample) / (fadeOutEnd - fadeOutStart)),
  );
};
