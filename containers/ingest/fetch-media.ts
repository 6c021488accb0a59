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
  /** Where it goes in the bucket. */
  key: string;
  quota: VideoQuota;
  limits?: Partial<FetchLimits>;
  /** Throws NamedError for media that is of no use. */
  check?: (media: MediaInfo) => void;
}

export const mediaRefusal = (sniffed: Sniffed & { accepted: false }): NamedError =>
  new NamedError("UnsupportedMediaType", sniffed.message);

const downloadRefusal = (sniffed: Sniffed & { accepted: false }): NamedError =>
  sniffed.found === "an HTML page"
    ? new NamedError(
        "DownloadFailed",
        "The URL returned an HTML page, not the file: use the URL of a direct download.",
      )
    : mediaRefusal(sniffed);

/**
 * From a caller's address into the bucket; the object appears only when the file has proved usable. Throws NamedError
 * DownloadFailed, AddressNotAllowed, UnsupportedMediaType, MediaUnreadable, NoVideoOrAudioStream, MediaTooLarge and what
 * `check` throws.
 *
 * @param folder of the caller; holds the file while it is looked at
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
    refusal: downloadRefusal,
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
