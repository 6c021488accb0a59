import { join } from "node:path";
import { sniffFile } from "../../adapters/media/media-start.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { isNamedError } from "../../core/errors.ts";
import { checkDuration } from "../../core/videos/quota.ts";
import type { ImportedMedia } from "../../core/workflows/video-import/video-import.ts";
import type { ImportTaskInput } from "./environment.ts";
import { type FetchMediaDeps, fetchMedia, unsupportedMedia } from "./fetch-media.ts";

export interface ImportMediaDeps extends FetchMediaDeps {
  /** Throws NamedError UploadIncomplete when the object does not exist. */
  download: (key: string, path: string, signal: AbortSignal) => Promise<void>;
  deleteObject: (key: string) => Promise<void>;
}

/** Probes a file that the client has uploaded into the bucket part by part; deletes it when it is unusable. */
const importFromBucket = async (
  job: Omit<ImportTaskInput, "job">,
  folder: string,
  deps: ImportMediaDeps,
  signal: AbortSignal,
): Promise<ImportedMedia> => {
  const path = join(folder, "source");
  await deps.download(job.sourceKey, path, signal);
  try {
    const sniffed = await sniffFile(path);
    if (!sniffed.accepted) throw unsupportedMedia(sniffed);
    const media = await deps.probe(path, signal);
    checkDuration(media.durationSeconds, job);
    return { media };
  } catch (error) {
    if (isNamedError(error)) await deps.deleteObject(job.sourceKey);
    throw error;
  }
};

/**
 * Runs one import: fetches the URL into the bucket unless the client has uploaded the file, and probes the media.
 * Idempotent. Throws NamedError DownloadFailed, AddressNotAllowed, UnsupportedMediaType, MediaUnreadable,
 * NoVideoOrAudioStream, MediaTooLarge, UploadIncomplete.
 */
export const importMedia = (
  job: Omit<ImportTaskInput, "job">,
  deps: ImportMediaDeps,
  signal: AbortSignal,
): Promise<ImportedMedia> =>
  withScratchFolder("ingest", (folder) => {
    const { url } = job;
    return url === null
      ? importFromBucket(job, folder, deps, signal)
      : fetchMedia({ url, key: job.sourceKey, quota: job }, folder, deps, signal);
  });
