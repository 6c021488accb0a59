import { untrustedInput } from "../media/ffmpeg-input.ts";
import { filterGraph } from "./filter-graph.ts";
import { maxStillPx } from "./frame-request.ts";
import type { Size } from "./output-geometry.ts";
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

/**
 * ffmpeg's arguments that turn a video of one frame, which the renderer wrote, into an image.
 *
 * @param canvas size of the video; a larger one is reduced to `maxStillPx`
 * @param imagePath absolute path; overwritten
 */
export const frameImageArguments = (
  canvas: Size,
  extension: "jpg" | "png",
  videoPath: string,
  imagePath: string,
): string[] => {
  const scale = Math.min(1, maxStillPx / Math.max(canvas.width, canvas.height));
  const [width, height] = [canvas.width, canvas.height].map((side) => Math.max(1, Math.round(side * scale)));
  const size = scale === 1 ? [] : [`scale=w=${width}:h=${height}:flags=area`];
  const [color, encoder] =
    extension === "png"
      ? ["format=rgba", ["-c:v", "png", "-f", "image2pipe"]]
      : [toJpegColor, ["-c:v", "mjpeg", "-q:v", "3", "-f", "mjpeg"]];
  const filters = [...size, color].join(",");
  return [
    ...["-y", "-i", `file:${videoPath}`, "-an"],
    ...["-vf", filters, "-frames:v", "1", ...encoder, `file:${imagePath}`],
  ];
};
