import { join } from "node:path";
import type { ObjectUpload } from "../../adapters/s3/object-upload.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { type IdempotencyDeps, runIdempotently, type StoredResponse } from "../../core/api/idempotency.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { videoSourceKey } from "../../core/storage/keys.ts";
import { createDirectVideo, finishUpload } from "../../core/videos/direct-upload.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { checkDuration, type VideoQuota } from "../../core/videos/quota.ts";
import type { Sniffed } from "../../core/videos/sniff.ts";
import type { Ttl } from "../../core/videos/video.ts";
import type { VideoStore } from "../../core/videos/video-store.ts";
import type { Workflows } from "../../core/workflows/workflows.ts";
import type { FilePart } from "./file-part.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";

/** The import machine probes larger files, after the response. */
export const maxProbedBytes = 256 * 1024 ** 2;
/** The CDN ends a request whose origin sends nothing for 30 s after the last byte. */
const probeTimeoutMilliseconds = 20_000;

export interface CreateVideoDeps extends IdempotencyDeps {
  videos: Pick<VideoStore, "create" | "get" | "update">;
  workflows: Pick<Workflows, "startVideoImport">;
  admitTasks: (accountId: string, videoId: string) => Promise<void>;
  openUpload: (key: string, mediaType: string, signal: AbortSignal) => ObjectUpload;
  deleteObject: (key: string) => Promise<void>;
  probe: (path: string, signal: AbortSignal) => Promise<MediaInfo>;
  /** How long a client waits for the probe; default `probeTimeoutMilliseconds`. */
  probeMilliseconds?: number;
  sha256: (text: string) => string;
}

export interface CreateVideoRequest {
  accountId: string;
  /** The limits of the account's plan. */
  quota: VideoQuota;
  ttl: Ttl | undefined;
  idempotencyKey: string | undefined;
  part: FilePart;
  /** Aborted when the client disconnects or the process stops. */
  signal: AbortSignal;
}

const rejectionOf = ({ found, message }: Sniffed & { accepted: false }): NamedError =>
  found === "empty"
    ? new NamedError("ValidationFailed", ["file is empty: send a video or audio file"])
    : new NamedError("UnsupportedMediaType", message);

/** Maps the errors of media to those of a request: a task fails with the first, an upload returns 415 or 413. */
const asRequestError = (error: unknown): unknown => {
  if (!isNamedError(error)) return error;
  const name = error.name === "MediaTooLarge" ? "PayloadTooLarge" : "UnsupportedMediaType";
  return new NamedError(name, error.message, { cause: error });
};

/** Returns null when the probe would take longer than the client can wait; the import machine then repeats it. */
const probeInTime = async (
  path: string,
  { quota, signal }: CreateVideoRequest,
  deps: CreateVideoDeps,
): Promise<MediaInfo | null> => {
  const timeout = AbortSignal.timeout(deps.probeMilliseconds ?? probeTimeoutMilliseconds);
  try {
    const media = await deps.probe(path, AbortSignal.any([signal, timeout]));
    checkDuration(media.durationSeconds, quota);
    return media;
  } catch (error) {
    if (timeout.aborted && !signal.aborted) return null;
    throw asRequestError(error);
  }
};

/**
 * POST /videos: streams the file into the bucket, probes it if it is small enough, and only then records the video. A
 * rejected or interrupted upload leaves neither a record nor an object. Returns 201 {id, status, storageId}.
 *
 * The fingerprint of an Idempotency-Key includes the file's hash and is known when the file has been read. A repeated
 * request discards its bytes and returns the first response.
 */
export const createVideo = (request: CreateVideoRequest, deps: CreateVideoDeps): Promise<StoredResponse> =>
  withScratchFolder("ingest", async (folder) => {
    const videoId = deps.newId();
    const { part, signal } = request;
    const received = await receiveFile(part.stream, {
      openUpload: (mediaType) => deps.openUpload(videoSourceKey(videoId), mediaType, signal),
      localPath: join(folder, "source"),
      maxLocalBytes: maxProbedBytes,
      rejectionOf,
      withHash: request.idempotencyKey !== undefined,
      quota: request.quota,
      signal,
    });
    try {
      await part.rest;
      const media = received.localPath && (await probeInTime(received.localPath, request, deps));
      signal.throwIfAborted();
      return await runIdempotently(
        {
          accountId: request.accountId,
          key: request.idempotencyKey,
          fingerprint: fingerprintOf(request, received, deps),
        },
        () => record(videoId, media || null, received.upload, request, deps),
        { ...deps, newId: () => videoId },
      );
    } finally {
      // Has no effect on a completed upload; discards the bytes of a repeated request.
      await received.upload.abort();
    }
  });

const fingerprintOf = (
  { ttl, part }: CreateVideoRequest,
  { sha256 }: ReceivedFile,
  deps: CreateVideoDeps,
): string => deps.sha256(JSON.stringify(["create-video", { ttl }, part.filename, sha256]));

const record = async (
  videoId: string,
  media: MediaInfo | null,
  upload: ObjectUpload,
  { accountId, ttl, part }: CreateVideoRequest,
  deps: CreateVideoDeps,
): Promise<StoredResponse> => {
  await upload.complete();
  const input = { videoId, storageId: deps.newId(), accountId, ttl, filename: part.filename };
  try {
    const created = await createDirectVideo(input, deps);
    const video = await finishUpload(created, media ? { kind: "probed", media } : { kind: "stored" }, deps);
    return { status: 201, body: video };
  } catch (error) {
    // The reconciler settles a recorded video; without a record nothing would ever delete the object.
    if ((await deps.videos.get(videoId)) === null) await deps.deleteObject(videoSourceKey(videoId));
    throw error;
  }
};
