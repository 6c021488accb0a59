import { NamedError } from "../errors.ts";
import { getOwnedVideo } from "../videos/owned-video.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import type { Task } from "./task.ts";
import type { TaskStore } from "./task-store.ts";

export interface TaskPath {
  accountId: string;
  videoId: string;
  taskId: string;
}

export interface OwnedTaskDeps<T extends Task = CaptioningTask> {
  videos: Pick<VideoStore, "get">;
  tasks: Pick<TaskStore<T>, "get">;
}

/**
 * Returns the account's task of a video. Throws NamedError NotFound, without distinguishing unknown, foreign and expired IDs
 * from those of another video. A task ceases to exist with its video, before its own record is cleaned up.
 */
export const getOwnedTask = async <T extends Task>(
  { accountId, videoId, taskId }: TaskPath,
  deps: OwnedTaskDeps<T>,
): Promise<{ task: T; video: Video }> => {
  const [video, task] = await Promise.all([getOwnedVideo(accountId, videoId, deps), deps.tasks.get(taskId)]);
  if (task === null || task.accountId !== accountId || task.videoId !== videoId) {
    throw new NamedError("NotFound", "The task does not exist or has expired.");
  }
  return { task, video };
};
