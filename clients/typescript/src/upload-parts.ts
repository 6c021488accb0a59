import { CapstackError } from "./capstack-error.ts";
import type { Ttl } from "./interface.ts";
import { type Connection, type ResponseOf, send } from "./send.ts";

export interface UploadOptions {
  filename: string;
  ttl?: Ttl | undefined;
  /** 5 MiB or more; 16 MiB by default, more for files that would have over 10,000 parts. */
  partBytes?: number | undefined;
  /** Concurrent parts; 3 by default. */
  parallel?: number | undefined;
  onBytes?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** Makes the start of the upload safe to repeat. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The video of a completed upload; `id` and `videoId` are equal. */
export type UploadedFile = ResponseOf<"completeUpload"> & { videoId: string };

/** Limit of S3. */
const maxParts = 10_000;
const attemptsPerPart = 4;

const sizesOf = (total: number, partBytes: number): number[] => {
  const size = Math.max(partBytes, Math.ceil(total / maxParts));
  return Array.from({ length: Math.max(1, Math.ceil(total / size)) }, (_, index) =>
    Math.min(size, total - index * size),
  );
};

interface PartSource {
  /** Number of the part, from 1. */
  partNumber: number;
  bytes: Blob;
  url: string;
}

type Upload = Pick<ResponseOf<"createUpload">, "uploadId" | "videoId">;

/** Sends one part. A failed part is sent again to a newly signed URL, because the first one may have expired. */
const sendPart = async (
  connection: Connection,
  { uploadId, videoId }: Upload,
  { partNumber, bytes, ...first }: PartSource,
  abort: { signal?: AbortSignal },
): Promise<void> => {
  let { url } = first;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await (connection.fetch ?? fetch)(url, { method: "PUT", body: bytes, ...abort });
      const content = await response.text();
      if (response.ok) return;
      throw new CapstackError(response.status, response.headers, {
        message: `Part ${partNumber}: ${content}`,
      });
    } catch (error) {
      if (attempt === attemptsPerPart || abort.signal?.aborted) throw error;
      const body = { uploadId, videoId, partNumbers: [partNumber] };
      const signed = await send(connection, "signUploadUrls", { body, ...abort });
      url = signed.urls[0] ?? "";
    }
  }
};

/**
 * Uploads a file in parts to presigned URLs. Each part is attempted up to four times. In Node `openAsBlob(path)` returns
 * a Blob that is read from disk during the upload.
 */
export const uploadParts = async (
  connection: Connection,
  file: Blob,
  { filename, ttl, partBytes = 16 * 1024 ** 2, parallel = 3, onBytes, ...options }: UploadOptions,
): Promise<UploadedFile> => {
  const sizes = sizesOf(file.size, partBytes);
  const size = sizes[0] ?? 0;
  const { signal } = options;
  const abort = signal === undefined ? {} : { signal };
  const upload = await send(connection, "createUpload", {
    query: ttl === undefined ? {} : { ttl },
    body: { filename, uploadParts: sizes.map((contentLength) => ({ contentLength })) },
    ...options,
  });
  const { uploadId, videoId, urls } = upload;
  const partAt = (index: number): PartSource => ({
    partNumber: index + 1,
    bytes: file.slice(index * size, index * size + (sizes[index] ?? 0)),
    url: urls[index] ?? "",
  });

  let next = 0;
  let sentBytes = 0;
  const work = async (): Promise<void> => {
    while (next < sizes.length) {
      const index = next++;
      try {
        await sendPart(connection, upload, partAt(index), abort);
      } catch (error) {
        // The other workers start no further part.
        next = sizes.length;
        throw error;
      }
      sentBytes += sizes[index] ?? 0;
      onBytes?.(sentBytes, file.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, sizes.length) }, work));
  const video = await send(connection, "completeUpload", { body: { uploadId, videoId }, ...abort });
  return { ...video, videoId };
};
