import { untrustedInput } from "../media/ffmpeg-input.ts";
import { framesPerSecond, rationalText } from "../time/frame-rate.ts";
import { aacFromSource } from "./audio-arguments.ts";
import { brollInput } from "./broll-arguments.ts";
import { type Band, filterGraph, graphThreads, type StillOverlay } from "./filter-graph.ts";
import { isLarge } from "./output-geometry.ts";
import type { CompositedPlan, OutputPlan, Speed } from "./output-plan.ts";
import { keyFrameInterval, sourceSeekArguments } from "./segments.ts";
import { decoderArguments, sourceInputOptions } from "./source-frame.ts";

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
const largeArguments = ({ canvas, speed }: OutputPlan): string[] => {
  if (!isLarge(canvas)) return [];
  const frames = speed === "ultraFast" ? "" : ":rc-lookahead=2:bframes=2:b-pyramid=none";
  return ["-threads", "4", "-x264-params", `sliced-threads=1${frames}`];
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

/** Copies AAC audio of the source, or the cut audio, without re-encoding. Other audio is encoded as AAC. */
export const audioArguments = (
  { audio }: Pick<CompositedPlan, "audio">,
  inputs: { source: number; cutAudio: number | null },
): string[] => {
  if (!audio) return [];
  if (inputs.cutAudio !== null) return ["-map", `${inputs.cutAudio}:a:0`, "-c:a", "copy"];
  const isCopied = audio.codec === "aac" && !audio.mustBeEncoded && !audio.mixedTracks;
  if (isCopied) return ["-map", `${inputs.source}:${audio.streamIndex}`, "-c:a", "copy"];
  return aacFromSource(audio, inputs.source);
};

/** Returns a time base in which every frame has a whole number of ticks, fine enough for the audio's edit list. */
const timescale = ({ fps }: OutputPlan): string => String(fps.num < 10_000 ? fps.num * 1000 : fps.num);

export const containerArguments = (plan: OutputPlan): string[] => {
  // Matroska marks tracks as default if the flag is absent; ffmpeg writes the opposite by default.
  if (plan.codec === "vp9") return ["-disposition:v:0", "default", "-f", "webm"];
  return [
    "-video_track_timescale",
    timescale(plan),
    // The default of 1000 rounds track durations to milliseconds, which is visible when parts are joined.
    "-movie_timescale",
    timescale(plan),
    // Writes the index first, so that players can start before the download is complete.
    "-movflags",
    "+faststart",
    "-write_tmcd",
    "0",
    "-f",
    plan.codec === "h264" ? "mp4" : "mov",
  ];
};

const encoderArguments = (plan: OutputPlan, { captionBoundaries = [] }: RenderInputs): string[] => {
  if (plan.codec === "prores4444") return proresArguments();
  return plan.codec === "vp9"
    ? vp9Arguments(plan, captionBoundaries)
    : [...h264Arguments(plan, crfOf(plan)), ...largeArguments(plan)];
};

/** Input options for the caption frames on stdin. */
const captionInput = [
  "-protocol_whitelist",
  "file,pipe",
  // One frame determines the stream's properties; reading more would only delay the start.
  "-probesize",
  "32",
  "-analyzeduration",
  "0",
  "-f",
  "matroska",
  "-i",
  "pipe:0",
];

/** The input files of an output, as absolute paths. */
export interface RenderInputs {
  /** Not read for outputs without the source's video. */
  sourcePath: string;
  /** The cut audio (audio-arguments.ts); null when nothing is cut or there is no audio. */
  cutAudioPath: string | null;
  /** Decodes the source from its start instead of seeking, for sources in which seeking fails. */
  withoutSeeking?: boolean;
  /** Frames of the output at which captions appear or disappear, in order. */
  captionBoundaries?: readonly number[];
  /** A title and the absolute path of its frame. */
  title?: (StillOverlay & { path: string }) | null;
  /** Number of cores of the machine; two by default. */
  cores?: number;
}

/** Returns ffmpeg's input numbers of the caption frames, the cut audio, the b-rolls and the title. */
const inputNumbers = (plan: OutputPlan, { cutAudioPath }: RenderInputs, band: Band | null) => {
  const captions = plan.mode === "composited" ? 1 : 0;
  const cutAudio = captions + (band ? 1 : 0);
  const brolls = cutAudio + (cutAudioPath === null ? 0 : 1);
  const hasBrolls = plan.mode === "composited" && plan.brolls.length > 0;
  return { captions, cutAudio, brolls, title: brolls + (hasBrolls ? 1 : 0) };
};

/** Returns the inputs and the filter graph, whose output is `[out]`. */
const graphArguments = (plan: OutputPlan, inputs: RenderInputs, band: Band | null): string[] => {
  const hasSource = plan.mode === "composited";
  const numbers = inputNumbers(plan, inputs, band);
  return [
    ...(hasSource
      ? untrustedInput(inputs.sourcePath, [
          ...sourceInputOptions,
          ...decoderArguments(plan, inputs.cores ?? 2),
          ...sourceSeekArguments(plan, inputs.withoutSeeking),
        ])
      : []),
    ...(band ? captionInput : []),
    ...(inputs.cutAudioPath === null ? [] : ["-i", `file:${inputs.cutAudioPath}`]),
    ...(hasSource && plan.brolls.length > 0 ? brollInput(plan) : []),
    ...(inputs.title ? ["-f", "matroska", "-i", `file:${inputs.title.path}`] : []),
    ...graphThreads(plan),
    "-filter_complex",
    filterGraph(plan, band, numbers, inputs.title ? { ...inputs.title, input: numbers.title } : null),
    "-map",
    "[out]",
  ];
};

export const dropOtherStreams = [
  // Embedded subtitles would cover the captions; data tracks, chapters and time codes apply to the uncut source.
  "-sn",
  "-dn",
  "-map_chapters",
  "-1",
  // The source's tags may contain its author and location.
  "-map_metadata",
  "-1",
];

/** Returns ffmpeg's arguments that decode and composite without encoding, for benchmarks. */
export const compositeArguments = (plan: OutputPlan, sourcePath: string, band: Band | null): string[] => [
  ...graphArguments(plan, { sourcePath, cutAudioPath: null }, band),
  ...["-fps_mode", "passthrough", "-f", "null", "-"],
];

/** Names by which encoders know two transfers that filters and probes name after their standard. */
const encoderTransferNames: Readonly<Record<string, string>> = { bt470m: "gamma22", bt470bg: "gamma28" };

/**
 * Returns ffmpeg's arguments for one output.
 *
 * @param band area of the caption frames on the canvas; null: there are no caption frames on stdin
 * @param outputPath absolute path; overwritten
 */
export const renderArguments = (
  plan: OutputPlan,
  inputs: RenderInputs,
  band: Band | null,
  outputPath: string,
): string[] => [
  "-y",
  ...graphArguments(plan, inputs, band),
  ...(plan.mode === "composited"
    ? audioArguments(plan, {
        source: 0,
        cutAudio: inputs.cutAudioPath === null ? null : inputNumbers(plan, inputs, band).cutAudio,
      })
    : []),
  ...dropOtherStreams,
  ...encoderArguments(plan, inputs),
  "-color_range",
  "tv",
  "-colorspace",
  plan.color.matrix,
  "-color_primaries",
  plan.color.primaries,
  "-color_trc",
  encoderTransferNames[plan.color.transfer] ?? plan.color.transfer,
  // The filter graph already has this constant rate, so `cfr` neither drops nor repeats frames; the encoder takes the
  // rate from `-r`. FFmpeg 8 and newer reject a rate together with `passthrough`.
  "-fps_mode",
  "cfr",
  "-r",
  rationalText(plan.fps),
  "-max_muxing_queue_size",
  "4096",
  ...containerArguments(plan),
  `file:${outputPath}`,
];
