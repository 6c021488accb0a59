import { untrustedInput } from "../media/ffmpeg-input.ts";
import { rationalText } from "../time/frame-rate.ts";
import { type MediaInfo, type VideoStream, zeroSeconds } from "../videos/media-info.ts";
import type { BrollPart } from "./broll-parts.ts";
import { type ColorPlan, colorPlan, type OutputColor } from "./color.ts";
import { sourceGraph } from "./filter-graph.ts";
import { outputGeometry } from "./output-geometry.ts";
import type { CompositedPlan } from "./output-plan.ts";
import { seekArguments, seekSeconds } from "./segments.ts";
import { sourceInputOptions } from "./source-frame.ts";

/** The media of a clip with a video stream. */
export type BrollMedia = MediaInfo & { video: VideoStream; width: number; height: number };

export const hasFrame = (media: MediaInfo): media is BrollMedia =>
  media.video !== null && media.width !== null && media.height !== null;

/**
 * Returns the conversion of a clip's colors to those of the video. Both are SDR by then; only the matrix may differ.
 */
const clipColorPlan = (video: VideoStream, outputColor: OutputColor): ColorPlan => {
  const own = colorPlan(video);
  const convert =
    own.output.matrix === outputColor.matrix
      ? []
      : ["format=yuv420p", `zscale=min=${own.output.matrix}:m=${outputColor.matrix}:rin=tv:r=tv`];
  return { output: outputColor, filters: [...own.filters, ...convert] };
};

/**
 * Returns ffmpeg's arguments that write the frames of one part to stdout, uncompressed and exactly as many as the part
 * has. Rotation, sample aspect, color and frame rate are handled as for a source, and the clip covers the canvas,
 * centered. Timestamps start at the clip's first frame; its last frame is repeated if the clip is too short.
 *
 * @param path absolute path of the clip
 */
export const brollFrameArguments = (
  plan: CompositedPlan,
  part: BrollPart,
  media: BrollMedia,
  path: string,
): string[] => {
  const { video, width, height } = media;
  const source = { width, height };
  const { skippedFrames, frameCount } = part;
  const clip: CompositedPlan = {
    ...plan,
    source,
    video,
    audio: null,
    unusedStartSeconds: 0,
    placement: outputGeometry(plan.canvas, source).placement,
    colorPlan: clipColorPlan(video, plan.color),
    frameCount,
    kept: skippedFrames > 0 ? [{ startFrame: skippedFrames, endFrame: skippedFrames + frameCount }] : null,
    brolls: [],
  };
  // FFmpeg's second 0 is the start of the clip's earliest stream.
  const late = video.startSeconds - (media.clockStartSeconds ?? zeroSeconds(media));
  const zero = late > 0 ? [`setpts='round(PTS-${late.toFixed(6)}/TB)'`] : [];
  return [
    // Two threads are faster than any encoder; more would only hold more frames.
    ...untrustedInput(path, [...sourceInputOptions, "-threads", "2", ...seekArguments(seekSeconds(clip), 0)]),
    "-filter_complex",
    sourceGraph(clip, "[out]", zero).join(";"),
    ...["-map", "[out]", "-fps_mode", "passthrough", "-frames:v", `${part.frameCount}`],
    ...["-c:v", "rawvideo", "-pix_fmt", "yuv420p", "-f", "rawvideo", "pipe:1"],
  ];
};

/** File descriptor on which the video's ffmpeg process reads b-roll frames. */
export const brollDescriptor = 4;

/** Returns the input options for the frames of all parts in sequence. */
export const brollInput = ({ canvas, fps }: CompositedPlan): string[] => [
  "-protocol_whitelist",
  "file,pipe",
  // Frames are large, so at most two are queued.
  ...["-thread_queue_size", "2"],
  ...["-f", "rawvideo", "-pixel_format", "yuv420p"],
  ...["-video_size", `${canvas.width}x${canvas.height}`, "-framerate", rationalText(fps)],
  ...["-i", `pipe:${brollDescriptor}`],
];
