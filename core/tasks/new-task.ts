import { NamedError } from "../errors.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { expiryOf } from "../videos/ttl.ts";
import type { Ttl, Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { Task } from "./task.ts";
import type { NewTask } from "./task-base.ts";
import type { TaskStore } from "./task-store.ts";

export interface EnterDeps {
  videos: Pick<VideoStore, "get" | "extendExpiry">;
  /** Starts what can be started of the account's pending tasks: admitTasks of admit-tasks.ts. */
  admitTasks: (accountId: string, videoId?: string) => Promise<void>;
  now: () => Date;
}

/** The fields of a task of any kind at its creation, but for its price. */
export const newTask = (
  { taskId, accountId, ttl: wanted }: { taskId: string; accountId: string; ttl: Ttl | undefined },
  video: Video,
  now: Date,
): Omit<NewTask, "costMicroUsd" | "mediaMilliseconds"> => {
  const ttl = wanted ?? video.ttl;
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

/** Stores a new task and has it admitted. A repeated call finds the task of the first one. Throws InsufficientCredits. */
export const enterTask = async <T extends Task>(
  task: T,
  tasks: Pick<TaskStore<T>, "create" | "get">,
  deps: EnterDeps,
): Promise<void> => {
  // Before the task exists: at no moment may a task outlive its video.
  await deps.videos.extendExpiry(task.videoId, task.expiresAt);
  await createOnce(task, tasks);
  // The video may have arrived between its reading and this task's waiting for it.
  const waits = task.status === "pending" && task.waitsForVideo;
  await deps.admitTasks(task.accountId, waits ? task.videoId : undefined);
};

/** What a video's file holds; null before that is known. */
export const knownMedia = (video: Video): MediaInfo | null =>
  video.status === "uploaded" ? video.media : null;

/** Throws NamedError InvalidUploadState when nothing can be priced yet. */
export const pricedMedia = (video: Video): MediaInfo => {
  const media = knownMedia(video);
  if (media !== null) return media;
  throw new NamedError(
    "InvalidUploadState",
    `The cost depends on the video's duration, which is not known: its status is ${video.status}.`,
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
