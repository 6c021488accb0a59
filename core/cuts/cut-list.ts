import { z } from "zod";
import { type FrameRange, frameRangeSchema } from "../time/frame-range.ts";
import { type Rational, rationalSchema } from "../time/rational.ts";

const keptRangeSchema = frameRangeSchema.refine(
  ({ startFrame, endFrame }) => startFrame < endFrame,
  "must not be empty",
);

/**
 * What is left of a source, in order and apart: whole frames, so that picture and sound are cut at the same moments. The
 * second n / fps of the source is where frame n begins.
 */
export const cutListSchema = z.object({
  fps: rationalSchema,
  kept: z
    .array(keptRangeSchema)
    .min(1)
    .refine(
      (ranges) => ranges.every((range, index) => index === 0 || startsAfter(range, ranges[index - 1])),
      "must be in order and apart",
    ),
});
export type CutList = z.infer<typeof cutListSchema>;

const startsAfter = (range: FrameRange, before: FrameRange | undefined): boolean =>
  before === undefined || range.startFrame > before.endFrame;

export const keptFrames = (kept: readonly FrameRange[]): number =>
  kept.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);

const secondsOf = (frame: number, { num, den }: Rational): number => (frame * den) / num;

/** Length of what is left, seconds. */
export const cutSeconds = ({ fps, kept }: CutList): number => secondsOf(keptFrames(kept), fps);

/**
 * The source's ranges behind the frames [startFrame, endFrame) of the cut film: what one part of a film that is rendered
 * in parts needs.
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

/** Ranges within a source of `frames` frames; what lies beyond is dropped. */
export const keptWithin = (kept: readonly FrameRange[], frames: number): FrameRange[] =>
  kept
    .filter(({ startFrame }) => startFrame < frames)
    .map(({ startFrame, endFrame }) => ({ startFrame, endFrame: Math.min(endFrame, frames) }));

interface KeptSpan {
  fromSeconds: number;
  toSeconds: number;
  /** Where it begins on the cut time line. */
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
 * A function from the source's seconds to those of the cut time line: monotonic; a moment that was cut away becomes that
 * of the cut.
 */
export const toCutTime = (cuts: CutList): ((seconds: number) => number) => {
  const pieces = keptSpansOf(cuts);
  return (seconds) => {
    const piece = lastWhere(pieces, ({ fromSeconds }) => fromSeconds <= seconds);
    return piece ? piece.atSeconds + Math.min(seconds, piece.toSeconds) - piece.fromSeconds : 0;
  };
};

/**
 * A function from seconds of the cut time line to the source's. The moment of a cut itself has two sources: a beginning
 * belongs behind the cut, an end before it. Beyond the last piece time goes on from there.
 */
export const toSourceTime = (cuts: CutList): ((seconds: number, side: "start" | "end") => number) => {
  const pieces = keptSpansOf(cuts);
  return (seconds, side) => {
    const piece =
      lastWhere(pieces, ({ atSeconds }) =>
        side === "start" ? atSeconds <= seconds + halfMillisecond : atSeconds < seconds - halfMillisecond,
      ) ?? pieces[0];
    return piece ? piece.fromSeconds + Math.max(0, seconds - piece.atSeconds) : seconds;
  };
};

/** Transcripts carry milliseconds, which are not exactly where a frame begins. */
const halfMillisecond = 0.0005;

/** The last piece that fulfils a condition which holds for the first ones and then no more. */
const lastWhere = (
  pieces: readonly KeptSpan[],
  holds: (piece: KeptSpan) => boolean,
): KeptSpan | undefined => {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(pieces[middle] as KeptSpan)) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
};
