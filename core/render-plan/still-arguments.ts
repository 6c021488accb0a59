import { untrustedInput } from "../media/ffmpeg-input.ts";
import { filterGraph } from "./filter-graph.ts";
import type { CompositedPlan } from "./output-plan.ts";
import { segmentPlan, sourceSeekArguments } from "./segments.ts";
import { sourceInputOptions } from "./source-frame.ts";

/** JPEG has one matrix and the full range (JFIF 1.02), whatever the video has. */
const toJpegColor = "scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p";

/**
 * ffmpeg's arguments for one frame of an output as JPEG, without captions.
 *
 * @param frame of the output
 * @param outputPath absolute path; overwritten
 * @param withoutSeeking decodes the source from its start, for sources in which seeking fails
 */
export const stillArguments = (
  plan: CompositedPlan,
  frame: number,
  sourcePath: string,
  outputPath: string,
  withoutSeeking = false,
): string[] => {
  const one = segmentPlan(plan, { startFrame: frame, endFrame: frame + 1 });
  if (one.mode !== "composited") throw new Error("a canvas has no stills");
  return [
    "-y",
    ...untrustedInput(sourcePath, [
      ...sourceInputOptions,
      ...["-threads", "1"],
      ...sourceSeekArguments(one, withoutSeeking),
    ]),
    ...[
      "-filter_complex",
      `${filterGraph(one, null, { captions: 1, brolls: 1 })};[out]${toJpegColor}[still]`,
    ],
    ...["-map", "[still]", "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "3", "-f", "mjpeg"],
    `file:${outputPath}`,
  ];
};
