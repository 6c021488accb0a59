import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { formatUsd } from "../billing/money.ts";
import { costToHold, taskCostMicroUsd } from "../billing/price.ts";
import { requestedBrollsKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { withoutOverlaps } from "../time/without-overlaps.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import { getOwnedVideo } from "../videos/owned-video.ts";
import type { Ttl } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { type CheckRequestDeps, checkCaptioningRequest } from "./checked-request.ts";
import { knownMedia, mediaToPrice, newTask, type SubmitTaskDeps, submitTask } from "./new-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";
import { withKnownConfidence } from "./transcript-access.ts";

export interface CreateTaskInput {
  accountId: string;
  videoId: string;
  ttl: Ttl | undefined;
  body: CreateTaskBody;
}

export interface CreateTaskDeps extends CheckRequestDeps, SubmitTaskDeps {
  videos: Pick<VideoStore, "get" | "extendExpiry">;
  tasks: CaptioningTaskStore;
  transcripts: Pick<TranscriptStore, "writeSupplied" | "writeReference">;
  bucket: Pick<MediaBucket, "putJson">;
}

/**
 * Creates a task in `pending` and submits it for admission. The cost is held with the same write if the media's duration is
 * known, else when it becomes known. Idempotent for one `taskId`.
 *
 * Throws NamedError: NotFound, ValidationFailed, FeatureUnavailable, DubUnavailable, DubConsentRequired,
 * TranscriptNotReady, InsufficientCredits.
 */
export const createCaptioningTask = async (
  input: CreateTaskInput & { taskId: string },
  deps: CreateTaskDeps,
): Promise<{ taskId: string }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const owner = { accountId: input.accountId, media: knownMedia(video) };
  const { request, transcript } = await checkCaptioningRequest(owner, input.body, deps);
  const { taskId } = input;
  const task: CaptioningTask & { status: "pending" } = {
    ...newTask(input, video, deps.now()),
    kind: "captioning",
    request,
    transcriptApproved: request.autoApprove,
    transcriptRevision: 0,
    detectedLanguage: request.source.kind === "supplied" ? request.language : null,
    ...costToHold(knownMedia(video), request),
  };
  if (transcript !== null) await deps.transcripts.writeSupplied(taskId, withKnownConfidence(transcript, []));
  if (request.referenceCues !== undefined)
    await deps.transcripts.writeReference(taskId, input.body.referenceTranscript ?? []);
  const brolls = withoutOverlaps(input.body.transcribeSettings?.broll?.customBrolls ?? []);
  if (brolls.length > 0) await deps.bucket.putJson(requestedBrollsKey(taskId), brolls);
  await submitTask(task, deps.tasks, deps);
  return { taskId };
};

/** Returns the cost of a task after the same checks. Creates nothing and needs no credit. */
export const priceCaptioningTask = async (
  input: CreateTaskInput,
  deps: CheckRequestDeps & { videos: Pick<VideoStore, "get"> },
): Promise<{ cost: string; currency: "USD" }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const owner = { accountId: input.accountId, media: knownMedia(video) };
  const { request } = await checkCaptioningRequest(owner, input.body, deps);
  return { cost: formatUsd(taskCostMicroUsd(mediaToPrice(video), request)), currency: "USD" };
};
