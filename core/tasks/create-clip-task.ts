import type { CreateClipTaskBody } from "../api/schemas/clips.ts";
import { formatUsd } from "../billing/money.ts";
import { clipTaskCostMicroUsd } from "../billing/price.ts";
import { clipCostToHold } from "../clips/clip-media.ts";
import type { EgressPolicy } from "../egress/source-url.ts";
import { getOwnedVideo } from "../videos/owned-video.ts";
import type { Ttl } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { ClipRequest, ClipTask } from "./clip-task.ts";
import { knownMedia, mediaToPrice, newTask, type SubmitTaskDeps, submitTask } from "./new-task.ts";
import { checkNotification } from "./notification.ts";
import type { ClipTaskStore } from "./task-store.ts";

export interface CreateClipTaskInput {
  accountId: string;
  videoId: string;
  ttl: Ttl | undefined;
  body: CreateClipTaskBody;
}

export interface CreateClipTaskDeps extends SubmitTaskDeps {
  clipTasks: Pick<ClipTaskStore, "create" | "get">;
  egress: EgressPolicy;
}

/**
 * Creates a clip task in `pending` and submits it for admission. The cost of the maximum number of clips is held with the
 * same write if the media's duration is known, else when it becomes known. Idempotent for one `taskId`.
 *
 * Throws NamedError: NotFound, ValidationFailed, AddressNotAllowed, InsufficientCredits.
 */
export const createClipTask = async (
  input: CreateClipTaskInput & { taskId: string },
  deps: CreateClipTaskDeps,
): Promise<{ id: string; taskId: string }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const request = checkedClipRequest(input.body, deps.egress);
  const task: ClipTask & { status: "pending" } = {
    ...newTask(input, video, deps.now()),
    kind: "clip",
    request,
    ...clipCostToHold(knownMedia(video), request),
  };
  await submitTask(task, deps.clipTasks, deps);
  return { id: task.id, taskId: task.id };
};

/** Returns the maximum cost of a task after the same checks. Creates nothing and needs no credit. */
export const priceClipTask = async (
  input: CreateClipTaskInput,
  deps: Pick<CreateClipTaskDeps, "egress"> & { videos: Pick<VideoStore, "get"> },
): Promise<{ cost: string; currency: "USD" }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const { durationRange, maxClips } = checkedClipRequest(input.body, deps.egress);
  const cost = clipTaskCostMicroUsd(mediaToPrice(video), durationRange, maxClips);
  return { cost: formatUsd(cost), currency: "USD" };
};

const checkedClipRequest = (body: CreateClipTaskBody, egress: EgressPolicy): ClipRequest => ({
  maxClips: body.maxClips,
  durationRange: body.durationRange,
  metadata: body.metadata ?? null,
  ...(body.notification ? { notification: checkNotification(body.notification, egress) } : {}),
});
