import { untrustedInput } from "../media/ffmpeg-input.ts";
import { framesPerSecond, rationalText } from "../time/frame-rate.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { dropOtherStreams } from "./dropped-streams.ts";
import { audioArguments } from "./ffmpeg-arguments.ts";
import { filterGraph, graphThreads } from "./filter-graph.ts";
import { type CompositedPlan, planOutput } from "./output-plan.ts";
import { decoderArguments, sourceInputOptions } from "./source-frame.ts";

/** Shorter side of a proxy in pixels: the width at which captions are compared and reviewed. */
const shorterSide = 540;
/** Frames per second that are enough to place words, and the rate of outputs by default. */
const maxFps = 30;
/** Decoding takes most of the time, so that a faster preset would save little and need more bytes. */
const encoder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "27", "-profile:v", "high"];

/** Returns the size of a proxy: that of the source, with a shorter side of at most 540 pixels. */
const proxySize = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, shorterSide / Math.min(width, height));
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
};

const proxyFps = ({ frameRate, isVariableFrameRate }: NonNullable<MediaInfo["video"]>): number =>
  isVariableFrameRate ? maxFps : Math.min(maxFps, framesPerSecond(frameRate));

/** Returns the plan of the proxy of a source with a video stream: an output without captions; null for audio. */
export const proxyPlan = (media: MediaInfo): CompositedPlan | null => {
  const { video, width, height } = media;
  if (video === null || width === null || height === null) return null;
  const size = proxySize({ width, height });
  const plan = planOutput(media, { ...size, fps: proxyFps(video), speed: "fast" });
  return plan.mode === "composited" ? plan : null;
};

const videoArguments = (plan: CompositedPlan, sourcePath: string): string[] => [
  ...untrustedInput(sourcePath, [
    // The filter graph rotates the frames; the file must not say that they are to be rotated again.
    ...["-display_rotation", "0"],
    ...sourceInputOptions,
    ...decoderArguments(plan, 2),
  ]),
  ...graphThreads(plan),
  ...["-filter_complex", filterGraph(plan, null, { captions: 1, brolls: 1 }), "-map", "[out]"],
  ...[...encoder, "-pix_fmt", "yuv420p"],
  // A seek shows its frame after decoding half a second at most.
  ...["-g", String(Math.max(1, Math.round(framesPerSecond(plan.fps) / 2)))],
  ...["-fps_mode", "cfr", "-r", rationalText(plan.fps)],
];

/**
 * Returns ffmpeg's arguments that write the proxy of a source: H.264 and AAC in an MP4 file that starts to play before it is
 * complete, or AAC only. Times, rotation, colors and audio are those of an output.
 *
 * @param outputPath absolute path; overwritten
 */
export const proxyArguments = (media: MediaInfo, sourcePath: string, outputPath: string): string[] => {
  const plan = proxyPlan(media);
  return [
    "-y",
    ...(plan ? videoArguments(plan, sourcePath) : untrustedInput(sourcePath)),
    ...audioArguments({ audio: media.audio }, { source: 0, cutAudio: null }),
    ...dropOtherStreams,
    ...["-max_muxing_queue_size", "4096", "-movflags", "+faststart", "-f", "mp4"],
    `file:${outputPath}`,
  ];
};

/** A still is chosen from the beginning, where most frames that stand for a video are. */
const posterSeconds = 10;

/** Returns ffmpeg's arguments that write the most typical frame of the start of a proxy as JPEG. */
export const posterArguments = (proxyPath: string, outputPath: string): string[] => [
  "-y",
  ...untrustedInput(proxyPath, ["-t", String(posterSeconds)]),
  ...["-vf", "thumbnail=n=50,scale=out_range=pc,format=yuvj420p", "-frames:v", "1"],
  ...["-c:v", "mjpeg", "-q:v", "4", "-f", "mjpeg", `file:${outputPath}`],
];

/** The sample rate from which peaks are computed. */
export const peaksSampleRate = 8000;

/** Returns ffmpeg's arguments that decode a proxy's audio to stdout as 16-bit samples of one channel. */
export const peaksArguments = (proxyPath: string): string[] => [
  ...untrustedInput(proxyPath),
  ...["-vn", "-ac", "1", "-ar", String(peaksSampleRate), "-f", "s16le", "pipe:1"],
];
