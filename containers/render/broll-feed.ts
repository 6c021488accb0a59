import { once } from "node:events";
import type { Writable } from "node:stream";
import { MediaToolFailed, runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { NamedError } from "../../core/errors.ts";
import { brollFrameArguments, hasFrame } from "../../core/render-plan/broll-arguments.ts";
import type { BrollPart } from "../../core/render-plan/broll-parts.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";

/** A downloaded clip, and the range in seconds in which the video shows it. */
export interface LocalBroll {
  startSeconds: number;
  endSeconds: number;
  media: MediaInfo;
  /** Absolute path. */
  path: string;
}

interface FeedOptions {
  /** Time limit of a decoder: that of the video, because a decoder waits for the video's encoder most of the time. */
  timeoutSeconds: number;
  signal: AbortSignal;
}

const unavailable = (index: number, cause?: unknown): NamedError =>
  new NamedError(
    "BrollUnavailable",
    `The clip of b-roll ${index} (counted from 0) cannot be decoded. Give another one and create the task again.`,
    { cause },
  );

/** The video's ffmpeg process has ended, and reports the reason itself. */
const isBrokenPipe = (error: unknown): boolean =>
  error instanceof MediaToolFailed && /Broken pipe|Connection reset/.test(error.stderrTail);

/** Returns false when the reader has closed the pipe. */
const feedPart = async (
  plan: CompositedPlan,
  part: BrollPart,
  broll: LocalBroll | undefined,
  into: Writable,
  { timeoutSeconds, signal }: FeedOptions,
): Promise<boolean> => {
  if (!broll || !hasFrame(broll.media)) throw unavailable(part.index);
  let frames = 0;
  try {
    await runFfmpeg(
      {
        args: brollFrameArguments(plan, part, broll.media, broll.path),
        timeoutSeconds,
        signal,
        onProgress: (progress) => {
          frames = progress.frames;
        },
      },
      into,
    );
  } catch (error) {
    if (isBrokenPipe(error)) return false;
    const isOfClip =
      error instanceof MediaToolFailed && (error.reason === "exit" || error.reason === "signal");
    throw isOfClip ? unavailable(part.index, error) : error;
  }
  // A missing frame would shift all later frames.
  if (frames !== part.frameCount) throw unavailable(part.index, `${frames} of ${part.frameCount} frames`);
  return true;
};

/**
 * Writes the frames of all b-rolls in sequence to the side input of the video's ffmpeg process and ends it. Only one
 * decoder runs at a time, and it is limited by the pipe's buffer, so that memory use depends neither on the number nor
 * on the duration of the clips.
 *
 * @param brolls by the `index` of the plan's parts
 * @throws NamedError BrollUnavailable
 */
export const feedBrolls = async (
  plan: CompositedPlan,
  brolls: readonly LocalBroll[],
  into: Writable,
  options: FeedOptions,
): Promise<void> => {
  for (const part of plan.brolls) {
    if (into.destroyed) return;
    if (!(await feedPart(plan, part, brolls[part.index], into, options))) return;
  }
  into.end();
  await Promise.race([once(into, "finish"), once(into, "close")]).catch(() => undefined);
};
