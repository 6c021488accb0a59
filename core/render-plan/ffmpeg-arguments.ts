import { untrustedInput } from "../media/ffmpeg-input.ts";
import { framesPerSecond, rationalText } from "../time/frame-rate.ts";
import { aacFromSource } from "./audio-arguments.ts";
import { brollInput } from "./broll-arguments.ts";
import { type Band, filterGraph, graphThreads } from "./filter-graph.ts";
import { isLarge } from "./output-geometry.ts";
import type { CompositedPlan, OutputPlan, Speed } from "./output-plan.ts";
import { entryArguments, entrySeconds, keyFrameInterval } from "./segments.ts";
import { decoderArguments, sourceInputOptions } from "./source-frame.ts";

/**
 * x264: each step costs about half of the one before (measured: fast 2.0 × veryfast, veryfast 2.8 × ultrafast). The
 * faster presets need a slightly lower crf to look alike.
 */
const x264: Readonly<Record<Speed, { preset: string; crf: number }>> = {
  standard: { preset: "fast", crf: 19 },
  fast: { preset: "veryfast", crf: 19 },
  ultraFast: { preset: "ultrafast", crf: 20 },
};

/**
 * libvpx in its realtime mode: the good mode is three times slower and looks the same on flat captions. At these
 * quantisers alpha that is 0 comes back as 0; at 16 it came back as up to 4.
 */
const vp9: Readonly<Record<Speed, { cpuUsed: number; crf: number }>> = {
  standard: { cpuUsed: 5, crf: 10 },
  fast: { cpuUsed: 7, crf: 8 },
  ultraFast: { cpuUsed: 8, crf: 8 },
};

/**
 * Whole frames in flight are what x264's memory is made of, 25 to 40 MB each at 3840 × 2160: so threads that share a
 * frame instead of taking one each, a look-ahead of two frames instead of ten (`veryfast`) or thirty (`fast`), two
 * B-frames in a row instead of three, none of them a reference. With so short a look-ahead x264 saves at what later
 * frames are built on; a lower crf gives that back. Measured in docs/performance.md. The number of threads is fixed, so that
 * every machine makes the same file. `ultrafast` looks no further than the frame at hand.
 */
const largeArguments = ({ canvas, speed }: OutputPlan): string[] => {
  if (!isLarge(canvas)) return [];
  const frames = speed === "ultraFast" ? "" : ":rc-lookahead=2:bframes=2:b-pyramid=none";
  return ["-threads", "4", "-x264-params", `sliced-threads=1${frames}`];
};

/** A green canvas costs next to nothing, and what ringing does to its green around letters is seen in the key. */
const greenCrf = 10;

const crfOf = ({ canvas, speed, mode }: OutputPlan): number => {
  if (mode === "greenScreen") return greenCrf;
  return x264[speed].crf - (isLarge(canvas) && speed !== "ultraFast" ? 1.5 : 0);
};

/** x264 as it is set for a plan, but for what keeps its memory small; benchmarks give it to a plain re-encode with the preset's own crf. */
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
  // 8 bits of alpha are what the captions have; 16 would double the cost and come back a step off. From version 7 on ffmpeg
  // writes alpha, and the version of the bitstream, as SMPTE RDD 36 has it: hardware decoders refuse what older ones wrote.
  "-alpha_bits",
  "8",
  // A fixed quantiser spares the search per slice: six times quicker, PSNR above 60 dB.
  "-qscale:v",
  "9",
  // Editors expect the vendor code of the reference encoder.
  "-vendor",
  "apl0",
];

/** One argument may be 128 KiB long on Linux; a moment takes up to eleven characters. */
const maxKeyFrameTimes = 10_000;

/**
 * Key frames where captions come and go. VP9 leaves up to 3/255 of what has been where nothing is any more: only a key
 * frame makes alpha exactly 0 again.
 */
const freshStarts = ({ fps }: OutputPlan, frames: readonly number[]): string[] => {
  // A quarter of a frame early: the frame that is meant, however times are rounded.
  const moments = frames
    .filter((frame) => frame > 0)
    .map((frame) => ((frame - 0.25) / framesPerSecond(fps)).toFixed(4));
  return moments.length === 0 ? [] : ["-force_key_frames", moments.slice(0, maxKeyFrameTimes).join(",")];
};

const vp9Arguments = (plan: OutputPlan, freshFrames: readonly number[]): string[] => [
  "-c:v",
  "libvpx-vp9",
  "-pix_fmt",
  "yuva420p",
  // The encoder has no transparency with alternate reference frames.
  "-auto-alt-ref",
  "0",
  "-deadline",
  "realtime",
  "-cpu-used",
  String(vp9[plan.speed].cpuUsed),
  // No look-ahead: it would hold 25 whole frames, twice, and realtime mode makes nothing of them.
  "-lag-in-frames",
  "0",
  // Threads take columns; taking rows as well costs a tenth more in waiting for each other and is no quicker.
  "-tile-columns",
  "2",
  "-b:v",
  "0",
  "-crf",
  String(vp9[plan.speed].crf),
  "-g",
  String(keyFrameInterval(plan)),
  ...freshStarts(plan, freshFrames),
  // Without this tag players ignore the alpha that lies beside the frame.
  "-metadata:s:v:0",
  "alpha_mode=1",
];

