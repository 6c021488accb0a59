import type { ClipTaskStatusView } from "../api/schemas/clips.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { ClipTask } from "./clip-task.ts";
import { signClips } from "./output-urls.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import { costOf, signedUrlSeconds } from "./task-status.ts";
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

/** The task as clients see it: `clips` is empty until they can be downloaded, `error` absent until it has failed. */
export const clipTaskStatusView = async (
  task: ClipTask,
  video: Pick<Video, "filename">,
  bucket: Pick<MediaBucket, "signDownload">,
): Promise<ClipTaskStatusView> => ({
  id: task.id,
  videoId: task.videoId,
  status: task.status,
  clips:
    task.status === "completed" ? await signClips(task.clips, video.filename, bucket, signedUrlSeconds) : [],
  ...(task.status === "failed" ? { error: `${task.errorName}: ${task.error}` } : {}),
  errorName: task.status === "failed" ? task.errorName : null,
  progress: clipProgressPercent(task),
  cost: costOf(task),
  metadata: task.request.metadata,
  createdAt: task.createdAt,
  completedAt: task.status === "completed" || task.status === "failed" ? task.completedAt : null,
  expiresAt: task.expiresAt,
});

/** How far `clipping` and `clipped` lead on the way from 0 to 100. */
const clippingEnds = 95;
const clippedAt = 98;

export const clipProgressPercent = ({
  status,
  stageProgress,
}: Pick<ClipTask, "status" | "stageProgress">): number => {
  switch (status) {
    case "pending":
    case "failed":
      return 0;
    case "clipping":
      return Math.floor(stageProgress * clippingEnds);
    case "clipped":
      return clippedAt;
    case "completed":
      return 100;
  }
};
