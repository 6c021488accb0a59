import type { VideoItem } from "../api/schemas/videos.ts";
import type { TaskIndex, VideoTaskIds } from "../tasks/task-index.ts";
import { mediaWarnings } from "./media-warnings.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

interface ItemDeps {
  videos: Pick<VideoStore, "get" | "list">;
  taskIndex: TaskIndex;
}

/** A function's response is limited to 6 MB: a page of 100 items with this many IDs each is 4 MB. */
const newestTasksInList = 1000;
const newestTasksInItem = 100_000;

export const getVideo = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: ItemDeps,
): Promise<VideoItem> => {
  const video = await getOwnedVideo(accountId, videoId, deps);
  const taskIds = await deps.taskIndex.listByVideo(accountId, [videoId], newestTasksInItem);
  return videoItem(video, taskIds.get(videoId));
};

/** Returns one page, newest first; `page` counts from 1. */
export const listVideos = async (
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
  deps: ItemDeps,
): Promise<{ data: VideoItem[]; page: number; limit: number; totalCount: number }> => {
  const { items, totalCount } = await deps.videos.list(accountId, page, limit);
  const ids = items.map((video) => video.id);
  const taskIds = await deps.taskIndex.listByVideo(accountId, ids, newestTasksInList);
  return { data: items.map((video) => videoItem(video, taskIds.get(video.id))), page, limit, totalCount };
};

export const videoItem = (video: Video, taskIds: VideoTaskIds = { captioning: [], clip: [] }): VideoItem => ({
  id: video.id,
  filename: video.filename,
  status: video.status,
  storageId: video.storageId,
  metadata: video.status === "uploaded" ? metadataOf(video) : null,
  warnings: mediaWarnings(video),
  ttl: video.ttl,
  expiresAt: video.expiresAt,
  videoTasks: taskIds.captioning,
  clipTasks: taskIds.clip,
  createdAt: video.createdAt,
  ...(video.status === "aborted"
    ? { error: `${video.errorName}: ${video.error}`, errorName: video.errorName }
    : {}),
});

const metadataOf = ({ storageId, media }: Video & { status: "uploaded" }): VideoItem["metadata"] => ({
  id: storageId,
  duration: media.durationSeconds,
  width: media.width,
  height: media.height,
  fps: media.video === null ? null : round3(media.video.frameRate.num / media.video.frameRate.den),
  hasAudio: media.audio !== null,
  hasVideo: media.video !== null,
});

const round3 = (value: number): number => Math.round(value * 1000) / 1000;
