import { join } from "node:path";
import type { Egress, FetchLimits } from "../../adapters/egress/egress.ts";
import type { ObjectUpload } from "../../adapters/s3/object-upload.ts";
import { downloadFilename } from "../../core/egress/download-rules.ts";
import { NamedError } from "../../core/errors.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { checkDuration, type VideoQuota } from "../../core/videos/quota.ts";
import type { Sniffed } from "../../core/videos/sniff.ts";
import { receiveFile } from "./receive-file.ts";

export interface FetchMediaDeps {
  egress: Egress;
  openUpload: (key: string, mediaType: string, signal: AbortSignal) => ObjectUpload;
  probe: (path: string, signal: AbortSignal) => Promise<MediaInfo>;
}

export interface MediaToFetch {
  url: string;
  /** Object key in the bucket. */
  key: string;
  quota: VideoQuota;
  limits?: Partial<FetchLimits>;
  /** Throws NamedError for media that the caller cannot use. */
  check?: (media: MediaInfo) => void;
}

export const unsupportedMedia = (sniffed: Sniffed & { accepted: false }): NamedError =>
  new NamedError("UnsupportedMediaType", sniffed.message);

const unsupportedDownload = (sniffed: Sniffed & { accepted: false }): NamedError =>
  sniffed.found === "an HTML page"
    ? new NamedError(
        "DownloadFailed",
        "The URL returned an HTML page, not a file. Use a direct download URL.",
      )
    : unsupportedMedia(sniffed);

/**
 * Fetches a URL into the bucket; the object appears only after the file has passed the probe. Throws NamedError
 * DownloadFailed, AddressNotAllowed, UnsupportedMediaType, MediaUnreadable, NoVideoOrAudioStream, MediaTooLarge and what
 * `check` throws.
 *
 * @param folder Scratch folder of the caller, which holds the file during the probe.
 */
export const fetchMedia = async (
  { url, key, quota, limits, check }: MediaToFetch,
  folder: string,
  deps: FetchMediaDeps,
  signal: AbortSignal,
): Promise<{ media: MediaInfo; filename: string | null }> => {
  const fetched = await deps.egress.fetchFile(url, { ...limits, maxBytes: quota.maxVideoBytes }, signal);
  const { upload, localPath } = await receiveFile(fetched.body, {
    openUpload: (mediaType) => deps.openUpload(key, mediaType, signal),
    localPath: join(folder, "source"),
    maxLocalBytes: Number.POSITIVE_INFINITY,
    rejectionOf: unsupportedDownload,
    withHash: false,
    quota,
    signal,
  });
  try {
    const media = await deps.probe(localPath ?? "", signal);
    checkDuration(media.durationSeconds, quota);
    check?.(media);
    await upload.complete();
    return { media, filename: downloadFilename(fetched.url, fetched.contentDisposition) };
  } catch (error) {
    await upload.abort();
    throw error;
  }
};
