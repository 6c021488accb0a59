import { framesPerSecond } from "../time/frame-rate.ts";
import { isLarge } from "./output-geometry.ts";
import type { OutputPlan, Speed } from "./output-plan.ts";
import { keyFrameInterval } from "./segments.ts";

/** The frames of an output that its encoder treats in another way. */
export interface EncoderFrames {
  /** Frames of the output at which captions appear or disappear, in order. */
  captionBoundaries?: readonly number[];
  /** Of H.264 that is joined with copied parts. */
  parts?: EncodedParts;
}

/** Encoded parts between which copied ones are inserted. */
export interface EncodedParts {
  /** The first frame of each; a key frame. */
  starts: readonly number[];
  /** ID of the parameter sets, which no copied part has. */
  parameterSetId: number;
}

/**
 * Settings of x264. Each speed takes about half the time of the previous one (measured: fast 2.0 × veryfast, veryfast
 * 2.8 × ultrafast). The faster presets need a slightly lower crf for the same quality.
 */
const x264: Readonly<Record<Speed, { preset: string; crf: number }>> = {
  standard: { preset: "fast", crf: 19 },
  fast: { preset: "veryfast", crf: 19 },
  ultraFast: { preset: "ultrafast", crf: 20 },
};

/**
 * Settings of libvpx in realtime mode: good mode takes three times as long and looks the same for flat captions. With
 * these quantizers an alpha of 0 decodes as 0; with 16 it decoded as up to 4.
 */
const vp9: Readonly<Record<Speed, { cpuUsed: number; crf: number }>> = {
  standard: { cpuUsed: 5, crf: 10 },
  fast: { cpuUsed: 7, crf: 8 },
  ultraFast: { cpuUsed: 8, crf: 8 },
};

/**
 * Returns options that reduce x264's memory for large frames. The memory consists of frames that are being encoded, 25
 * to 40 MB each at 3840 × 2160. Hence threads share a frame instead of having one each, the look-ahead is two frames
 * instead of ten (`veryfast`) or thirty (`fast`), and there are at most two consecutive B-frames instead of three,
 * which are not references. The short look-ahead lowers the quality of reference frames; a lower crf compensates for
 * that (docs/performance.md). The number of threads is fixed, so that every machine produces the same file. `ultrafast`
 * has no look-ahead.
 */
const largeParameters = ({ canvas, speed }: OutputPlan): string[] => {
  if (!isLarge(canvas)) return [];
  return ["sliced-threads=1", ...(speed === "ultraFast" ? [] : ["rc-lookahead=2:bframes=2:b-pyramid=none"])];
};

/** Returns x264's own parameters. */
const x264Parameters = (plan: OutputPlan, parts: EncodedParts | undefined): string[] => {
  const parameters = [...largeParameters(plan), ...(parts ? [`sps-id=${parts.parameterSetId}`] : [])];
  return [
    ...(isLarge(plan.canvas) ? ["-threads", "4"] : []),
    ...(parameters.length > 0 ? ["-x264-params", parameters.join(":")] : []),
  ];
};

/**
 * Low, because compression artifacts of the green around letters disturb keying. A green canvas compresses well at any
 * crf.
 */
const greenCrf = 10;

const crfOf = ({ canvas, speed, mode }: OutputPlan): number => {
  if (mode === "greenScreen") return greenCrf;
  return x264[speed].crf - (isLarge(canvas) && speed !== "ultraFast" ? 1.5 : 0);
};

/**
 * Returns the x264 options of a plan without those that reduce memory. Benchmarks use them, with the preset's own crf,
 * for a plain re-encode.
 */
export const h264Arguments = (plan: OutputPlan, crf = x264[plan.speed].crf): string[] => [
  "-c:v",
  "libx264",
  "-preset",
  x264[plan.speed].preset,
  "-crf",
  String(crf),
  "-profile:v",
  "high",
  "-pix_fmt",
  "yuv420p",
  "-g",
  String(keyFrameInterval(plan)),
];

const proresArguments = (): string[] => [
  "-c:v",
  "prores_ks",
  "-profile:v",
  "4444",
  "-pix_fmt",
  "yuva444p10le",
  // Captions have 8 bits of alpha; 16 would double the time and differ by one step after decoding. Since version 7
  // ffmpeg writes alpha and the bitstream version as SMPTE RDD 36 requires; hardware decoders reject files of older
  // versions.
  "-alpha_bits",
  "8",
  // A fixed quantizer avoids the search per slice: six times faster, PSNR above 60 dB.
  "-qscale:v",
  "9",
  // Editing programs expect the vendor code of the reference encoder.
  "-vendor",
  "apl0",
];

/** Linux limits one argument to 128 KiB; a time takes up to eleven characters. */
const maxKeyFrameTimes = 10_000;

/**
 * Returns options that force key frames where captions appear or disappear. VP9 leaves up to 3/255 of removed content
 * visible; only a key frame resets alpha to exactly 0.
 */
const keyFrameOptions = ({ fps }: OutputPlan, frames: readonly number[]): string[] => {
  // A quarter of a frame early, so that rounding never selects the next frame.
  const moments = frames
    .filter((frame) => frame > 0)
    .map((frame) => ((frame - 0.25) / framesPerSecond(fps)).toFixed(4));
  return moments.length === 0 ? [] : ["-force_key_frames", moments.slice(0, maxKeyFrameTimes).join(",")];
};

const vp9Arguments = (plan: OutputPlan, captionBoundaries: readonly number[]): string[] => [
  "-c:v",
  "libvpx-vp9",
  "-pix_fmt",
  "yuva420p",
  // The encoder does not support transparency together with alternate reference frames.
  "-auto-alt-ref",
  "0",
  "-deadline",
  "realtime",
  "-cpu-used",
  String(vp9[plan.speed].cpuUsed),
  // No look-ahead: it would hold 25 frames twice, and realtime mode does not use them.
  "-lag-in-frames",
  "0",
  // Threads encode tile columns. Row-based multithreading uses a tenth more CPU for synchronization and is not faster.
  "-tile-columns",
  "2",
  "-b:v",
  "0",
  "-crf",
  String(vp9[plan.speed].crf),
  "-g",
  String(keyFrameInterval(plan)),
  ...keyFrameOptions(plan, captionBoundaries),
  // Without this tag players ignore the alpha channel.
  "-metadata:s:v:0",
  "alpha_mode=1",
];

/** Returns the video encoder and its options. */
export const encoderArguments = (
  plan: OutputPlan,
  { captionBoundaries = [], parts }: EncoderFrames,
): string[] => {
  if (plan.codec === "prores4444") return proresArguments();
  return plan.codec === "vp9"
    ? vp9Arguments(plan, captionBoundaries)
    : [
        ...h264Arguments(plan, crfOf(plan)),
        ...x264Parameters(plan, parts),
        ...keyFrameOptions(plan, parts?.starts ?? []),
      ];
};
