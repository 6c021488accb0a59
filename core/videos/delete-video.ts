import { WriteConflict } from "../storage/write-conflict.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { VideoStore } from "./video-store.ts";

/** Only a concurrent import conflicts with a deletion. */
const maxAttempts = 6;

/**
 * Deletes the account's video, immediately for all readers. Its tasks, outputs, transcripts and executions are removed
 * asynchronously (core/workflows/maintenance/clean-up-video.ts). Throws NamedError NotFound, also when repeated.
 */
export const deleteVideo = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: { videos: Pick<VideoStore, "get" | "delete">; now: () => Date },
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const video = await getOwnedVideo(accountId, videoId, deps);
    try {
      return await deps.videos.delete(video, deps.now());
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt === maxAttempts) throw error;
    }
  }
};
