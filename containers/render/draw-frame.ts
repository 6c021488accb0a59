import { join } from "node:path";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { type FrameRequest, stillExtension } from "../../core/render-plan/frame-request.ts";
import { type CompositedPlan, planOutput } from "../../core/render-plan/output-plan.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { seekSeconds, segmentPlan } from "../../core/render-plan/segments.ts";
import { frameImageArguments } from "../../core/render-plan/still-arguments.ts";
import { framesPerSecond } from "../../core/time/frame-rate.ts";
import type { TimeSpan } from "../../core/time/time-span.ts";
import type { Transcript } from "../../core/transcript/word-entry.ts";
import { downloadBrolls, type RenderTaskDeps } from "./render-task.ts";
import { renderFailure, renderVideo } from "./render-video.ts";
import { surveyFaces } from "./survey-task.ts";
import { addFontsOfJob } from "./uploaded-fonts.ts";

export interface DrawFrameDeps extends Pick<RenderTaskDeps, "download" | "downloadFont" | "upload"> {
  readTranscript: (taskId: string, revision: number) => Promise<Transcript>;
  /** Writes at least what decoding a span of a source reads. Throws NamedError VideoUnavailable, MediaTooLarge. */
  downloadSpan: (key: string, path: string, span: TimeSpan, signal: AbortSignal) => Promise<void>;
}

/** One small image of the last step; the limit of the function ends the others. */
const imageTimeoutSeconds = 20;

/**
 * Draws one frame of an output by rendering it as a segment of one frame, and writes it as an image.
 *
 * @throws NamedError AudioSourceRequiresTransparent, BrollUnavailable, FontNotFound, MediaTooLarge, MediaUnreadable, RenderFailed,
 *   RenderTimedOut, VideoUnavailable
 */
export const drawFrame = (request: FrameRequest, deps: DrawFrameDeps, signal: AbortSignal): Promise<void> =>
  withScratchFolder("frame", async (folder) => {
    const job = await renderJobOf(request, deps);
    const { frame, imageKey } = request;
    const range = { startFrame: frame, endFrame: frame + 1 };
    const plan = segmentPlan(planOutput(job.media, job.exportSettings, job.cuts ?? null), range);
    const sourcePath = join(folder, "source");
    if (plan.mode === "composited")
      await deps.downloadSpan(job.sourceKey, sourcePath, decodedSpan(plan), signal);
    const brolls = await downloadBrolls(job, range, folder, deps, signal);
    await addFontsOfJob(job, folder, (key, path) => deps.downloadFont(key, path, signal));
    // Of the faces in this frame alone; a survey of the whole video takes as long as a render.
    const faces =
      plan.mode === "composited"
        ? await surveyFaces(plan, job, sourcePath, { signal, withoutSeeking: false })
        : null;
    const avoidedFaces = faces?.avoidedFaces?.map((sample) => ({ ...sample, frame })) ?? null;
    const framePath = faces?.framePath ?? null;
    const videoPath = join(folder, "frame");
    await renderVideo({ ...job, brolls, framePath, avoidedFaces }, sourcePath, videoPath, { signal }, range);
    const extension = stillExtension(job.exportSettings);
    const imagePath = join(folder, `image.${extension}`);
    const args = frameImageArguments(plan.canvas, extension, videoPath, imagePath);
    await runFfmpeg({ args, timeoutSeconds: imageTimeoutSeconds, signal }).catch((error: unknown) => {
      throw renderFailure(error);
    });
    await deps.upload(imageKey, imagePath, extension === "png" ? "image/png" : "image/jpeg", signal);
  });

const renderJobOf = async (
  { job, transcriptRevision }: FrameRequest,
  { readTranscript }: DrawFrameDeps,
): Promise<Omit<RenderJob, "dub">> => {
  const { dub: _, ...silent } = job;
  return {
    ...silent,
    transcript: [...(await readTranscript(job.taskId, transcriptRevision))],
    // Only the encoder of ProRes writes alpha that every decoder reads; the image has the same pixels.
    exportSettings: { ...job.exportSettings, outputCodec: undefined },
    segments: [],
  };
};

/** Demuxers and decoders read ahead of the frame that they return. */
const readAheadSeconds = 2;

/** Returns the span of the source that decoding the first frame of a plan reads. */
const decodedSpan = (plan: CompositedPlan): TimeSpan => {
  const { kept, fps, video, unusedStartSeconds } = plan;
  const shown = (kept?.[0]?.startFrame ?? 0) / framesPerSecond(fps);
  const shifts = Math.abs(video.startSeconds) + Math.abs(video.shiftSeconds ?? 0) + unusedStartSeconds;
  return {
    startSeconds: seekSeconds(plan) - readAheadSeconds,
    endSeconds: shown + shifts + video.longestFrameSeconds + readAheadSeconds,
  };
};
