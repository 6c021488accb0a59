import { keptRangesOfPart } from "../cuts/cut-list.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { partsWithin } from "./broll-parts.ts";
import { pathFrom } from "./frame-path.ts";
import type { FramePlacement } from "./output-geometry.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";
import { maxSegments, type SegmentSettings } from "./segment-settings.ts";

const segmentPixelsPerSecond = 1920 * 1080 * 30;

/** Maximum distance of key frames: five seconds, for fast seeking. */
export const keyFrameInterval = ({ fps }: Pick<OutputPlan, "fps">): number =>
  Math.round(5 * framesPerSecond(fps));

const segmentCount = (
  { canvas, frameCount }: OutputPlan,
  { parallel, segmentSeconds }: SegmentSettings,
): number => {
  const work = canvas.width * canvas.height * frameCount;
  const wanted = Math.min(maxSegments, Math.round(work / (segmentSeconds * segmentPixelsPerSecond)));
  const atOnce = Math.max(1, Math.min(parallel, maxSegments));
  if (wanted <= atOnce) return wanted;
  // A multiple of the parallel segments: a partly used last round would take as long as a full one.
  return Math.min(Math.ceil(wanted / atOnce), Math.floor(maxSegments / atOnce)) * atOnce;
};

/** Divides frames into parts of about equal length, which start at multiples of `step`. */
const dividedFrames = (frameCount: number, count: number, step: number): FrameRange[] => {
  const steps = Math.ceil(frameCount / step);
  const cutAt = (index: number): number =>
    index === count ? frameCount : Math.round((index * steps) / count) * step;
  return Array.from({ length: count }, (_, index) => ({
    startFrame: cutAt(index),
    endFrame: cutAt(index + 1),
  }));
};

/**
 * Returns the frames of each segment, in order and without gaps; one segment for a short video. Segments start where
 * the whole video would have a key frame.
 */
export const planSegments = (plan: OutputPlan, settings: SegmentSettings): FrameRange[] => {
  const step = keyFrameInterval(plan);
  const steps = Math.ceil(plan.frameCount / step);
  return dividedFrames(plan.frameCount, Math.max(1, Math.min(steps, segmentCount(plan, settings))), step);
};

/**
 * Returns the frames of `count` segments of equal length: the longest one decides how long a short video takes. Each starts
 * with its own key frame.
 */
export const equalSegments = ({ frameCount }: Pick<OutputPlan, "frameCount">, count: number): FrameRange[] =>
  dividedFrames(frameCount, Math.max(1, Math.min(frameCount, count)), 1);

/** Share of a segmented render's time that is rendering; the rest is downloading and joining. */
export const segmentsShare = 0.95;

/**
 * Returns the completed part of a segmented render, 0 to 1.
 *
 * @param done completed part of each segment by its index, 0 to 1; absent: not started
 */
export const dividedProgress = (
  segments: readonly FrameRange[],
  done: Readonly<Record<number, number>>,
): number => {
  const frames = segments.map(({ startFrame, endFrame }) => endFrame - startFrame);
  const all = frames.reduce((sum, count) => sum + count, 0);
  const ready = frames.reduce((sum, count, index) => sum + count * (done[index] ?? 0), 0);
  return segmentsShare * Math.min(1, ready / Math.max(1, all));
};

/** Returns the plan of one segment: its frames without audio, which is added when the segments are joined. */
export const segmentPlan = (videoPlan: OutputPlan, { startFrame, endFrame }: FrameRange): OutputPlan => {
  const frameCount = endFrame - startFrame;
  if (videoPlan.mode !== "composited") return { ...videoPlan, frameCount };
  const whole = videoPlan.kept ?? [{ startFrame: 0, endFrame: videoPlan.frameCount }];
  return {
    ...videoPlan,
    frameCount,
    audio: null,
    placement: placementFrom(videoPlan.placement, startFrame),
    kept: keptRangesOfPart(whole, startFrame, endFrame),
    brolls: partsWithin(videoPlan.brolls, { startFrame, endFrame }),
  };
};

const placementFrom = (placement: FramePlacement, startFrame: number): FramePlacement =>
  placement.kind === "cover" && placement.path
    ? { ...placement, path: pathFrom(placement.path, startFrame) }
    : placement;

/** Maximum distance, in frames, between decoding order and presentation order (H.264 and HEVC: 16). */
const reorderedFrames = 16;
const minEarlySeconds = 3;

/**
 * Returns the time at which decoding must start so that the first required frame is the same as when decoding from the
 * start of the source: early enough for the frame that is visible at that time, for reordered frames, and for the
 * previous field. In seconds; 0 is the start. The demuxer then seeks to the previous key frame.
 *
 * @param minEarly seconds by which decoding starts earlier at least
 */
export const seekSeconds = (
  { kept, fps, video }: CompositedPlan,
  minEarly: number = minEarlySeconds,
): number => {
  const firstSeconds = (kept?.[0]?.startFrame ?? 0) / framesPerSecond(fps);
  const usual = 1 / framesPerSecond(video.frameRate);
  const early = Math.max(minEarly, reorderedFrames * usual, 2 * video.longestFrameSeconds);
  return Math.max(0, Math.floor(firstSeconds - early - Math.abs(video.shiftSeconds ?? 0)));
};

/**
 * Returns input options that seek to `seconds`, an integer, and keep timestamps relative to second 0 of the video.
 *
 * @param unusedStartSeconds of the plan
 */
export const seekArguments = (seconds: number, unusedStartSeconds: number): string[] => [
  // The frame that is visible at this time starts earlier: accurate seeking would drop it.
  ...(seconds === 0 ? [] : ["-noaccurate_seek", "-ss", `${seconds}`]),
  ...clockArguments(seconds - unusedStartSeconds),
];

/**
 * Returns the input options of a plan's source. `withoutSeeking`: decodes it from its start, where seeking fails. `minEarly`: of
 * seekSeconds.
 */
export const sourceSeekArguments = (
  plan: CompositedPlan,
  withoutSeeking = false,
  minEarly: number = minEarlySeconds,
): string[] => seekArguments(withoutSeeking ? 0 : seekSeconds(plan, minEarly), plan.unusedStartSeconds);

/**
 * Returns input options that shift timestamps. By default FFmpeg starts them at the earliest stream, or at the seek
 * position.
 */
export const clockArguments = (seconds: number): string[] =>
  seconds === 0 ? [] : ["-itsoffset", String(Math.round(seconds * 1e6) / 1e6)];
