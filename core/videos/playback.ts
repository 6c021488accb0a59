import type { Playback } from "../api/schemas/videos.ts";
import { NamedError } from "../errors.ts";
import { videoSourceKey } from "../storage/keys.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { VideoStore } from "./video-store.ts";

/** Returns a link to the source of an uploaded video, valid until the video expires. Throws InvalidUploadState for others. */
export const getPlayback = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: {
    videos: Pick<VideoStore, "get">;
    links: MediaLinks;
  },
): Promise<Playback> => {
  const video = await getOwnedVideo(accountId, videoId, deps);
  if (video.status !== "uploaded") {
    throw new NamedError(
      "InvalidUploadState",
      "The video has no source yet. Wait until its status is uploaded.",
    );
  }
  const { expiresAt } = video;
  // The container names the media type; players detect it from the bytes.
  const type = video.media.video === null ? "audio/mp4" : "video/mp4";
  const url = await deps.links.signDownload(
    videoSourceKey(videoId),
    expiresAt,
    video.filename ?? "video",
    type,
  );
  return { url, expiresAt };
};
