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
    throw new NamedError("NotFound", "There is no video with this ID, or it has expired.");
  }
  return video;
};
