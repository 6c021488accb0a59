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

/** Larger files are examined by the import machine, after the answer. */
export const maxProbedBytes = 256 * 1024 ** 2;
/** The front gives up on an origin that is silent for 30 s after the last byte. */
const probeTimeoutMilliseconds = 20_000;

export interface CreateVideoDeps extends IdempotencyDeps {
  videos: Pick<VideoStore, "create" | "get" | "update">;
  workflows: Pick<Workflows, "startVideoImport">;
  admitTasks: (accountId: string, videoId: string) => Promise<void>;
  openUpload: (key: string, mediaType: string, signal: AbortSignal) => ObjectUpload;
  deleteObject: (key: string) => Promise<void>;
  probe: (path: string, signal: AbortSignal) => Promise<MediaInfo>;
  /** How long a client is kept waiting for it; default `probeTimeoutMilliseconds`. */
  probeMilliseconds?: number;
  sha256: (text: string) => string;
}

export interface CreateVideoRequest {
  accountId: string;
  /** Of the account's plan. */
  quota: VideoQuota;
  ttl: Ttl | undefined;
  idempotencyKey: string | undefined;
  part: FilePart;
  /** Fires when the client goes away or the process ends. */
  signal: AbortSignal;
}

const refusal = ({ found, message }: Sniffed & { accepted: false }): NamedError =>
  found === "empty"
    ? new NamedError("ValidationFailed", ["file is empty: send a video or audio file"])
    : new NamedError("UnsupportedMediaType", message);

/** A task fails with the media's own error name; a request that brings such media is answered 415 or 413. */
const asRefusedRequest = (error: unknown): unknown => {
  if (!isNamedError(error)) return error;
  const name = error.name === "MediaTooLarge" ? "PayloadTooLarge" : "UnsupportedMediaType";
  return new NamedError(name, error.message, { cause: error });
};

/** Null when that would take longer than the client can wait: then the import machine does it. */
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
    throw asRefusedRequest(error);
  }
};

/**
 * POST /videos: streams the file into the bucket, examines it when it is small enough, and only then records the video:
 * a refused or broken upload leaves neither a record nor an object. Answers 201 {id, status, storageId}.
 *
 * Whether an Idempotency-Key stands for the same request is known when the file has been read; a repeated one's bytes
 * are thrown away and the first answer given again.
 */
export const createVideo = (request: CreateVideoRequest, deps: CreateVideoDeps): Promise<StoredResponse> =>
  withScratchFolder("ingest", async (folder) => {
    const videoId = deps.newId();
    const { part, signal } = request;
    const received = await receiveFile(part.stream, {
      openUpload: (mediaType) => deps.openUpload(videoSourceKey(videoId), mediaType, signal),
      localPath: join(folder, "source"),
      maxLocalBytes: maxProbedBytes,
      refusal,
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
      // Harmless once the upload is complete; a repeated request's bytes go here.
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
    // The record, if there is one, is ended by the reconciler; without one the object would lie there unseen.
    if ((await deps.videos.get(videoId)) === null) await deps.deleteObject(videoSourceKey(videoId));
    throw error;
  }
};
