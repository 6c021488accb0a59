import { frameAt } from "../captions/frame-times.ts";
import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import type { TimeSpan } from "../time/time-span.ts";

/** Consecutive output frames that show a b-roll. */
export interface BrollPart {
  /** Index of its range. */
  index: number;
  startFrame: number;
  frameCount: number;
  /**
   * Number of frames of its range before the first frame of the output. The b-roll starts after as many of its frames.
   */
  skippedFrames: number;
}

/**
 * Returns the frames of a video that show b-rolls. A b-roll is shown from the first frame at or after its start to the
 * first frame at or after its end, like a caption; adjacent ranges have no gap. Ranges without a frame are omitted.
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

/** Returns the parts that are within a range of the video's frames, counted from the start of that range. */
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

/** Returns an ffmpeg expression for the output frame of the `N`-th frame of all parts in sequence. */
const outputFrameExpression = (parts: readonly BrollPart[]): string => {
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

/** Merges adjacent parts into runs of frames. */
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
 * Returns the filter graph that replaces frames of the video with b-rolls. `video` has one frame per output frame from
 * time 0; `brolls` has the frames of all parts in sequence, in the same size and format. Both are interleaved by time,
 * and of two frames with the same time the video's is dropped. Frames are neither copied nor blended, and no frame is
 * shifted at the start or end of a b-roll. (`overlay` with `enable` blends every pixel through an alpha plane; `blend`
 * with `enable` switches one frame late.)
 */
export const brollGraph = (
  parts: readonly BrollPart[],
  fps: Rational,
  { video, brolls, to }: { video: string; brolls: string; to: string },
): string[] => {
  // `interleave` uses microseconds. Half a frame early, so that rounding never selects an adjacent frame.
  const microsecondsOf = (frame: number): number => Math.round(((frame - 0.5) * 1e6 * fps.den) / fps.num);
  const replaced = filledRuns(parts)
    .map(
      ({ startFrame, endFrame }) => `between(pts,${microsecondsOf(startFrame)},${microsecondsOf(endFrame)})`,
    )
    .join("+");
  return [
    // The field order, which these progressive frames do not need, marks which input a frame came from.
    `${video}setfield=prog[main]`,
    `${brolls}setpts='${outputFrameExpression(parts)}',setsar=1,setfield=tff[brolls]`,
    `[main][brolls]interleave=nb_inputs=2:duration=longest,` +
      `select='eq(interlace_type,TOPFIRST)+not(${replaced})',` +
      `settb=${fps.den}/${fps.num},setpts=N,setfield=prog${to}`,
  ];
};