/** Packet for packet what is audio AAC already: the source's, or the cut audio; anything else becomes AAC. */
export const audioArguments = (
  { audio }: CompositedPlan,
  inputs: { source: number; cutAudio: number | null },
): string[] => {
  if (!audio) return [];
  if (inputs.cutAudio !== null) return ["-map", `${inputs.cutAudio}:a:0`, "-c:a", "copy"];
  const isCopied = audio.codec === "aac" && !audio.mustBeEncoded && !audio.mixedTracks;
  if (isCopied) return ["-map", `${inputs.source}:${audio.streamIndex}`, "-c:a", "copy"];
  return aacFromSource(audio, inputs.source);
};

/** A time base in which every frame has a whole number of ticks, fine enough for the audio's edit list. */
const timescale = ({ fps }: OutputPlan): string => String(fps.num < 10_000 ? fps.num * 1000 : fps.num);

export const containerArguments = (plan: OutputPlan): string[] => {
  // Matroska's own default is a default track; ffmpeg writes the opposite by default.
  if (plan.codec === "vp9") return ["-disposition:v:0", "default", "-f", "webm"];
  return [
    "-video_track_timescale",
    timescale(plan),
    // The default of 1000 rounds track lengths to milliseconds, which shows when parts are joined.
    "-movie_timescale",
    timescale(plan),
    // The index goes first, so that players start before they have everything.
    "-movflags",
    "+faststart",
    "-write_tmcd",
    "0",
    "-f",
    plan.codec === "h264" ? "mp4" : "mov",
  ];
};

const encoderArguments = (plan: OutputPlan, { freshFrames = [] }: RenderInputs): string[] => {
  if (plan.codec === "prores4444") return proresArguments();
  return plan.codec === "vp9"
    ? vp9Arguments(plan, freshFrames)
    : [...h264Arguments(plan, crfOf(plan)), ...largeArguments(plan)];
};

/** The caption frames on stdin. */
const captionInput = [
  "-protocol_whitelist",
  "file,pipe",
  // One frame tells all there is to know of the stream; waiting for more would only delay the start.
  "-probesize",
  "32",
  "-analyzeduration",
  "0",
  "-f",
  "matroska",
  "-i",
  "pipe:0",
];

/** The files that an output is made of; absolute paths. */
export interface RenderInputs {
  /** Not read for canvases. */
  sourcePath: string;
  /** The cut audio (audio-arguments.ts); null when nothing is cut or there is no audio. */
  cutAudioPath: string | null;
  /** Decodes everything before the first frame needed, for sources in which no other way leads there. */
  fromTheBeginning?: boolean;
  /** Frames of the output at which captions come or go, in order. */
  freshFrames?: readonly number[];
  /** Of the machine; two when absent. */
  cores?: number;
}

/** Which of ffmpeg's inputs each would be: the source, the caption frames, the cut audio, the b-rolls. */
const inputNumbers = (plan: OutputPlan, { cutAudioPath }: RenderInputs, band: Band | null) => {
  const captions = plan.mode === "composited" ? 1 : 0;
  const cutAudio = captions + (band ? 1 : 0);
  return { captions, cutAudio, brolls: cutAudio + (cutAudioPath === null ? 0 : 1) };
};

/** The inputs and the filter graph that ends in `[out]`. */
const graphArguments = (plan: OutputPlan, inputs: RenderInputs, band: Band | null): string[] => {
  const hasSource = plan.mode === "composited";
  return [
    ...(hasSource
      ? untrustedInput(inputs.sourcePath, [
          ...sourceInputOptions,
          ...decoderArguments(plan, inputs.cores ?? 2),
          ...entryArguments(inputs.fromTheBeginning ? 0 : entrySeconds(plan), plan.unusedStartSeconds),
        ])
      : []),
    ...(band ? captionInput : []),
    ...(inputs.cutAudioPath === null ? [] : ["-i", `file:${inputs.cutAudioPath}`]),
    ...(hasSource && plan.brolls.length > 0 ? brollInput(plan) : []),
    ...graphThreads(plan),
    "-filter_complex",
    filterGraph(plan, band, inputNumbers(plan, inputs, band)),
    "-map",
    "[out]",
  ];
};

export const dropOtherStreams = [
  // Embedded subtitles would cover the captions; data tracks, chapters and time codes belong to the source's cut.
  "-sn",
  "-dn",
  "-map_chapters",
  "-1",
  // The source's tags may contain its author and location.
  "-map_metadata",
  "-1",
];

/** Decoding and compositing alone, to nowhere: what captions cost before the encoder. */
export const compositeArguments = (plan: OutputPlan, sourcePath: string, band: Band | null): string[] => [
  ...graphArguments(plan, { sourcePath, cutAudioPath: null }, band),
  ...["-fps_mode", "passthrough", "-f", "null", "-"],
];

/** Encoders know these two transfers by their exponents, while filters and probes call them after the norm. */
const encodersName: Readonly<Record<string, string>> = { bt470m: "gamma22", bt470bg: "gamma28" };

/**
 * ffmpeg's arguments for one output: the source (composited only), the caption frames on stdin, the cut audio, the
 * filter graph, the encoder and the file.
 *
 * @param band where the caption frames lie; null: nothing comes on stdin
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
  encodersName[plan.color.transfer] ?? plan.color.transfer,
  // The graph has put every frame on the grid of this rate, where this mode neither drops nor repeats any; the encoder
  // takes the rate from it. FFmpeg 8 and newer refuse a rate with `passthrough`.
  "-fps_mode",
  "cfr",
  "-r",
  rationalText(plan.fps),
  "-max_muxing_queue_size",
  "4096",
  ...containerArguments(plan),
  `file:${outputPath}`,
];
