import { NamedError } from "../errors.ts";
import { changeTask } from "../tasks/change-task.ts";
import type { Task } from "../tasks/task.ts";
import type { TaskStore } from "../tasks/task-store.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import type { VideoStore } from "../videos/video-store.ts";

/** Stores which execution processes a task; the first action of every execution. Throws NamedError NotFound. */
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

/** Returns the media of a task's video. Throws NamedError VideoUnavailable when the video has expired or is not uploaded. */
export const mediaOfTask = async (
  { videoId }: Pick<Task, "videoId">,
  videos: Pick<VideoStore, "get">,
): Promise<MediaInfo> => {
  const video = await videos.get(videoId);
  if (!video) throw new NamedError("VideoUnavailable", "The video has expired. Upload it again.");
  if (video.status !== "uploaded") {
    throw new NamedError("VideoUnavailable", `The video cannot be used: its status is ${video.status}.`);
  }
  return video.media;
};
