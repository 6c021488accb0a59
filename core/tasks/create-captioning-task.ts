import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { formatUsd } from "../billing/money.ts";
import { holdableCost, taskCostMicroUsd } from "../billing/price.ts";
import { NamedError } from "../errors.ts";
import { requestedBrollsKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { StaleWrite } from "../storage/stale-write.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import { ownVideo } from "../videos/own-video.ts";
import { expiryOf } from "../videos/ttl.ts";
import type { Ttl, Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { type CheckDeps, checkedRequest } from "./checked-request.ts";
import type { CaptioningTaskStore } from "./task-store.ts";
import { withKnownConfidence } from "./transcript-access.ts";

export interface CreateTaskInput {
  accountId: string;
  videoId: string;
  ttl: Ttl | undefined;
  body: CreateTaskBody;
}

export interface CreateTaskDeps extends CheckDeps {
  videos: Pick<VideoStore, "get" | "extendExpiry">;
  tasks: CaptioningTaskStore;
  transcripts: Pick<TranscriptStore, "writeSupplied" | "writeReference">;
  bucket: Pick<MediaBucket, "putJson">;
  /** Starts what can be started of the account's pending tasks: admitTasks of admit-tasks.ts. */
  admitTasks: (accountId: string, videoId?: string) => Promise<void>;
  now: () => Date;
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
  const video = await ownVideo(input.accountId, input.videoId, deps);
  const { request, transcript } = await checkedRequest(input.accountId, input.body, deps);
  const { taskId } = input;
  const now = deps.now();
  const ttl = input.ttl ?? video.ttl;
  const at = now.toISOString();
  const task: CaptioningTask & { status: "pending" } = {
    id: taskId,
    kind: "captioning",
    accountId: input.accountId,
    videoId: video.id,
    request,
    ttl,
    createdAt: at,
    updatedAt: at,
    expiresAt: expiryOf(now, ttl),
    sequence: 0,
    status: "pending",
    waitsForVideo: video.status !== "uploaded",
    attempt: 0,
    executionArn: null,
    stageProgress: 0,
    transcriptApproved: request.autoApprove,
    transcriptRevision: 0,
    detectedLanguage: request.source.kind === "supplied" ? request.language : null,
    ...holdableCost(mediaOf(video), request),
  };
  if (transcript !== null) await deps.transcripts.writeSupplied(taskId, withKnownConfidence(transcript, []));
  if (request.referenceCues !== undefined)
    await deps.transcripts.writeReference(taskId, input.body.referenceTranscript ?? []);
  const brolls = input.body.transcribeSettings?.broll?.customBrolls ?? [];
  if (brolls.length > 0) await deps.bucket.putJson(requestedBrollsKey(taskId), brolls);
  // Before the task exists: at no moment may a task outlive its video.
  await deps.videos.extendExpiry(video.id, task.expiresAt);
  await createOnce(task, deps.tasks);
  // The video may have arrived between its reading and this task's waiting for it.
  await deps.admitTasks(input.accountId, task.waitsForVideo ? video.id : undefined);
  return { taskId };
};

/** What the task would cost, after the same checks; nothing is created, no credit is needed. */
export const priceCaptioningTask = async (
  input: CreateTaskInput,
  deps: CheckDeps & { videos: Pick<VideoStore, "get"> },
): Promise<{ cost: string; currency: "USD" }> => {
  const video = await ownVideo(input.accountId, input.videoId, deps);
  const { request } = await checkedRequest(input.accountId, input.body, deps);
  const media = mediaOf(video);
  if (media === null) {
    throw new NamedError(
      "InvalidUploadState",
      `The cost depends on the video's duration, which is not known: its status is ${video.status}.`,
    );
  }
  return { cost: formatUsd(taskCostMicroUsd(media, request)), currency: "USD" };
};

const mediaOf = (video: Video) => (video.status === "uploaded" ? video.media : null);

const createOnce = async (task: CaptioningTask, tasks: CaptioningTaskStore): Promise<void> => {
  try {
    await tasks.create(task);
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error;
    const existing = await tasks.get(task.id);
    if (existing?.accountId !== task.accountId) throw error;
  }
};
