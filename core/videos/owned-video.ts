import { NamedError } from "../errors.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/** Returns the account's video. Throws NamedError NotFound, without distinguishing unknown, foreign and expired IDs. */
export const getOwnedVideo = async (
  accountId: string,
  videoId: string,
  deps: { videos: Pick<VideoStore, "get"> },
): Promise<Video> => {
  const video = await deps.videos.get(videoId);
  if (video === null || video.accountId !== accountId) {
    throw new NamedError("NotFound", "The video does not exist or has expired.");
  }
  return video;
};
