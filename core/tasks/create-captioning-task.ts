import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { formatUsd } from "../billing/money.ts";
import { holdableCost, taskCostMicroUsd } from "../billing/price.ts";
import { requestedBrollsKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import { getOwnedVideo } from "../videos/owned-video.ts";
import type { Ttl } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { type CheckDeps, checkedRequest } from "./checked-request.ts";
import { type EnterDeps, enterTask, knownMedia, newTask, pricedMedia } from "./new-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";
import { withKnownConfidence } from "./transcript-access.ts";

export interface CreateTaskInput {
  accountId: string;
  videoId: string;
  ttl: Ttl | undefined;
  body: CreateTaskBody;
}

export interface CreateTaskDeps extends CheckDeps, EnterDeps {
  videos: Pick<VideoStore, "get" | "extendExpiry">;
  tasks: CaptioningTaskStore;
  transcripts: Pick<TranscriptStore, "writeSupplied" | "writeReference">;
  bucket: Pick<MediaBucket, "putJson">;
}

/**
 * Creates a task in `pending` and has it admitted. Money is held with the record when the media's duration is known,
 * else when it becomes known. A repeated call with the same `taskId` finds the task of the first one.
 *
 * Throws NamedError: NotFound, ValidationFailed, FeatureUnavailable, DubUnavailable, TranscriptNotReady,
 * InsufficientCredits.
 */
export const createCaptioningTask = async (
  input: CreateTaskInput & { taskId: string },
  deps: CreateTaskDeps,
): Promise<{ taskId: string }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const { request, transcript } = await checkedRequest(input.accountId, input.body, deps);
  const { taskId } = input;
  const task: CaptioningTask & { status: "pending" } = {
    ...newTask(input, video, deps.now()),
    kind: "captioning",
    request,
    transcriptApproved: request.autoApprove,
    transcriptRevision: 0,
    detectedLanguage: request.source.kind === "supplied" ? request.language : null,
    ...holdableCost(knownMedia(video), request),
  };
  if (transcript !== null) await deps.transcripts.writeSupplied(taskId, withKnownConfidence(transcript, []));
  if (request.referenceCues !== undefined)
    await deps.transcripts.writeReference(taskId, input.body.referenceTranscript ?? []);
  const brolls = input.body.transcribeSettings?.broll?.customBrolls ?? [];
  if (brolls.length > 0) await deps.bucket.putJson(requestedBrollsKey(taskId), brolls);
  await enterTask(task, deps.tasks, deps);
  return { taskId };
};

/** What the task would cost, after the same checks; nothing is created, no credit is needed. */
export const priceCaptioningTask = async (
  input: CreateTaskInput,
  deps: CheckDeps & { videos: Pick<VideoStore, "get"> },
): Promise<{ cost: string; currency: "USD" }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const { request } = await checkedRequest(input.accountId, input.body, deps);
  return { cost: formatUsd(taskCostMicroUsd(pricedMedia(video), request)), currency: "USD" };
};
