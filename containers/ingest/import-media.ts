import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Egress } from "../../adapters/egress.ts";
import type { ObjectUpload } from "../../adapters/s3-object-upload.ts";
import { downloadFilename } from "../../core/egress/download-rules.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { checkDuration } from "../../core/videos/quota.ts";
import { SNIFF_BYTES, type Sniffed, sniffMedia } from "../../core/videos/sniff.ts";
import type { ImportResult } from "../../core/workflows/video-import.ts";
import type { ImportJob } from "./environment.ts";
import { receiveFile } from "./receive-file.ts";
import { withScratchFolder } from "./scratch.ts";

export interface ImportDeps {
  egress: Egress;
  openUpload: (key: string, mediaType: string, signal: AbortSignal) => ObjectUpload;
  /** Throws NamedError UploadIncomplete when there is no such object. */
  download: (key: string, path: string, signal: AbortSignal) => Promise<void>;
  deleteObject: (key: string) => Promise<void>;
  probe: (path: string, signal: AbortSignal) => Promise<MediaInfo>;
}

const refusal = (sniffed: Sniffed & { accepted: false }): NamedError =>
  new NamedError("UnsupportedMediaType", sniffed.message);

const downloadRefusal = (sniffed: Sniffed & { accepted: false }): NamedError =>
  sniffed.found === "an HTML page"
    ? new NamedError(
        "DownloadFailed",
        "The address answered with an HTML page, not with the file itself: give the address of a direct download.",
      )
    : refusal(sniffed);

/** From the client's address into the bucket; the object appears only when the file has proved usable. */
const importFromAddress = async (
  job: ImportJob & { url: string },
  folder: string,
  deps: ImportDeps,
  signal: AbortSignal,
): Promise<ImportResult> => {
  const fetched = await deps.egress.fetchFile(job.url, { maxBytes: job.maxVideoBytes }, signal);
  const { upload, localPath } = await receiveFile(fetched.body, {
    openUpload: (mediaType) => deps.openUpload(job.sourceKey, mediaType, signal),
    localPath: join(folder, "source"),
    maxLocalBytes: Number.POSITIVE_INFINITY,
    refusal: downloadRefusal,
    withHash: false,
    quota: job,
    signal,
  });
  try {
    const media = await deps.probe(localPath ?? "", signal);
    checkDuration(media.durationSeconds, job);
    await upload.complete();
    return { media, filename: downloadFilename(fetched.url, fetched.contentDisposition) };
  } catch (error) {
    await upload.abort();
    throw error;
  }
};

const readStart = async (path: string): Promise<Uint8Array> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** The client has put it into the bucket part by part; what turns out unusable is removed. */
const importFromBucket = async (
  job: ImportJob,
  folder: string,
  deps: ImportDeps,
  signal: AbortSignal,
): Promise<ImportResult> => {
  const path = join(folder, "source");
  await deps.download(job.sourceKey, path, signal);
  try {
    const sniffed = sniffMedia(await readStart(path));
    if (!sniffed.accepted) throw refusal(sniffed);
    const media = await deps.probe(path, signal);
    checkDuration(media.durationSeconds, job);
    return { media };
  } catch (error) {
    if (isNamedError(error)) await deps.deleteObject(job.sourceKey);
    throw error;
  }
};

/**
 * The work of one import execution: brings the bytes into the bucket if they are not there, and finds out what they
 * are. May be repeated. Throws NamedError DownloadFailed, AddressNotAllowed, UnsupportedMediaType, MediaUnreadable,
 * NoVideoOrAudioStream, MediaTooLarge, UploadIncomplete.
 */
export const importMedia = (job: ImportJob, deps: ImportDeps, signal: AbortSignal): Promise<ImportResult> =>
  withScratchFolder((folder) => {
    const { url } = job;
    return url === null
      ? importFromBucket(job, folder, deps, signal)
      : importFromAddress({ ...job, url }, folder, deps, signal);
  });
