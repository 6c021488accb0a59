import { WriteConflict } from "../storage/write-conflict.ts";
import { defaultTtl, expiryOf } from "./ttl.ts";
import type { Ttl, Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

export interface NewVideo {
  /** Chosen before the video is created, so that a repeated request finds the same video. */
  videoId: string;
  storageId: string;
  accountId: string;
  ttl: Ttl | undefined;
}

export const newVideo = <S extends "todo" | "inProgress">(
  input: NewVideo,
  fields: { status: S; origin: Video["origin"]; filename: string | null; attempt: number },
  now: Date,
): Video & { status: S } => {
  const ttl = input.ttl ?? defaultTtl;
  const at = now.toISOString();
  return {
    id: input.videoId,
    accountId: input.accountId,
    storageId: input.storageId,
    ttl,
    createdAt: at,
    updatedAt: at,
    expiresAt: expiryOf(now, ttl),
    sequence: 0,
    ...fields,
  } as Video & { status: S };
};

/**
 * Stores a new video, or returns the one that an earlier attempt of the same request has created.
 */
export const createOrFind = async <V extends Video>(
  video: V,
  deps: { videos: Pick<VideoStore, "create" | "get"> },
): Promise<{ video: Video; isNew: boolean }> => {
  try {
    await deps.videos.create(video);
    return { video, isNew: true };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const existing = await deps.videos.get(video.id);
    if (existing === null || existing.accountId !== video.accountId) throw error;
    return { video: existing, isNew: false };
  }
};
