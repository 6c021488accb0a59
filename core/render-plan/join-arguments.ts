import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { dropOtherStreams } from "./dropped-streams.ts";
import { audioArguments, containerArguments, type RenderInputs } from "./ffmpeg-arguments.ts";
import type { OutputPlan } from "./output-plan.ts";
import { clockArguments } from "./segments.ts";

/**
 * Returns the list for ffmpeg's concat demuxer. Each duration is the difference of two rounded times of the whole
 * video, so that rounding errors do not accumulate.
 *
 * @param segments with absolute paths of files of this service, without quotes or line breaks
 */
export const joinList = (
  { fps }: OutputPlan,
  segments: readonly (FrameRange & { path: string })[],
): string => {
  const microseconds = (frame: number): number => Math.round((frame * fps.den * 1e6) / fps.num);
  const entries = segments.map(({ startFrame, endFrame, path }) => {
    const length = microseconds(endFrame) - microseconds(startFrame);
    return `file 'file:${path}'\nduration ${(length / 1e6).toFixed(6)}\n`;
  });
  return `ffconcat version 1.0\n${entries.join("")}`;
};

// WebM timestamps are milliseconds. Those of a segment are rounded from its own start, so they are computed again from
// the start of the video.
const webmTimes = ({ fps }: OutputPlan): string => {
  const milliseconds = `${fps.den * 1000}/${fps.num}`;
  return `setts=ts=round(N*${milliseconds}):duration=round(${milliseconds})`;
};

/** The joined video as an input of ffmpeg, and the options of its copy. */
interface JoinedVideo {
  input: readonly string[];
  options: readonly string[];
}

/** Returns ffmpeg's arguments that write a joined video without encoding it, and add the audio like `renderArguments`. */
const withAudio = (
  plan: OutputPlan,
  { input, options }: JoinedVideo,
  inputs: RenderInputs,
  outputPath: string,
): string[] => {
  const source = plan.mode === "composited" && plan.audio ? plan : null;
  const isCut = inputs.cutAudioPath !== null;
  return [
    "-y",
    ...["-protocol_whitelist", "file", ...input],
    ...(source && !isCut
      ? untrustedInput(inputs.sourcePath, clockArguments(-source.unusedStartSeconds))
      : []),
    ...(isCut ? ["-i", `file:${inputs.cutAudioPath}`] : []),
    ...["-map", "0:v:0"],
    ...(plan.mode === "composited" ? audioArguments(plan, { source: 1, cutAudio: isCut ? 1 : null }) : []),
    ...dropOtherStreams,
    ...["-c:v", "copy", ...options],
    ...containerArguments(plan),
    `file:${outputPath}`,
  ];
};

/**
 * Returns ffmpeg's arguments that join rendered segments without re-encoding and add the audio like `renderArguments`.
 *
 * @param listPath absolute path of the list of `joinList`
 */
export const joinArguments = (
  plan: OutputPlan,
  listPath: string,
  inputs: RenderInputs,
  outputPath: string,
): string[] =>
  withAudio(
    plan,
    {
      input: ["-f", "concat", "-safe", "0", "-i", `file:${listPath}`],
      options: plan.codec === "vp9" ? ["-bsf:v", webmTimes(plan), "-metadata:s:v:0", "alpha_mode=1"] : [],
    },
    inputs,
    outputPath,
  );

/**
 * Returns ffmpeg's arguments that write an H.264 stream in Matroska as an MP4 file and add the audio like `renderArguments`. Decoding times
 * are not in the stream: sample n, in decoding order, is decoded `delayFrames` before frame n is shown.
 *
 * @param joinedPath absolute path of the stream
 * @param delayFrames by how many frames decoding is ahead of presentation, so that no frame is shown before it is decoded
 */
export const partsArguments = (
  plan: OutputPlan,
  joinedPath: string,
  delayFrames: number,
  inputs: RenderInputs,
  outputPath: string,
): string[] => {
  const frameSeconds = `${plan.fps.den}/${plan.fps.num}`;
  // Without an expression for `pts`, FFmpeg 9 derives it from the decoding time.
  const times = `setts=pts=PTS:dts=round((N-${delayFrames})*${frameSeconds}/TB):duration=round(${frameSeconds}/TB)`;
  const joined = { input: ["-f", "matroska", "-i", `file:${joinedPath}`], options: ["-bsf:v", times] };
  return withAudio(plan, joined, inputs, outputPath);
};
