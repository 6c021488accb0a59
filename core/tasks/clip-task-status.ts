import type { ClipTaskStatusView } from "../api/schemas/clips.ts";
import { type MediaBucket, signedUrlSeconds } from "../storage/media-bucket.ts";
import { mediaWarnings } from "../videos/media-warnings.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { ClipTask } from "./clip-task.ts";
import { signClips } from "./output-urls.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import { formattedCost } from "./task-status.ts";
import type { ClipTaskStore } from "./task-store.ts";

export const getClipTaskStatus = async (
  path: TaskPath,
  deps: {
    videos: Pick<VideoStore, "get">;
    clipTasks: Pick<ClipTaskStore, "get">;
    bucket: Pick<MediaBucket, "signDownload">;
  },
): Promise<ClipTaskStatusView> => {
  const { task, video } = await getOwnedTask(path, { videos: deps.videos, tasks: deps.clipTasks });
  return clipTaskStatusView(task, video, deps.bucket);
};

/** Returns the task as clients see it: `clips` is empty until they can be downloaded, `error` absent unless it failed. */
export const clipTaskStatusView = async (
  task: ClipTask,
  video: Video,
  bucket: Pick<MediaBucket, "signDownload">,
): Promise<ClipTaskStatusView> => ({
  id: task.id,
  videoId: task.videoId,
  status: task.status,
  clips:
    task.status === "completed" ? await signClips(task.clips, video.filename, bucket, signedUrlSeconds) : [],
  ...(task.status === "failed" ? { error: `${task.errorName}: ${task.error}` } : {}),
  errorName: task.status === "failed" ? task.errorName : null,
  warnings: mediaWarnings(video),
  progress: clipProgressPercent(task),
  cost: formattedCost(task),
  metadata: task.request.metadata,
  createdAt: task.createdAt,
  completedAt: task.status === "completed" || task.status === "failed" ? task.completedAt : null,
  expiresAt: task.expiresAt,
});

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
