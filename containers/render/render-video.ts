import { rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { isMediaFailure, startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { type CaptionTrack, createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import type { FacesAt } from "../../core/reframe/face.ts";
import { faceAreas } from "../../core/reframe/face-areas.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { renderArguments } from "../../core/render-plan/ffmpeg-arguments.ts";
import type { Band } from "../../core/render-plan/filter-graph.ts";
import { type FramePath, withFramePath } from "../../core/render-plan/frame-path.ts";
import { isLarge } from "../../core/render-plan/output-geometry.ts";
import { type OutputPlan, planOutput } from "../../core/render-plan/output-plan.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { seekSeconds, segmentPlan } from "../../core/render-plan/segments.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import { framesPerSecond } from "../../core/time/frame-rate.ts";
import type { AudioStream, MediaInfo } from "../../core/videos/media-info.ts";
import { feedBrolls, type LocalBroll } from "./broll-feed.ts";
import { captionBoundariesOf, type FramePositions, feedCaptions, framesFrom } from "./caption-feed.ts";
import { copiedFrameCount, findCopiedParts, renderWithCopies } from "./copied-parts.ts";
import { cutAudio } from "./cut-audio.ts";
import { withSeekFallback } from "./seek-fallback.ts";
import { skia } from "./skia-backend.ts";
import { writeTitle } from "./title-file.ts";
import { verifyOutput } from "./verify-output.ts";

/** The part of a job that affects the output, without object keys. */
export type RenderVideoJob = Omit<
  RenderJob,
  "taskId" | "sourceKey" | "outputKey" | "segments" | "brolls" | "dub" | "reframe" | "thumbnailKey"
> & {
  brolls?: readonly LocalBroll[];
  /** Absolute path and stream of the audio that replaces that of the source. */
  dub?: { path: string; audio: AudioStream } | undefined;
  /** The path of the crop; null or absent: it rests. */
  framePath?: FramePath | null;
  /** Faces of the source that captions keep off; null or absent: none. */
  avoidedFaces?: readonly FacesAt[] | null;
};

export interface RenderedVideo {
  durationSeconds: number;
  frames: number;
  width: number;
  height: number;
  sizeBytes: number;
  /** Frames that were copied from the source instead of encoded. */
  copiedFrames: number;
}

export interface RenderCallbacks {
  /** Receives the completed part, 0 to 1, never decreasing. */
  onProgress?: (done: number) => void;
  /** Receives the reason when frames could not be copied, and are encoded instead. */
  onCopyFailed?: (reason: unknown) => void;
  signal?: AbortSignal;
}

/** Returns the time limit: ten minutes, plus half a second per megapixel. */
export const timeoutSeconds = (plan: OutputPlan): number => {
  const megapixels = (plan.canvas.width * plan.canvas.height * plan.frameCount) / 1e6;
  return Math.ceil(600 + megapixels * 0.5);
};

/**
 * Caption frames of an output without captions. A transparent output consists of caption frames; in a filter graph
 * whose only input is the source, ffmpeg would copy the source's rotation to frames that are rotated already.
 */
const emptyBand: Band = { x: 0, y: 0, width: 2, height: 2 };

/** Returns the NamedError for a failed tool; any other error unchanged. */
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

/** Returns the properties of a rendered and verified file. */
export const renderedVideo = async (
  plan: OutputPlan,
  path: string,
  copiedFrames = 0,
): Promise<RenderedVideo> => ({
  durationSeconds: plan.frameCount / framesPerSecond(plan.fps),
  frames: plan.frameCount,
  ...plan.canvas,
  sizeBytes: (await stat(path)).size,
  copiedFrames,
});

/**
 * Renders a video to a file and verifies it; or one segment, without audio (core/render-plan/segments.ts).
 *
 * @param sourcePath absolute path of the source; not read for transparent and greenScreen outputs
 * @param outputPath absolute path, overwritten; incomplete when this throws
 * @throws NamedError AudioSourceRequiresTransparent, BrollUnavailable, MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const renderVideo = async (
  job: RenderVideoJob,
  sourcePath: string,
  outputPath: string,
  callbacks: RenderCallbacks = {},
  segment: FrameRange | null = null,
): Promise<RenderedVideo> => {
  const brolls = job.brolls ?? [];
  const whole = withFramePath(
    planOutput(job.media, job.exportSettings, job.cuts ?? null, brolls),
    job.framePath ?? null,
  );
  const plan = segment ? segmentPlan(whole, segment) : whole;
  const style = captionStyle(job.template, job.renderOptions, plan.canvas);
  // Pages are computed for the whole video in every segment, so that captions are the same in all segments.
  const areas = whole.mode === "composited" ? faceAreas(whole, job.avoidedFaces ?? []) : [];
  const frames = segment ?? undefined;
  const video = createCaptionTrack(skia, job.transcript, job.language, style, whole, frames, areas);
  const band = video.band ?? (plan.mode === "greenScreen" ? null : emptyBand);
  const input = { sourcePath, dub: job.dub, outputPath };
  // A title covers frames without captions.
  const mayCopy = segment === null && job.title === undefined;
  const copiedFrames = mayCopy ? await tryCopying(plan, job.media, { video, band, ...input }, callbacks) : 0;
  if (copiedFrames > 0) return renderedVideo(plan, outputPath, copiedFrames);
  const firstFrame = segment?.startFrame ?? 0;
  const captionBoundaries = captionBoundariesOf(video, firstFrame, plan.frameCount);
  const titlePath = `${outputPath}.title.mkv`;
  const title =
    job.title === undefined
      ? null
      : await writeTitle(
          { text: job.title, language: job.language },
          { style, captions: video },
          plan,
          titlePath,
        );
  const renderOnce = (withoutSeeking: boolean): Promise<void> =>
    withPreparedAudio(plan, input, callbacks, async (cutAudioPath) => {
      const inputs = {
        sourcePath,
        cutAudioPath,
        withoutSeeking,
        captionBoundaries,
        title,
        cores: availableParallelism(),
      };
      const args = renderArguments(plan, inputs, band, outputPath);
      await encode(plan, { args, video, band, brolls, positions: framesFrom(firstFrame) }, callbacks);
    });
  try {
    await withSeekFallback(plan.mode === "composited" && seekSeconds(plan) > 0, renderOnce);
  } finally {
    await rm(titlePath, { force: true });
  }
  return renderedVideo(plan, outputPath);
};

interface RenderInput {
  sourcePath: string;
  dub: RenderVideoJob["dub"];
  outputPath: string;
}

/**
 * Writes an output with its cut or dubbed audio, and verifies it.
 *
 * @throws NamedError
 */
const withPreparedAudio = async (
  plan: OutputPlan,
  input: RenderInput,
  callbacks: RenderCallbacks,
  write: (cutAudioPath: string | null) => Promise<void>,
): Promise<void> => {
  const audioPath = `${input.outputPath}.audio.m4a`;
  try {
    await write(await prepareAudio(plan, input, audioPath, callbacks));
  } catch (error) {
    throw renderFailure(error);
  } finally {
    await rm(audioPath, { force: true });
  }
  await verifyOutput(plan, input.outputPath, callbacks.signal);
};

/**
 * Renders a video with the source's own frame groups where no caption is. Returns the number of copied frames; 0
 * when nothing was written: there is nothing to copy, or copying failed.
 */
const tryCopying = async (
  plan: OutputPlan,
  media: MediaInfo,
  { video, band, ...input }: RenderInput & { video: CaptionTrack; band: Band | null },
  callbacks: RenderCallbacks,
): Promise<number> => {
  const touched = video.pages.map(({ timed }) => timed);
  const { signal } = callbacks;
  try {
    const copied = await findCopiedParts(plan, media, touched, input.sourcePath, signal);
    if (!copied) return 0;
    await withPreparedAudio(plan, input, callbacks, (cutAudioPath) => {
      const options = { ...input, cutAudioPath, timeoutSeconds: timeoutSeconds(plan), signal };
      return renderWithCopies(copied, options, async ({ plan: encoded, placeOf, parts, ...paths }) => {
        const inputs = { ...paths, cutAudioPath: null, cores: availableParallelism(), parts };
        const args = renderArguments(encoded, inputs, band, paths.outputPath);
        const positions = { firstFrame: 0, placeOf };
        await encode(encoded, { args, video, band, brolls: [], positions }, callbacks);
      });
    });
    return copiedFrameCount(copied);
  } catch (error) {
    // Encoding everything needs none of what copying does.
    if (signal?.aborted || (isNamedError(error) && error.name === "RenderTimedOut")) throw error;
    callbacks.onCopyFailed?.(error);
    return 0;
  }
};

/** Returns the path of the cut or dubbed audio; null when the source's own audio is used, or none. */
export const prepareAudio = async (
  plan: OutputPlan,
  { sourcePath, dub }: Pick<RenderInput, "sourcePath" | "dub">,
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
  /** Of the encoded frames in the video. */
  positions: FramePositions;
}

/** Runs the encoder, and writes caption frames and b-roll frames to it. */
const encode = async (
  plan: OutputPlan,
  { args, video, band, brolls, positions }: Encoding,
  callbacks: RenderCallbacks,
): Promise<void> => {
  const hasBrolls = plan.mode === "composited" && plan.brolls.length > 0;
  const limitSeconds = timeoutSeconds(plan);
  const ffmpeg = startFfmpeg({
    args,
    timeoutSeconds: limitSeconds,
    hugePages: !isLarge(plan.canvas),
    // Frames with alpha exceed the size of reused buffers, so that the system would clear each of them.
    keepLargeBuffers: isLarge(plan.canvas) || plan.mode === "transparent",
    signal: callbacks.signal,
    hasSideInput: hasBrolls,
    onProgress: ({ frames }) => callbacks.onProgress?.(Math.min(1, frames / plan.frameCount)),
  });
  ffmpeg.stdout.resume();
  const stop = new AbortController();
  const feeds: Promise<unknown>[] = [];
  try {
    if (band) feeds.push(feedCaptions(video, band, plan, ffmpeg.stdin, positions));
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
    // A decoder must not outlive the encoder that reads from it.
    stop.abort();
    await Promise.allSettled(feeds);
  }
};
