import { NamedError } from "../errors.ts";
import { videoSourceKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import { createOrFind, type NewVideo, newVideo } from "./new-video.ts";
import { checkPartSizes } from "./part-rules.ts";
import type { VideoQuota } from "./quota.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/** Maximum validity of the URLs of parts: no session of a signer is guaranteed to last longer. They can be signed again. */
const partUrlSeconds = 3600;

export interface SignedParts {
  urls: string[];
  /** Removed by `withoutDuplicateUrls`. */
  parts?: { partNumber: number; presignedUrl: string }[];
  /** ISO 8601. */
  urlsExpireAt: string;
}

interface UploadDeps {
  videos: Pick<VideoStore, "create" | "get">;
  bucket: MediaBucket;
  now: () => Date;
}

/** Starts a multipart upload. Throws NamedError InvalidUploadPart, naming each invalid part. */
export const createUpload = async (
  input: NewVideo & { filename: string; partSizes: readonly number[]; quota: VideoQuota },
  deps: UploadDeps,
): Promise<SignedParts & { uploadId: string; videoId: string; storageId: string }> => {
  checkPartSizes(input.partSizes, input.quota);
  const key = videoSourceKey(input.videoId);
  // The import determines the media type from the bytes.
  const uploadId = await deps.bucket.createMultipartUpload(key, "application/octet-stream");
  const record = newVideo(
    input,
    {
      status: "todo",
      origin: { kind: "multipart", uploadId, partSizes: [...input.partSizes] },
      filename: cleanFilename(input.filename),
      attempt: 0,
    },
    deps.now(),
  );
  const { video, isNew } = await createOrFind(record, deps);
  if (!isNew) await deps.bucket.abortMultipartUpload(key, uploadId);
  const origin = multipartOrigin(video) ?? record.origin;
  const { id: videoId, storageId } = video;
  const partNumbers = input.partSizes.map((_, index) => index + 1);
  if (origin.kind !== "multipart") throw new Error("The video of an upload has another origin.");
  return {
    uploadId: origin.uploadId,
    videoId,
    storageId,
    ...(await signParts(video, origin, partNumbers, deps)),
  };
};

/**
 * Returns a response that fits without compression: it can contain thousands of URLs of 2 KB each (those of AWS include a
 * session token) once, but not twice.
 */
export const withoutDuplicateUrls = <T extends SignedParts>(
  response: T,
  maxBytes: number,
): Omit<T, "parts"> | T => {
  const urlBytes = response.urls.reduce((sum, url) => sum + url.length, 0);
  if (2 * urlBytes < maxBytes) return response;
  const { parts: _, ...rest } = response;
  return rest;
};

/** Signs parts of an upload again. Throws NamedError ValidationFailed, or InvalidUploadState if the upload is complete. */
export const signUploadUrls = async (
  input: { accountId: string; videoId: string; uploadId: string; partNumbers: readonly number[] },
  deps: Pick<UploadDeps, "bucket" | "now"> & { videos: Pick<VideoStore, "get"> },
): Promise<SignedParts & { uploadId: string; videoId: string; storageId: string }> => {
  const { video, origin } = await getOwnedUpload(input, deps);
  if (video.status !== "todo") {
    throw new NamedError(
      "InvalidUploadState",
      `The upload has ended. The video's status is ${video.status}.`,
    );
  }
  const beyond = input.partNumbers.findIndex((number) => number > origin.partSizes.length);
  if (beyond !== -1) {
    const limit = `partNumbers[${beyond}] must be at most ${origin.partSizes.length}`;
    throw new NamedError("ValidationFailed", [`${limit}, the number of parts of this upload`]);
  }
  const signed = await signParts(video, origin, input.partNumbers, deps);
  return { uploadId: origin.uploadId, videoId: video.id, storageId: video.storageId, ...signed };
};

/** Returns the account's multipart upload. Throws NamedError ValidationFailed, naming the field. */
export const getOwnedUpload = async (
  input: { accountId: string; videoId: string; uploadId: string },
  deps: { videos: Pick<VideoStore, "get"> },
): Promise<{ video: Video; origin: MultipartOrigin }> => {
  const video = await deps.videos.get(input.videoId);
  const origin = video?.accountId === input.accountId ? multipartOrigin(video) : null;
  if (video === null || origin === null) {
    throw new NamedError("ValidationFailed", ["videoId must be the ID of one of your multipart uploads"]);
  }
  if (origin.uploadId !== input.uploadId) {
    throw new NamedError("ValidationFailed", [
      "uploadId must be the uploadId that was returned with this videoId",
    ]);
  }
  return { video, origin };
};

type MultipartOrigin = Video["origin"] & { kind: "multipart" };

const multipartOrigin = (video: Video): MultipartOrigin | null =>
  video.origin.kind === "multipart" ? video.origin : null;

const signParts = async (
  video: Video,
  origin: MultipartOrigin,
  partNumbers: readonly number[],
  deps: Pick<UploadDeps, "bucket" | "now">,
): Promise<SignedParts> => {
  const key = videoSourceKey(video.id);
  const latest = new Date(deps.now().getTime() + partUrlSeconds * 1000).toISOString();
  const parts = await Promise.all(
    partNumbers.map(async (partNumber) => {
      const size = origin.partSizes[partNumber - 1] ?? 0;
      return {
        partNumber,
        ...(await deps.bucket.signPart(key, origin.uploadId, partNumber, size, partUrlSeconds)),
      };
    }),
  );
  return {
    urls: parts.map(({ url }) => url),
    parts: parts.map(({ partNumber, url }) => ({ partNumber, presignedUrl: url })),
    urlsExpireAt: [latest, ...parts.map(({ expiresAt }) => expiresAt)].sort()[0] ?? latest,
  };
};
