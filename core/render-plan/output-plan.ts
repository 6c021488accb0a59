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
  /** Frames of the output: what is left when something is cut out. */
  frameCount: number;
  speed: Speed;
  /** The color in which the frame leaves, and to whose matrix captions are converted. */
  color: OutputColor;
}

/** Captions burned onto the source's frame, with its audio. */
export interface CompositedPlan extends PlanBase {
  mode: "composited";
  codec: "h264";
  /** Displayed size of the source: upright, square pixels. */
  source: Size;
  video: VideoStream;
  placement: FramePlacement;
  colorPlan: ColorPlan;
  audio: AudioStream | null;
  /** Seconds by which streams of the file that are not used begin earlier than the video. */
  unusedStartSeconds: number;
  /** What is left of the source, in frames of `fps`; null: all of it. */
  kept: readonly FrameRange[] | null;
  /** Frames that show something else than the source's frame, in their order. */
  brolls: readonly BrollPart[];
}

/** Captions alone on a canvas: no frame and no audio of the source. */
export interface CanvasPlan extends PlanBase {
  mode: "greenScreen" | "transparent";
  codec: "h264" | "prores4444" | "vp9";
}

export type OutputPlan = CompositedPlan | CanvasPlan;

/** Audio that outlasts the frame by no more than this is the codec's padding, not content. */
const audioTailSeconds = 0.5;

/**
 * Where the frame ends on the file's time line, whose zero is the earliest start of the two streams (ffmpeg's own
 * zero). A audio that goes on for longer keeps the last frame on screen.
 */
const frameSeconds = (video: VideoStream, audio: AudioStream | null, media: MediaInfo): number => {
  const zero = Math.min(video.startSeconds, audio?.startSeconds ?? video.startSeconds);
  const length = video.durationSeconds > 0 ? video.durationSeconds : media.durationSeconds;
  const videoEnd = video.startSeconds - zero + length;
  const audioEnd = audio ? audio.startSeconds - zero + audio.durationSeconds : 0;
  return audioEnd - videoEnd > audioTailSeconds ? audioEnd : videoEnd;
};

/** The exact rate of an output. */
export const outputFrameRate = (settings: ExportSettings): Rational => exactFrameRate(settings.fps ?? 30);

/** Frames before and after cutting. Throws Error when the cuts were made for another frame rate. */
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
 * Decides all that the settings, the source and its cuts decide about an output, before anything is drawn or run.
 *
 * @param brolls what takes the place of the source's frame, in order of time; only composited outputs show any
 * @throws NamedError AudioSourceRequiresTransparent: a frame or a green canvas was asked of a source without frame
 */
export const planOutput = (
  media: MediaInfo,
  settings: ExportSettings,
  cuts: CutList | null = null,
  brolls: readonly TimeSpan[] = [],
): OutputPlan => {
  const mode = outputModeOf(settings);
  const fps = outputFrameRate(settings);
  const speed = settings.speed ?? "standard";
  const { video, audio, width, height } = media;
  // An overlay has the frames of the video that it is laid over.
  const seconds = video ? frameSeconds(video, audio, media) : media.durationSeconds;
  const frames = cutFrames(frameCountOf(seconds, fps), fps, cuts);
  if (mode === "transparent")
    return {
      mode,
      codec: settings.outputCodec ?? "prores4444",
      canvas: transparentCanvas(settings),
      fps,
      frameCount: frames.frameCount,
      speed,
      color: bt709,
    };
  if (!video || width === null || height === null)
    throw new NamedError(
      "AudioSourceRequiresTransparent",
      "The source has no video stream: set exportSettings.outputMode to transparent with a width and a height",
    );
  const source = { width, height };
  const { canvas, placement } = outputGeometry(settings, source);
  if (mode === "greenScreen")
    return { mode, codec: "h264", canvas, fps, frameCount: frames.frameCount, speed, color: bt709 };
  const colors = colorPlan(video);
  return {
    mode,
    codec: "h264",
    canvas,
    fps,
    ...frames,
    speed,
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
