import { rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { isMediaFailure, startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { type CaptionTrack, createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { renderArguments } from "../../core/render-plan/ffmpeg-arguments.ts";
import type { Band } from "../../core/render-plan/filter-graph.ts";
import { type FramePath, withFramePath } from "../../core/render-plan/frame-path.ts";
import { isLarge } from "../../core/render-plan/output-geometry.ts";
import { type OutputPlan, planOutput } from "../../core/render-plan/output-plan.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { entrySeconds, segmentPlan } from "../../core/render-plan/segments.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import { framesPerSecond } from "../../core/time/frame-rate.ts";
import type { AudioStream } from "../../core/videos/media-info.ts";
import { feedBrolls, type LocalBroll } from "./broll-feed.ts";
import { captionChangeFrames, feedCaptions } from "./caption-feed.ts";
import { cutAudio } from "./cut-audio.ts";
import { skia } from "./skia-place.ts";
import { verifyOutput } from "./verify-output.ts";

/** The part of a job that decides the frame; keys of the bucket are the caller's business. */
export type RenderVideoJob = Omit<
  RenderJob,
  "taskId" | "sourceKey" | "outputKey" | "segments" | "brolls" | "dub" | "reframe" | "thumbnailKey"
> & {
  brolls?: readonly LocalBroll[];
  /** Absolute path of the audio that replaces that of the source, and its stream. */
  dub?: { path: string; audio: AudioStream } | undefined;
  /** The way of the crop; null or absent: it rests. */
  framePath?: FramePath | null;
};

export interface RenderedVideo {
  durationSeconds: number;
  frames: number;
  width: number;
  height: number;
  sizeBytes: number;
}

export interface RenderCallbacks {
  /** Part that is done, 0 to 1, never falling. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

/** Wall-clock limit: ten minutes and two minutes for every second of a large frame, less for smaller ones. */
export const timeoutSeconds = (plan: OutputPlan): number => {
  const megapixels = (plan.canvas.width * plan.canvas.height * plan.frameCount) / 1e6;
  return Math.ceil(600 + megapixels * 0.5);
};

/**
 * An output needs caption frames even when nothing is said: an overlay consists of them, and of a graph whose only input
 * is the source ffmpeg copies the source's rotation tag to frames that are upright by then. This one shows nothing.
 */
const emptyBand: Band = { x: 0, y: 0, width: 2, height: 2 };

/** Returns the error of a failed tool that a client sees. */
export const renderFailure = (error: unknown): unknown => {
  if (!isMediaFailure(error)) return error;
  if (error.reason === "timeout")
    return new NamedError("RenderTimedOut", "Rendering took longer than its limit: try a faster speed", {
      cause: error,
    });
  const isUnreadable =
    /Invalid data found when processing input|moov atom not found|not on whitelist|Error while decoding/.test(
      error.stderrTail,
    );
  return isUnreadable
    ? new NamedError("MediaUnreadable", "The source cannot be decoded", { cause: error })
    : new NamedError("RenderFailed", "The encoder failed", { cause: error });
};

/** A file of frames that are `plan`'s, checked. */
export const renderedVideo = async (plan: OutputPlan, path: string): Promise<RenderedVideo> => ({
  durationSeconds: plan.frameCount / framesPerSecond(plan.fps),
  frames: plan.frameCount,
  ...plan.canvas,
  sizeBytes: (await stat(path)).size,
});

/**
 * Renders one video to a file and checks it; or one segment of it, without audio (core/render-plan/segments.ts).
 *
 * @param sourcePath absolute path of the source; transparent and green canvases do not read it
 * @param outputPath absolute path, overwritten; incomplete when this throws
 * @throws NamedError AudioSourceRequiresTransparent, BrollUnavailable, MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const renderVideo = async (
  job: RenderVideoJob,
  sourcePath: string,
  outputPath: string,
  watch: RenderCallbacks = {},
  segment: FrameRange | null = null,
): Promise<RenderedVideo> => {
  const brolls = job.brolls ?? [];
  const whole = withFramePath(
    planOutput(job.media, job.exportSettings, job.cuts ?? null, brolls),
    job.framePath ?? null,
  );
  const plan = segment ? segmentPlan(whole, segment) : whole;
  const style = captionStyle(job.template, job.renderOptions, plan.canvas);
  // Paged over the whole video in every segment: the same captions at the same places.
  const video = createCaptionTrack(skia, job.transcript, job.language, style, whole, segment ?? undefined);
  const band = video.band ?? (plan.mode === "greenScreen" ? null : emptyBand);
  const firstFrame = segment?.startFrame ?? 0;
  const freshFrames = captionChangeFrames(video, firstFrame, plan.frameCount);
  const audioPath = `${outputPath}.audio.m4a`;
  const produce = async (fromTheBeginning: boolean): Promise<void> => {
    try {
      const cutAudioPath = await prepareAudio(plan, { sourcePath, dub: job.dub }, audioPath, watch);
      const inputs = {
        sourcePath,
        cutAudioPath,
        fromTheBeginning,
        freshFrames,
        cores: availableParallelism(),
      };
      const args = renderArguments(plan, inputs, band, outputPath);
      await encode(plan, { args, video, band, brolls, firstFrame }, watch);
    } catch (error) {
      throw renderFailure(error);
    } finally {
      await rm(audioPath, { force: true });
    }
    await verifyOutput(plan, outputPath, watch.signal);
  };
  try {
    await produce(false);
  } catch (error) {
    const isEntered = plan.mode === "composited" && entrySeconds(plan) > 0;
    // Damaged where it was entered: from the beginning there is a frame to hold.
    if (!isEntered || !isNamedError(error) || error.name !== "MediaUnreadable") throw error;
    await produce(true);
  }
  return renderedVideo(plan, outputPath);
};

/** The path of the cut or dubbed audio; null when the source's own audio is used, or none. */
export const prepareAudio = async (
  plan: OutputPlan,
  { sourcePath, dub }: { sourcePath: string; dub: RenderVideoJob["dub"] },
  audioPath: string,
  { signal }: RenderCallbacks,
): Promise<string | null> => {
  if (plan.mode !== "composited" || plan.audio === null) return null;
  const replaced = dub ? { ...plan, audio: dub.audio, unusedStartSeconds: 0 } : plan;
  const isWritten = await cutAudio(replaced, dub?.path ?? sourcePath, audioPath, {
    timeoutSeconds: timeoutSeconds(plan),
    signal,
  });
  return isWritten ? audioPath : (dub?.path ?? null);
};

interface Encoding {
  args: readonly string[];
  video: CaptionTrack;
  band: Band | null;
  brolls: readonly LocalBroll[];
  /** Frame of the video with which the output begins. */
  firstFrame: number;
}

/** Runs the encoder, draws for it and decodes b-rolls for it. */
const encode = async (
  plan: OutputPlan,
  { args, video, band, brolls, firstFrame }: Encoding,
  watch: RenderCallbacks,
): Promise<void> => {
  const hasBrolls = plan.mode === "composited" && plan.brolls.length > 0;
  const limitSeconds = timeoutSeconds(plan);
  const ffmpeg = startFfmpeg({
    args,
    timeoutSeconds: limitSeconds,
    hugePages: !isLarge(plan.canvas),
    // Frames with alpha are larger than the buffers that are kept otherwise: each would be cleared by the system first.
    keepLargeBuffers: isLarge(plan.canvas) || plan.mode === "transparent",
    signal: watch.signal,
    hasSideInput: hasBrolls,
    onProgress: ({ frames }) => watch.onProgress?.(Math.min(1, frames / plan.frameCount)),
  });
  ffmpeg.stdout.resume();
  const stop = new AbortController();
  const feeds: Promise<unknown>[] = [];
  try {
    if (band) feeds.push(feedCaptions(video, band, plan, ffmpeg.stdin, firstFrame));
    else ffmpeg.stdin.end();
    if (hasBrolls && ffmpeg.sideInput)
      feeds.push(
        feedBrolls(plan, brolls, ffmpeg.sideInput, { timeoutSeconds: limitSeconds, signal: stop.signal }),
      );
    await Promise.all([...feeds, ffmpeg.done]);
  } catch (error) {
    ffmpeg.kill();
    throw error;
  } finally {
    // A decoder must not outlive the video that it works for.
    stop.abort();
    await Promise.allSettled(feeds);
  }
};
