import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { VideoStream } from "../videos/media-info.ts";
import { sourceClock } from "./filter-graph.ts";
import type { Size } from "./output-geometry.ts";
import type { CompositedPlan } from "./output-plan.ts";
import { sourceSeekArguments } from "./segments.ts";
import { orientationFilters, sourceInputOptions } from "./source-frame.ts";

/** Images of the source's frames, upright and in square pixels, for finding out what they show. */
export interface Survey {
  /** Of an image: the longer side has 256 pixels. */
  size: Size;
  /** Frames of the output from one image to the next. */
  every: number;
  /** Size of a gray image of every frame, for cuts and motion; null: none. */
  graySize: Size | null;
}

/** The longer side of an image is the input of the face detector (core/reframe/blaze-face.ts). */
const longSidePx = 256;
const grayLongSidePx = 128;
const imagesPerSecond = 2;
/** Less than a render needs: a survey may show another frame first, and has many short ranges. */
const minEarlySeconds = 1;

const fitted = (source: Size, longPx: number): Size => {
  const scale = longPx / Math.max(source.width, source.height);
  return {
    width: Math.max(2, Math.round(source.width * scale)),
    height: Math.max(2, Math.round(source.height * scale)),
  };
};

/** Decides what a survey of a plan's frames takes. */
export const planSurvey = (
  { source, fps }: Pick<CompositedPlan, "source" | "fps">,
  { withGray }: { withGray: boolean },
): Survey => ({
  size: fitted(source, longSidePx),
  every: Math.max(1, Math.round(framesPerSecond(fps) / imagesPerSecond)),
  graySize: withGray ? fitted(source, grayLongSidePx) : null,
});

/** A part of a survey is in memory: at 30 frames per second, two minutes are 60 MB. */
const partSeconds = 120;

/** Divides the frames of a plan into parts to survey, each of which begins with an image of the one before. */
export const surveyParts = (
  { fps, frameCount }: Pick<CompositedPlan, "fps" | "frameCount">,
  { every }: Survey,
): FrameRange[] => {
  const length = every * Math.ceil((partSeconds * framesPerSecond(fps)) / every);
  const parts = Math.max(1, Math.ceil(frameCount / length));
  return Array.from({ length: parts }, (_, part) => ({
    startFrame: Math.max(0, part * length - every),
    endFrame: Math.min(frameCount, (part + 1) * length),
  }));
};

/** Absolute paths of the files that a survey writes. */
export interface SurveyFiles {
  images: string;
  gray: string;
}

export interface SurveyDecoding {
  /** Decodes the source from its start, for sources in which seeking fails. */
  withoutSeeking: boolean;
  /** Frames that are not decoded; the one before is shown again in their place. Absent: none. */
  skips?: keyof typeof skippedFrames;
}

/** `unreferenced`: those that no other frame refers to. `dependent`: all but key frames. Values of FFmpeg's `skip_frame`. */
const skippedFrames = { unreferenced: "noref", dependent: "nokey" } as const;

/**
 * ffmpeg's arguments for a survey: every `every`-th frame that the output shows of the source, as RGB of 8 bits in one file, and
 * every frame in gray in another one. Both are overwritten.
 */
export const surveyArguments = (
  plan: CompositedPlan,
  { size, every, graySize }: Survey,
  sourcePath: string,
  files: SurveyFiles,
  { withoutSeeking, skips }: SurveyDecoding,
): string[] => {
  const { video } = plan;
  const images = [`select='not(mod(n,${every}))'`, ...uprightAt(video, size, "area"), "format=rgb24"].join(
    ",",
  );
  const clocked = `[0:${video.streamIndex}]${sourceClock(plan).join(",")}`;
  // Single pixels are sufficient for cuts and motion; reading all pixels of a frame takes longer than decoding it.
  const gray = graySize && [...uprightAt(video, graySize, "neighbor"), "format=gray"].join(",");
  const graph = gray
    ? `${clocked},split[a][b];[a]${images}[images];[b]${gray}[gray]`
    : `${clocked},${images}[images]`;
  const raw = (pad: string, path: string): string[] => [
    ...["-map", `[${pad}]`, "-fps_mode", "passthrough", "-f", "rawvideo", `file:${path}`],
  ];
  return [
    "-y",
    ...untrustedInput(sourcePath, [
      ...sourceInputOptions,
      // The loop filter is a quarter of the decoding and changes nothing in an image that is this small.
      ...["-threads", "1", "-skip_loop_filter", "all"],
      ...(skips ? ["-skip_frame", skippedFrames[skips]] : []),
      ...sourceSeekArguments(plan, withoutSeeking, minEarlySeconds),
    ]),
    ...["-filter_complex_threads", "1"],
    ...["-filter_complex", graph],
    ...raw("images", files.images),
    ...(gray ? raw("gray", files.gray) : []),
  ];
};

/** Scales frames as they are stored, then turns them. */
const uprightAt = (video: VideoStream, { width, height }: Size, flags: string): string[] => {
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const [w, h] = isTurned ? [height, width] : [width, height];
  return [`scale=w=${w}:h=${h}:flags=${flags}`, ...orientationFilters(video)];
};
