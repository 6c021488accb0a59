import type { VideoItem } from "../api/schemas/videos.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import { ownVideo } from "./own-video.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

interface ItemDeps {
  videos: Pick<VideoStore, "get" | "list">;
  tasks: Pick<CaptioningTaskStore, "listIds">;
}

export const getVideo = async (
  input: { accountId: string; videoId: string },
  deps: ItemDeps,
): Promise<VideoItem> => {
  const video = await ownVideo(input.accountId, input.videoId, deps);
  return videoItem(video, await deps.tasks.listIds(video.id));
};

/** One page, newest first; `page` counts from 1. */
export const listVideos = async (
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
  deps: ItemDeps,
): Promise<{ data: VideoItem[]; page: number; limit: number; totalCount: number }> => {
  const { items, totalCount } = await deps.videos.list(accountId, page, limit);
  const data = await Promise.all(
    items.map(async (video) => videoItem(video, await deps.tasks.listIds(video.id))),
  );
  return { data, page, limit, totalCount };
};

export const videoItem = (video: Video, taskIds: readonly string[]): VideoItem => ({
  id: video.id,
  filename: video.filename,
  status: video.status,
  storageId: video.storageId,
  metadata: video.status === "uploaded" ? metadataOf(video) : null,
  ttl: video.ttl,
  expiresAt: video.expiresAt,
  videoTasks: [...taskIds],
  clipTasks: [],
  createdAt: video.createdAt,
  ...(video.status === "aborted" ? { error: `${video.errorName}: ${video.error}` } : {}),
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
