import { NamedError } from "../errors.ts";
import { videoSourceKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { Workflows } from "../workflows/workflows.ts";
import { getOwnedUpload } from "./multipart-upload.ts";
import { checkArrivedParts } from "./part-rules.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

interface CompleteDeps {
  videos: Pick<VideoStore, "get" | "update">;
  bucket: Pick<MediaBucket, "listParts" | "completeMultipartUpload" | "head">;
  workflows: Pick<Workflows, "startVideoImport">;
  now: () => Date;
}

/**
 * Joins the parts and has the file examined. Every step may be repeated: a request that died half way, or came twice,
 * finds what is done and goes on from there. Throws NamedError ValidationFailed, UploadIncomplete, InvalidUploadState.
 */
export const completeUpload = async (
  input: { accountId: string; videoId: string; uploadId: string },
  deps: CompleteDeps,
): Promise<Video> => {
  const { video, origin } = await getOwnedUpload(input, deps);
  if (video.status === "aborted") {
    throw new NamedError(
      "InvalidUploadState",
      `The video was aborted (${video.errorName}): upload it again.`,
    );
  }
  if (video.status !== "todo") {
    // An earlier try may have died before it started the import; a name that is taken is harmless.
    if (video.status === "inProgress") await deps.workflows.startVideoImport(video.id, video.attempt);
    return video;
  }
  await joinParts(videoSourceKey(video.id), input.uploadId, origin.partSizes, deps.bucket);
  const joined: Video = {
    ...video,
    status: "inProgress",
    attempt: video.attempt + 1,
    sequence: video.sequence + 1,
    updatedAt: deps.now().toISOString(),
  };
  try {
    await deps.videos.update(video, joined);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // The same request came twice at once: the other one goes on.
    return (await deps.videos.get(video.id)) ?? joined;
  }
  await deps.workflows.startVideoImport(joined.id, joined.attempt);
  return joined;
};

const joinParts = async (
  key: string,
  uploadId: string,
  sizes: readonly number[],
  bucket: CompleteDeps["bucket"],
): Promise<void> => {
  const parts = await bucket.listParts(key, uploadId);
  if (parts === null) {
    if ((await bucket.head(key)) !== null) return;
    throw new NamedError("InvalidUploadState", "The upload has expired: begin a new one.");
  }
  checkArrivedParts(sizes, parts);
  await bucket.completeMultipartUpload(key, uploadId, parts.slice(0, sizes.length));
};
