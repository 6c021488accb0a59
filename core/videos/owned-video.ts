import { NamedError } from "../errors.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/** The account's video named in a path. Unknown, foreign and expired ids look alike: NotFound. */
export const getOwnedVideo = async (
  accountId: string,
  videoId: string,
  deps: { videos: Pick<VideoStore, "get"> },
): Promise<Video> => {
  const video = await deps.videos.get(videoId);
  if (video === null || video.accountId !== accountId) {
    throw new NamedError("NotFound", "There is no such video: its id is unknown or it has expired.");
  }
  return video;
};
