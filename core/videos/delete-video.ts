import { WriteConflict } from "../storage/write-conflict.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { VideoStore } from "./video-store.ts";

/** An import that moves the record on at the same moment is the only thing that comes in between. */
const maxRounds = 6;

/**
 * Deletes the account's video for every reader at once; its tasks, outputs, transcripts and what still runs for it are
 * removed behind (core/workflows/maintenance/clean-up-video.ts). Throws NamedError NotFound, also the second time.
 */
export const deleteVideo = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: { videos: Pick<VideoStore, "get" | "delete">; now: () => Date },
): Promise<void> => {
  for (let round = 1; ; round += 1) {
    const video = await getOwnedVideo(accountId, videoId, deps);
    try {
      return await deps.videos.delete(video, deps.now());
    } catch (error) {
      if (!(error instanceof WriteConflict) || round === maxRounds) throw error;
    }
  }
};
