import { untrustedInput } from "../media/ffmpeg-input.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { sourceClock } from "./filter-graph.ts";
import type { Size } from "./output-geometry.ts";
import type { CompositedPlan } from "./output-plan.ts";
import { seekArguments, seekSeconds } from "./segments.ts";
import { orientationFilters, sourceInputOptions } from "./source-frame.ts";

/** Images of the source's frames, upright and in square pixels, for finding out what they show. */
export interface Survey {
  /** Of an image: the longer side has 256 pixels. */
  size: Size;
  /** Frames of the output from one image to the next. */
  every: number;
}

/** The longer side is the input of the face detector (containers/faces). */
const longSidePx = 256;
const imagesPerSecond = 2;

/** Decides what a survey of a plan's frames takes. */
export const planSurvey = ({ source, fps }: Pick<CompositedPlan, "source" | "fps">): Survey => {
  const scale = longSidePx / Math.max(source.width, source.height);
  return {
    size: {
      width: Math.max(2, Math.round(source.width * scale)),
      height: Math.max(2, Math.round(source.height * scale)),
    },
    every: Math.max(1, Math.round(framesPerSecond(fps) / imagesPerSecond)),
  };
};

/**
 * ffmpeg's arguments for a survey: every `every`-th frame that the output shows of the source, as RGB of 8 bits in one file.
 *
 * @param imagesPath absolute path; overwritten
 */
export const surveyArguments = (
  plan: CompositedPlan,
  { size, every }: Survey,
  sourcePath: string,
  imagesPath: string,
): string[] => {
  const { video } = plan;
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const graph = [
    ...sourceClock(plan),
    `select='not(mod(n,${every}))'`,
    `scale=w=${width}:h=${height}:flags=area`,
    ...orientationFilters(video),
    "format=rgb24",
  ];
  return [
    "-y",
    ...untrustedInput(sourcePath, [
      ...sourceInputOptions,
      // Blocks that the loop filter would smooth are not seen in so small an image, and it is a quarter of the decoding.
      ...["-threads", "1", "-skip_loop_filter", "all"],
      ...seekArguments(seekSeconds(plan), plan.unusedStartSeconds),
    ]),
    ...["-filter_complex_threads", "1"],
    ...["-filter_complex", `[0:${video.streamIndex}]${graph.join(",")}[images]`],
    ...["-map", "[images]", "-fps_mode", "passthrough", "-f", "rawvideo", `file:${imagesPath}`],
  ];
};
