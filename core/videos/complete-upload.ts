import { NamedError } from "../errors.ts";
import { videoSourceKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { Workflows } from "../workflows/workflows.ts";
import { getOwnedUpload } from "./multipart-upload.ts";
import { checkUploadedParts } from "./part-rules.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

interface CompleteDeps {
  videos: Pick<VideoStore, "get" | "update">;
  bucket: Pick<MediaBucket, "listParts" | "completeMultipartUpload" | "head">;
  workflows: Pick<Workflows, "startVideoImport">;
  now: () => Date;
}

/**
 * Joins the parts of an upload and starts its import. Idempotent, and resumes after a request that crashed. Throws NamedError
 * ValidationFailed, UploadIncomplete, InvalidUploadState.
 */
export const completeUpload = async (
  input: { accountId: string; videoId: string; uploadId: string },
  deps: CompleteDeps,
): Promise<Video> => {
  const { video, origin } = await getOwnedUpload(input, deps);
  if (video.status === "aborted") {
    throw new NamedError(
      "InvalidUploadState",
      `The video was aborted (${video.errorName}). Upload it again.`,
    );
  }
  if (video.status !== "todo") {
    // An earlier request may have crashed before it started the import; starting is idempotent.
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
    // A concurrent request completes the upload.
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
    throw new NamedError("InvalidUploadState", "The upload has expired. Start a new one.");
  }
  checkUploadedParts(sizes, parts);
  await bucket.completeMultipartUpload(key, uploadId, parts.slice(0, sizes.length));
};
