import { untrustedInput } from "../media/ffmpeg-input.ts";
import { rationalText } from "../time/frame-rate.ts";
import { aacFromSource } from "./audio-arguments.ts";
import { brollInput } from "./broll-arguments.ts";
import { dropOtherStreams } from "./dropped-streams.ts";
import { type EncoderFrames, encoderArguments } from "./encoder-arguments.ts";
import { type Band, filterGraph, graphThreads, type StillOverlay } from "./filter-graph.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";
import { sourceSeekArguments } from "./segments.ts";
import { decoderArguments, sourceInputOptions } from "./source-frame.ts";

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
export interface RenderInputs extends EncoderFrames {
  /** Not read for outputs without the source's video. */
  sourcePath: string;
  /** The cut audio (audio-arguments.ts); null when nothing is cut or there is no audio. */
  cutAudioPath: string | null;
  /** Decodes the source from its start instead of seeking, for sources in which seeking fails. */
  withoutSeeking?: boolean;
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

/** Returns ffmpeg's arguments that decode and composite without encoding, for benchmarks. */
export const compositeArguments = (plan: OutputPlan, sourcePath: string, band: Band | null): string[] => [
  ...graphArguments(plan, { sourcePath, cutAudioPath: null }, band),
  ...["-fps_mode", "passthrough", "-f", "null", "-"],
];

/** Names that encoders use for two transfers; filters and probes name these after their standard. */
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
