import type { RequestBuckets } from "../../accounts/request-limit.ts";
import { NamedError } from "../../errors.ts";
import { type FrameDrawer, stillExtension } from "../../render-plan/frame-request.ts";
import { planOutput } from "../../render-plan/output-plan.ts";
import { frameImageKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { getOwnedTask, type OwnedTaskDeps, type TaskPath } from "../../tasks/owned-task.ts";
import { framesPerSecond } from "../../time/frame-rate.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { type ComposeRenderJobDeps, composeRenderJob } from "./compose-render-job.ts";

export interface TaskFrameDeps extends OwnedTaskDeps, ComposeRenderJobDeps {
  bucket: Pick<MediaBucket, "getJson" | "head" | "readStart">;
  frames: FrameDrawer;
  /** Of frames that have to be drawn, apart from the limit of requests. */
  frameBuckets: RequestBuckets;
}

export interface TaskFrame {
  bytes: Uint8Array;
  contentType: "image/jpeg" | "image/png";
}

/** Drawing a frame takes one to three seconds of a core; a read of one that was drawn before is an ordinary request. */
const drawnFrames = { requestsPerSecond: 2, burst: 30 };

/** Half a second, the mean wait for a token, in whole seconds. */
const retryAfterSeconds = 1;

/**
 * Returns one frame of a task's output with its captions, also before the output exists. A frame is drawn once for each
 * version of the words.
 *
 * @param atSeconds on the time line of the output, after cuts
 * @throws NamedError NotFound, TranscriptNotReady, VideoUnavailable, ValidationFailed, TooManyRequests, and what names why
 *   the frame cannot be drawn
 */
export const getTaskFrame = async (
  { atSeconds, ...path }: TaskPath & { atSeconds: number },
  deps: TaskFrameDeps,
): Promise<TaskFrame> => {
  const { task } = await getOwnedTask(path, deps);
  if (task.transcriptRevision === 0)
    throw new NamedError(
      "TranscriptNotReady",
      `The task has no transcript yet, so its captions cannot be drawn. Its status is ${task.status}.`,
    );
  const media = await mediaOfTask(task, deps.videos);
  const { exportSettings } = task.request;
  const cuts = task.autoCut?.isCut ? await deps.transcripts.readCuts(task.id) : null;
  const frame = frameAt(atSeconds, planOutput(media, exportSettings, cuts));
  const extension = stillExtension(exportSettings);
  // The b-rolls of the first transcript may arrive after it.
  const version = `${task.transcriptRevision}${task.hasBrollPlan ? "b" : ""}`;
  const imageKey = frameImageKey(task.id, version, frame, extension);
  const contentType = extension === "png" ? "image/png" : "image/jpeg";
  let sizeBytes = await deps.bucket.head(imageKey);
  if (sizeBytes === null) {
    await limitDrawing(task.accountId, deps.frameBuckets);
    const { transcript: _, segments: __, ...job } = await composeRenderJob(task, media, deps);
    await deps.frames.draw({ job, transcriptRevision: task.transcriptRevision, frame, imageKey });
    sizeBytes = (await deps.bucket.head(imageKey)) ?? 0;
  }
  return { bytes: await deps.bucket.readStart(imageKey, sizeBytes), contentType };
};

const frameAt = (
  atSeconds: number,
  { fps, frameCount }: Pick<ReturnType<typeof planOutput>, "fps" | "frameCount">,
): number => {
  // A time such as 0.1 s may lie just before the frame that begins then.
  const frame = Math.floor(atSeconds * framesPerSecond(fps) + 1e-3);
  if (frame < frameCount) return frame;
  const end = Math.floor((1000 * frameCount) / framesPerSecond(fps)) / 1000;
  throw new NamedError("ValidationFailed", [
    `at (${atSeconds}) must be less than the duration of the output (${end}).`,
  ]);
};

const limitDrawing = async (accountId: string, buckets: RequestBuckets): Promise<void> => {
  const { taken } = await buckets.take(accountId, 1, drawnFrames);
  if (taken > 0) return;
  throw new NamedError(
    "TooManyRequests",
    `The account is limited to ${drawnFrames.requestsPerSecond} new frames per second, with bursts of ${drawnFrames.burst}. Retry after ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};
