import { frameAt } from "../captions/frame-times.ts";
import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import type { TimeSpan } from "../time/time-span.ts";

/** A run of output frames that a b-roll fills. */
export interface BrollPart {
  /** Which of the ranges it belongs to. */
  index: number;
  startFrame: number;
  frameCount: number;
  /** How many frames of its range lie before the output's first: the b-roll's own clock has run for so long already. */
  skippedFrames: number;
}

/**
 * The frames of a video that b-rolls fill. A b-roll is seen from the first frame at or after its start until the first
 * frame at or after its end, like a caption; adjacent ranges meet without a gap. A range without a frame is not seen.
 *
 * @param ranges in order of time, without overlaps
 */
export const brollParts = (ranges: readonly TimeSpan[], fps: Rational, frameCount: number): BrollPart[] =>
  ranges.flatMap(({ startSeconds, endSeconds }, index) => {
    const startFrame = frameAt(startSeconds, fps);
    const endFrame = Math.min(frameAt(endSeconds, fps), frameCount);
    if (endFrame <= startFrame) return [];
    return [{ index, startFrame, frameCount: endFrame - startFrame, skippedFrames: 0 }];
  });

/** What parts of a video fill in an output that holds some of its frames only, counted from its first. */
export const partsWithin = (parts: readonly BrollPart[], frames: FrameRange): BrollPart[] =>
  parts.flatMap(({ index, startFrame, frameCount, skippedFrames }) => {
    const first = Math.max(startFrame, frames.startFrame);
    const end = Math.min(startFrame + frameCount, frames.endFrame);
    if (end <= first) return [];
    return [
      {
        index,
        startFrame: first - frames.startFrame,
        frameCount: end - first,
        skippedFrames: skippedFrames + first - startFrame,
      },
    ];
  });

/** When the n-th frame of all parts, one after another, is shown: a frame number, as an expression of `N`. */
const shownAt = (parts: readonly BrollPart[]): string => {
  let before = 0;
  let shift = 0;
  const terms = ["N"];
  for (const { startFrame, frameCount } of parts) {
    const step = startFrame - before - shift;
    if (step > 0) terms.push(before === 0 ? `${step}` : `${step}*gte(N,${before})`);
    shift += step;
    before += frameCount;
  }
  return terms.join("+");
};

/** Runs of frames that some part fills; parts that touch are one run. */
const filledRuns = (parts: readonly BrollPart[]): FrameRange[] => {
  const runs: FrameRange[] = [];
  for (const { startFrame, frameCount } of parts) {
    const last = runs.at(-1);
    if (last?.endFrame === startFrame) last.endFrame += frameCount;
    else runs.push({ startFrame, endFrame: startFrame + frameCount });
  }
  return runs;
};

/**
 * The graph that puts b-rolls in the place of the video's own frames: `video` has one frame per output frame from
 * time 0 on, `brolls` all frames of the parts one after another, in the same size and format. Both are merged by their
 * time and of two for the same frame the video's is dropped: nothing is copied or blended, the two streams run in step,
 * and neither the end of a b-roll nor its beginning moves a frame. (`overlay` with `enable` blends every pixel through
 * an alpha plane; `blend` with `enable` switches a frame late.)
 */
export const brollGraph = (
  parts: readonly BrollPart[],
  fps: Rational,
  { video, brolls, to }: { video: string; brolls: string; to: string },
): string[] => {
  // `interleave` counts in microseconds. Half a frame early: between two frames, however their times were rounded.
  const microsecondsOf = (frame: number): number => Math.round(((frame - 0.5) * 1e6 * fps.den) / fps.num);
  const replaced = filledRuns(parts)
    .map(
      ({ startFrame, endFrame }) => `between(pts,${microsecondsOf(startFrame)},${microsecondsOf(endFrame)})`,
    )
    .join("+");
  return [
    // Frames are distinguished by a flag that these videos do not need: the field order.
    `${video}setfield=prog[main]`,
    `${brolls}setpts='${shownAt(parts)}',setsar=1,setfield=tff[brolls]`,
    `[main][brolls]interleave=nb_inputs=2:duration=longest,` +
      `select='eq(interlace_type,TOPFIRST)+not(${replaced})',` +
      `settb=${fps.den}/${fps.num},setpts=N,setfield=prog${to}`,
  ];
};
