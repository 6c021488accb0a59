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

export interface OwnTaskDeps<T extends Task = CaptioningTask> {
  videos: Pick<VideoStore, "get">;
  tasks: Pick<TaskStore<T>, "get">;
}

/**
 * The account's task of that video. Unknown, foreign and expired ids, and those of another video, look alike: NotFound.
 * A task is gone the moment its video is, long before its own record has been cleaned up.
 */
export const getOwnedTask = async <T extends Task>(
  { accountId, videoId, taskId }: TaskPath,
  deps: OwnTaskDeps<T>,
): Promise<{ task: T; video: Video }> => {
  const [video, task] = await Promise.all([getOwnedVideo(accountId, videoId, deps), deps.tasks.get(taskId)]);
  if (task === null || task.accountId !== accountId || task.videoId !== videoId) {
    throw new NamedError("NotFound", "There is no such task: its id is unknown or it has expired.");
  }
  return { task, video };
};
