import { type CutList, keptFrames, keptWithin } from "../cuts/cut-list.ts";
import { NamedError } from "../errors.ts";
import { outputModeOf } from "../settings/output-mode.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { exactFrameRate, frameCountOf, rationalText } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import type { TimeSpan } from "../time/time-span.ts";
import {
  type AudioStream,
  type MediaInfo,
  unusedStartSeconds,
  type VideoStream,
} from "../videos/media-info.ts";
import { type BrollPart, brollParts } from "./broll-parts.ts";
import { bt709, type ColorPlan, colorPlan, type OutputColor } from "./color.ts";
import { type FramePlacement, outputGeometry, type Size, transparentCanvas } from "./output-geometry.ts";

export type Speed = NonNullable<ExportSettings["speed"]>;

interface PlanBase {
  canvas: Size;
  fps: Rational;
  /** Number of frames of the output, after cuts. */
  frameCount: number;
  speed: Speed;
  /** Colors of the output. Captions are converted to its matrix. */
  color: OutputColor;
}

/** Captions burned into the source's video, with its audio. */
export interface CompositedPlan extends PlanBase {
  mode: "composited";
  codec: "h264";
  /** Displayed size of the source, after rotation, in square pixels. */
  source: Size;
  video: VideoStream;
  placement: FramePlacement;
  colorPlan: ColorPlan;
  audio: AudioStream | null;
  /** Seconds by which unused streams of the file start before the video. */
  unusedStartSeconds: number;
  /** The kept ranges of the source, in frames of `fps`; null: nothing is cut. */
  kept: readonly FrameRange[] | null;
  /** Parts that show b-rolls instead of the source, in order. */
  brolls: readonly BrollPart[];
}

/** Captions on an empty canvas, without video and audio of the source. */
export interface CanvasPlan extends PlanBase {
  mode: "greenScreen" | "transparent";
  codec: "h264" | "prores4444" | "vp9";
}

export type OutputPlan = CompositedPlan | CanvasPlan;

/** Audio that is longer than the video by at most this much is padding of the codec. */
const audioTailSeconds = 0.5;

/**
 * Returns the duration of the output in seconds. Second 0 is the earliest start of the two streams, as in ffmpeg. If
 * the audio is longer than the video, the last frame is shown until the audio ends.
 */
const outputSeconds = (video: VideoStream, audio: AudioStream | null, media: MediaInfo): number => {
  const zero = Math.min(video.startSeconds, audio?.startSeconds ?? video.startSeconds);
  const length = video.durationSeconds > 0 ? video.durationSeconds : media.durationSeconds;
  const videoEnd = video.startSeconds - zero + length;
  const audioEnd = audio ? audio.startSeconds - zero + audio.durationSeconds : 0;
  return audioEnd - videoEnd > audioTailSeconds ? audioEnd : videoEnd;
};

/** Returns the exact frame rate of an output. */
export const outputFrameRate = (settings: ExportSettings): Rational => exactFrameRate(settings.fps ?? 30);

/** Returns the frames that remain after cuts. Throws Error when the cuts have another frame rate. */
const cutFrames = (
  frames: number,
  fps: Rational,
  cuts: CutList | null,
): { frameCount: number; kept: FrameRange[] | null } => {
  if (cuts === null) return { frameCount: frames, kept: null };
  if (cuts.fps.num !== fps.num || cuts.fps.den !== fps.den)
    throw new Error(`cuts at ${rationalText(cuts.fps)} frames per second, output at ${rationalText(fps)}`);
  const kept = keptWithin(cuts.kept, frames);
  if (kept.length === 0) throw new Error("nothing is left of the source");
  return { frameCount: keptFrames(kept), kept };
};

/**
 * Returns the plan of an output, which follows from the settings, the media and the cuts.
 *
 * @param brolls in order of time; only composited outputs show them
 * @throws NamedError AudioSourceRequiresTransparent for a composited or greenScreen output of a source without video
 */
export const planOutput = (
  media: MediaInfo,
  settings: ExportSettings,
  cuts: CutList | null = null,
  brolls: readonly TimeSpan[] = [],
): OutputPlan => {
  const mode = outputModeOf(settings);
  const fps = outputFrameRate(settings);
  const { video, audio, width, height } = media;
  // Also for transparent outputs: an overlay has the duration of its source.
  const seconds = video ? outputSeconds(video, audio, media) : media.durationSeconds;
  const frames = cutFrames(frameCountOf(seconds, fps), fps, cuts);
  const base = { fps, frameCount: frames.frameCount, speed: settings.speed ?? "standard" };
  if (mode === "transparent") {
    const codec = settings.outputCodec ?? "prores4444";
    return { ...base, mode, codec, canvas: transparentCanvas(settings), color: bt709 };
  }
  if (!video || width === null || height === null)
    throw new NamedError(
      "AudioSourceRequiresTransparent",
      "The source has no video stream: set exportSettings.outputMode to transparent with a width and a height",
    );
  const source = { width, height };
  const { canvas, placement } = outputGeometry(settings, source);
  if (mode === "greenScreen") return { ...base, mode, codec: "h264", canvas, color: bt709 };
  const colors = colorPlan(video);
  return {
    ...base,
    mode,
    codec: "h264",
    canvas,
    kept: frames.kept,
    color: colors.output,
    source,
    video,
    placement,
    colorPlan: colors,
    audio,
    unusedStartSeconds: unusedStartSeconds(media),
    brolls: brollParts(brolls, fps, frames.frameCount),
  };
};
