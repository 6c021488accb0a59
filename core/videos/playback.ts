import type { Playback } from "../api/schemas/videos.ts";
import { NamedError } from "../errors.ts";
import { videoSourceKey } from "../storage/keys.ts";
import { type MediaBucket, signedUrlSeconds } from "../storage/media-bucket.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { VideoStore } from "./video-store.ts";

/** Returns a signed URL of the source of an uploaded video. Throws InvalidUploadState for others. */
export const getPlayback = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: {
    videos: Pick<VideoStore, "get">;
    bucket: Pick<MediaBucket, "signDownload">;
    now: () => Date;
  },
): Promise<Playback> => {
  const video = await getOwnedVideo(accountId, videoId, deps);
  if (video.status !== "uploaded") {
    throw new NamedError(
      "InvalidUploadState",
      "The video has no source yet. Wait until its status is uploaded.",
    );
  }
  const expiresAt = new Date(deps.now().getTime() + signedUrlSeconds * 1000).toISOString();
  // The container names the media type; players detect it from the bytes.
  const type = video.media.video === null ? "audio/mp4" : "video/mp4";
  const url = await deps.bucket.signDownload(
    videoSourceKey(videoId),
    signedUrlSeconds,
    video.filename ?? "video",
    type,
  );
  return { url, expiresAt };
};
