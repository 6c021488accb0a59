import { keptRangesOfPart } from "../cuts/cut-list.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { partsWithin } from "./broll-parts.ts";
import { pathFrom } from "./frame-path.ts";
import type { FramePlacement } from "./output-geometry.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";
import { maxSegments, type SegmentSettings } from "./segment-settings.ts";

const segmentPixelsPerSecond = 1920 * 1080 * 30;

/** A key frame at least every five seconds: quick seeking, and a player that joins late sees something. */
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
  // Whole rounds: a last one in which most places are empty takes as long as a full one.
  return Math.min(Math.ceil(wanted / atOnce), Math.floor(maxSegments / atOnce)) * atOnce;
};

/**
 * The frames of the video that each segment renders, in order and without gaps; a single one for a video that is not worth
 * dividing. Cuts lie where a whole video would have a key frame too.
 */
export const planSegments = (plan: OutputPlan, settings: SegmentSettings): FrameRange[] => {
  const step = keyFrameInterval(plan);
  const steps = Math.ceil(plan.frameCount / step);
  const count = Math.max(1, Math.min(steps, segmentCount(plan, settings)));
  const cutAt = (index: number): number =>
    index === count ? plan.frameCount : Math.round((index * steps) / count) * step;
  return Array.from({ length: count }, (_, index) => ({
    startFrame: cutAt(index),
    endFrame: cutAt(index + 1),
  }));
};

/** Of the time that a divided render takes, about this part is rendering; the rest is fetching and joining. */
export const segmentsShare = 0.95;

/**
 * Part of a divided render that is done, 0 to 1.
 *
 * @param done part of each segment by its index, 0 to 1; absent: not begun
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

/** The plan of one segment of a video: its frames alone, without audio, which is taken from the source when all are joined. */
export const segmentPlan = (renderedVideo: OutputPlan, { startFrame, endFrame }: FrameRange): OutputPlan => {
  const frameCount = endFrame - startFrame;
  if (renderedVideo.mode !== "composited") return { ...renderedVideo, frameCount };
  const whole = renderedVideo.kept ?? [{ startFrame: 0, endFrame: renderedVideo.frameCount }];
  return {
    ...renderedVideo,
    frameCount,
    audio: null,
    placement: placementFrom(renderedVideo.placement, startFrame),
    kept: keptRangesOfPart(whole, startFrame, endFrame),
    brolls: partsWithin(renderedVideo.brolls, { startFrame, endFrame }),
  };
};

const placementFrom = (placement: FramePlacement, startFrame: number): FramePlacement =>
  placement.kind === "cover" && placement.path
    ? { ...placement, path: pathFrom(placement.path, startFrame) }
    : placement;

/** Frames may be stored that far, in frames, from where they are shown (H.264 and HEVC: 16). */
const reorderedFrames = 16;
const minEarlySeconds = 3;

/**
 * Where a source may be entered so that the first frame needed is decoded as it would be from the beginning: early enough
 * for the frame that is then on screen, for frames stored out of order, and for the field before it. Seconds, 0 for the
 * beginning; the demuxer then goes back to the key frame before.
 */
export const entrySeconds = ({ kept, fps, video }: CompositedPlan): number => {
  const firstSeconds = (kept?.[0]?.startFrame ?? 0) / framesPerSecond(fps);
  const usual = 1 / framesPerSecond(video.frameRate);
  const early = Math.max(minEarlySeconds, reorderedFrames * usual, 2 * video.longestFrameSeconds);
  return Math.max(0, Math.floor(firstSeconds - early - Math.abs(video.shiftSeconds ?? 0)));
};

/**
 * Enters a file at `seconds`, a whole number; the times of its frames stay what they are, counted from second 0 of the
 * video.
 *
 * @param unusedStartSeconds of the plan
 */
export const entryArguments = (seconds: number, unusedStartSeconds: number): string[] => [
  // The frame on screen at the entry began before it: accurate seeking would drop that one.
  ...(seconds === 0 ? [] : ["-noaccurate_seek", "-ss", `${seconds}`]),
  ...clockArguments(seconds - unusedStartSeconds),
];

/** Moves the clock of an input. FFmpeg begins it where the earliest stream of a file begins, or where it enters one. */
export const clockArguments = (seconds: number): string[] =>
  seconds === 0 ? [] : ["-itsoffset", String(Math.round(seconds * 1e6) / 1e6)];
