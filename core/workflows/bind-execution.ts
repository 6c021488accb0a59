import { NamedError } from "../errors.ts";
import type { Task } from "../tasks/task.ts";
import type { TaskStore } from "../tasks/task-store.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { changeTask } from "./change-task.ts";

/** Notes on a task which execution works on it now: first thing of every execution. Throws NamedError NotFound. */
export const bindExecution = async <T extends Task>(
  { taskId, executionArn }: { taskId: string; executionArn: string },
  tasks: Pick<TaskStore<T>, "get" | "update">,
  now: () => Date,
): Promise<T> => {
  const task = await changeTask(taskId, tasks, (current) =>
    current.executionArn === executionArn
      ? null
      : { ...current, executionArn, updatedAt: now().toISOString() },
  );
  if (!task) throw new NamedError("NotFound", "The task has expired.");
  return task;
};

/** Throws NamedError VideoUnavailable when a task's video is gone or was never there. */
export const mediaOfTask = async (
  { videoId }: Pick<Task, "videoId">,
  videos: Pick<VideoStore, "get">,
): Promise<MediaInfo> => {
  const video = await videos.get(videoId);
  if (!video) throw new NamedError("VideoUnavailable", "The video has expired; upload it again.");
  if (video.status !== "uploaded") {
    throw new NamedError("VideoUnavailable", `The video is not usable: its status is ${video.status}.`);
  }
  return video.media;
};
