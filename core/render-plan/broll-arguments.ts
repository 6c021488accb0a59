import { untrustedInput } from "../media/ffmpeg-input.ts";
import { rationalText } from "../time/frame-rate.ts";
import { type MediaInfo, type VideoStream, zeroSeconds } from "../videos/media-info.ts";
import type { BrollPart } from "./broll-parts.ts";
import { type ColorPlan, colorPlan, type OutputColor } from "./color.ts";
import { sourceGraph } from "./filter-graph.ts";
import { outputGeometry } from "./output-geometry.ts";
import type { CompositedPlan } from "./output-plan.ts";
import { entryArguments, entrySeconds } from "./segments.ts";
import { sourceInputOptions } from "./source-frame.ts";

/** A clip with a frame. */
export type BrollMedia = MediaInfo & { video: VideoStream; width: number; height: number };

export const hasFrame = (media: MediaInfo): media is BrollMedia =>
  media.video !== null && media.width !== null && media.height !== null;

/** The clip's colors brought to the video's: both are SDR by then, only the matrix may differ. */
const colorIn = (video: VideoStream, renderedVideo: OutputColor): ColorPlan => {
  const own = colorPlan(video);
  const convert =
    own.output.matrix === renderedVideo.matrix
      ? []
      : ["format=yuv420p", `zscale=min=${own.output.matrix}:m=${renderedVideo.matrix}:rin=tv:r=tv`];
  return { output: renderedVideo, filters: [...own.filters, ...convert] };
};

/**
 * ffmpeg's arguments that write the frames of one part, exactly as many as it has frames, raw to stdout: treated as a
 * source of that canvas would be (rotation, sample aspect, color, frame rate), filling it, centered. The clip's clock
 * starts with its first frame; after its last one, that one is repeated.
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
    colorPlan: colorIn(video, plan.color),
    frameCount,
    kept: skippedFrames > 0 ? [{ startFrame: skippedFrames, endFrame: skippedFrames + frameCount }] : null,
    brolls: [],
  };
  // FFmpeg's second 0 is where the earliest stream of the clip begins.
  const late = video.startSeconds - (media.clockStartSeconds ?? zeroSeconds(media));
  const zero = late > 0 ? [`setpts='round(PTS-${late.toFixed(6)}/TB)'`] : [];
  return [
    // Two threads keep up with any encoder; more would only hold more frames.
    ...untrustedInput(path, [
      ...sourceInputOptions,
      "-threads",
      "2",
      ...entryArguments(entrySeconds(clip), 0),
    ]),
    "-filter_complex",
    sourceGraph(clip, "[out]", zero).join(";"),
    ...["-map", "[out]", "-fps_mode", "passthrough", "-frames:v", `${part.frameCount}`],
    ...["-c:v", "rawvideo", "-pix_fmt", "yuv420p", "-f", "rawvideo", "pipe:1"],
  ];
};

/** File descriptor on which the video's ffmpeg reads b-roll frames. */
export const brollDescriptor = 4;

/** The input that carries the frames of all parts, one after another. */
export const brollInput = ({ canvas, fps }: CompositedPlan): string[] => [
  "-protocol_whitelist",
  "file,pipe",
  // Frames are large: two may wait.
  ...["-thread_queue_size", "2"],
  ...["-f", "rawvideo", "-pixel_format", "yuv420p"],
  ...["-video_size", `${canvas.width}x${canvas.height}`, "-framerate", rationalText(fps)],
  ...["-i", `pipe:${brollDescriptor}`],
];
