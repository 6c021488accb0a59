import type { ClipTaskStatusView } from "../api/schemas/clips.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import { mediaWarnings } from "../videos/media-warnings.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { ClipTask } from "./clip-task.ts";
import { signClips } from "./output-urls.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import { taskFields } from "./task-fields.ts";
import type { ClipTaskStore } from "./task-store.ts";

export const getClipTaskStatus = async (
  path: TaskPath,
  deps: {
    videos: Pick<VideoStore, "get">;
    clipTasks: Pick<ClipTaskStore, "get">;
    links: MediaLinks;
  },
): Promise<ClipTaskStatusView> => {
  const { task, video } = await getOwnedTask(path, { videos: deps.videos, tasks: deps.clipTasks });
  return clipTaskStatusView(task, video, deps.links);
};

/** Returns the task as clients see it: `clips` is empty until they can be downloaded, `error` absent unless it failed. */
export const clipTaskStatusView = async (
  task: ClipTask,
  video: Video,
  links: MediaLinks,
): Promise<ClipTaskStatusView> => {
  const { error, ...fields } = taskFields(task);
  return {
    ...fields,
    ...(error === null ? {} : { error }),
    status: task.status,
    clips:
      task.status === "completed" ? await signClips(task.clips, video.filename, links, task.expiresAt) : [],
    warnings: mediaWarnings(video),
    progress: clipProgressPercent(task),
  };
};

/** Progress in percent at the end of `clipping`, and during `clipped`. */
const clippingEndPercent = 95;
const clippedPercent = 98;

export const clipProgressPercent = ({
  status,
  stageProgress,
}: Pick<ClipTask, "status" | "stageProgress">): number => {
  switch (status) {
    case "pending":
    case "failed":
      return 0;
    case "clipping":
      return Math.floor(stageProgress * clippingEndPercent);
    case "clipped":
      return clippedPercent;
    case "completed":
      return 100;
  }
};
