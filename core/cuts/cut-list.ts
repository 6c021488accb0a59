import * as z from "zod";
import { partitionPoint } from "../partition-point.ts";
import { type FrameRange, frameRangeSchema } from "../time/frame-range.ts";
import { type Rational, rationalSchema } from "../time/rational.ts";

const keptRangeSchema = frameRangeSchema.refine(
  ({ startFrame, endFrame }) => startFrame < endFrame,
  "must not be empty",
);

/**
 * The parts of a source that are kept, in order and not adjacent. They are whole frames, so that video and audio are cut at
 * the same times. Frame n of the source starts at n / fps seconds.
 */
export const cutListSchema = z.object({
  fps: rationalSchema,
  kept: z
    .array(keptRangeSchema)
    .min(1)
    .refine(
      (ranges) => ranges.every((range, index) => index === 0 || startsAfter(range, ranges[index - 1])),
      "must be in order and not adjacent",
    ),
});
export type CutList = z.infer<typeof cutListSchema>;

const startsAfter = (range: FrameRange, before: FrameRange | undefined): boolean =>
  before === undefined || range.startFrame > before.endFrame;

/** Returns the number of kept frames. */
export const keptFrames = (kept: readonly FrameRange[]): number =>
  kept.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);

const secondsOf = (frame: number, { num, den }: Rational): number => (frame * den) / num;

/** Returns the duration of the cut video in seconds. */
export const cutSeconds = ({ fps, kept }: CutList): number => secondsOf(keptFrames(kept), fps);

/**
 * Returns the ranges of the source that make up the frames [startFrame, endFrame) of the cut video, for rendering one
 * segment.
 */
export const keptRangesOfPart = (
  kept: readonly FrameRange[],
  startFrame: number,
  endFrame: number,
): FrameRange[] => {
  const part: FrameRange[] = [];
  let at = 0;
  for (const range of kept) {
    const length = range.endFrame - range.startFrame;
    const from = Math.max(0, startFrame - at);
    const to = Math.min(length, endFrame - at);
    if (from < to) part.push({ startFrame: range.startFrame + from, endFrame: range.startFrame + to });
    at += length;
  }
  return part;
};

/** Limits ranges to a source of `frames` frames. */
export const keptWithin = (kept: readonly FrameRange[], frames: number): FrameRange[] =>
  kept
    .filter(({ startFrame }) => startFrame < frames)
    .map(({ startFrame, endFrame }) => ({ startFrame, endFrame: Math.min(endFrame, frames) }));

interface KeptSpan {
  fromSeconds: number;
  toSeconds: number;
  /** Start on the cut time line. */
  atSeconds: number;
}

const keptSpansOf = ({ fps, kept }: CutList): KeptSpan[] => {
  let frames = 0;
  return kept.map(({ startFrame, endFrame }) => {
    const atSeconds = secondsOf(frames, fps);
    frames += endFrame - startFrame;
    return { fromSeconds: secondsOf(startFrame, fps), toSeconds: secondsOf(endFrame, fps), atSeconds };
  });
};

/**
 * Returns a monotonic function from source seconds to seconds of the cut time line. Times within a cut map to the cut.
 */
export const toCutTime = (cuts: CutList): ((seconds: number) => number) => {
  const spans = keptSpansOf(cuts);
  return (seconds) => {
    const span = lastWhere(spans, ({ fromSeconds }) => fromSeconds <= seconds);
    return span ? span.atSeconds + Math.min(seconds, span.toSeconds) - span.fromSeconds : 0;
  };
};

/**
 * Returns a function from seconds of the cut time line to source seconds. At a cut, starts map to its end and ends map to
 * its start. Times after the last kept span continue from it.
 */
export const toSourceTime = (cuts: CutList): ((seconds: number, side: "start" | "end") => number) => {
  const spans = keptSpansOf(cuts);
  return (seconds, side) => {
    const span =
      lastWhere(spans, ({ atSeconds }) =>
        side === "start" ? atSeconds <= seconds + halfMillisecond : atSeconds < seconds - halfMillisecond,
      ) ?? spans[0];
    return span ? span.fromSeconds + Math.max(0, seconds - span.atSeconds) : seconds;
  };
};

/** Transcripts have millisecond times, which do not match frame starts exactly. */
const halfMillisecond = 0.0005;

/** Finds the last span that satisfies a condition, which must be true for a prefix of the spans. */
const lastWhere = (
  spans: readonly KeptSpan[],
  condition: (span: KeptSpan) => boolean,
): KeptSpan | undefined => spans[partitionPoint(spans, condition) - 1];
