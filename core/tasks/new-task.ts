import { NamedError } from "../errors.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { expiryOf } from "../videos/ttl.ts";
import type { Ttl, Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { Task } from "./task.ts";
import type { NewTask } from "./task-base.ts";
import type { TaskStore } from "./task-store.ts";

export interface SubmitTaskDeps {
  videos: Pick<VideoStore, "get" | "extendExpiry">;
  /** Starts the account's pending tasks (core/workflows/maintenance/admit-tasks.ts). */
  admitTasks: (accountId: string, videoId?: string) => Promise<void>;
  now: () => Date;
}

/** Returns the fields of a new task of any kind, without its price. */
export const newTask = (
  { taskId, accountId, ttl: requestedTtl }: { taskId: string; accountId: string; ttl: Ttl | undefined },
  video: Video,
  now: Date,
): Omit<NewTask, "costMicroUsd" | "mediaMilliseconds"> => {
  const ttl = requestedTtl ?? video.ttl;
  const at = now.toISOString();
  return {
    id: taskId,
    accountId,
    videoId: video.id,
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
  };
};

/** Stores a new task and submits it for admission. Idempotent. Throws NamedError InsufficientCredits. */
export const submitTask = async <T extends Task>(
  task: T,
  tasks: Pick<TaskStore<T>, "create" | "get">,
  deps: SubmitTaskDeps,
): Promise<void> => {
  // Before the task is created: a task must never outlive its video.
  await deps.videos.extendExpiry(task.videoId, task.expiresAt);
  await createOnce(task, tasks);
  // The video may have become usable since it was read.
  const waits = task.status === "pending" && task.waitsForVideo;
  await deps.admitTasks(task.accountId, waits ? task.videoId : undefined);
};

/** Returns the media of a video; null before it has been probed. */
export const knownMedia = (video: Video): MediaInfo | null =>
  video.status === "uploaded" ? video.media : null;

/** Returns the media of a video. Throws NamedError InvalidUploadState when it has not been probed. */
export const mediaToPrice = (video: Video): MediaInfo => {
  const media = knownMedia(video);
  if (media !== null) return media;
  throw new NamedError(
    "InvalidUploadState",
    `The cost depends on the duration of the video, which is not known yet: its status is ${video.status}.`,
  );
};

const createOnce = async <T extends Task>(
  task: T,
  tasks: Pick<TaskStore<T>, "create" | "get">,
): Promise<void> => {
  try {
    await tasks.create(task);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const existing = await tasks.get(task.id);
    if (existing?.accountId !== task.accountId) throw error;
  }
};
