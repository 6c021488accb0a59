import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { ObjectUpload } from "../../adapters/s3/object-upload.ts";
import type { NamedError } from "../../core/errors.ts";
import { fileTooLarge, type VideoQuota } from "../../core/videos/quota.ts";
import { type Sniffed, sniffBytes, sniffMedia } from "../../core/videos/sniff.ts";

export interface ReceiveOptions {
  openUpload: (mediaType: string) => ObjectUpload;
  /** Path of the copy for the probe; it is removed as soon as the file exceeds `maxLocalBytes`. */
  localPath: string;
  maxLocalBytes: number;
  /** Returns the error for a file that is not accepted media. */
  rejectionOf: (sniffed: Sniffed & { accepted: false }) => NamedError;
  withHash: boolean;
  /** A larger file is rejected. */
  quota: VideoQuota;
  /** Ends the transfer between two chunks. */
  signal: AbortSignal;
}

export interface ReceivedFile {
  sizeBytes: number;
  /** Null when the file exceeds `maxLocalBytes`. */
  localPath: string | null;
  /** Lower-case hex of the whole file; null without `withHash`. */
  sha256: string | null;
  /** All bytes are written. The caller must call `complete`, which makes the object appear, or `abort`. */
  upload: ObjectUpload;
}

/** Collects chunks until they suffice to recognize the file, or until it ends. */
const readStart = async (source: AsyncIterator<Buffer>): Promise<{ start: Buffer; isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  for (let length = 0; length < sniffBytes; ) {
    const next = await source.next();
    if (next.done) return { start: Buffer.concat(chunks), isWhole: true };
    chunks.push(next.value);
    length += next.value.length;
  }
  return { start: Buffer.concat(chunks), isWhole: false };
};

const openLocalCopy = async (path: string, maxBytes: number) => {
  const file = await open(path, "w", 0o600);
  let sizeBytes = 0;
  let isKept = true;
  return {
    async write(chunk: Buffer): Promise<void> {
      if (!isKept) return;
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) {
        await file.appendFile(chunk);
        return;
      }
      isKept = false;
      await file.close();
      await rm(path, { force: true });
    },
    /** Returns whether the copy is complete. */
    async close(): Promise<boolean> {
      if (isKept) await file.close();
      return isKept;
    },
  };
};

/**
 * Streams a file into the bucket and onto the local disk, in constant memory. Its first bytes decide whether it is
 * accepted, before anything is stored. Throws the error of `rejectionOf`, PayloadTooLarge, what `source` throws, and the
 * signal's reason; the upload and the copy are then removed.
 */
export const receiveFile = async (
  source: AsyncIterable<Buffer>,
  options: ReceiveOptions,
): Promise<ReceivedFile> => {
  const chunks = source[Symbol.asyncIterator]();
  const { start, isWhole } = await readStart(chunks);
  const sniffed = sniffMedia(start.subarray(0, sniffBytes));
  if (!sniffed.accepted) throw options.rejectionOf(sniffed);
  const upload = options.openUpload(sniffed.mediaType);
  const hash = options.withHash ? createHash("sha256") : null;
  const copy = await openLocalCopy(options.localPath, options.maxLocalBytes);
  let sizeBytes = 0;
  const receive = async (chunk: Buffer): Promise<void> => {
    options.signal.throwIfAborted();
    sizeBytes += chunk.length;
    if (sizeBytes > options.quota.maxVideoBytes) throw fileTooLarge(options.quota);
    hash?.update(chunk);
    await Promise.all([upload.write(chunk), copy.write(chunk)]);
  };
  try {
    await receive(start);
    for (let next = isWhole ? null : await chunks.next(); next && !next.done; next = await chunks.next()) {
      await receive(next.value);
    }
    const isKept = await copy.close();
    return {
      sizeBytes,
      localPath: isKept ? options.localPath : null,
      sha256: hash?.digest("hex") ?? null,
      upload,
    };
  } catch (error) {
    await copy.close();
    await upload.abort();
    await chunks.return?.();
    throw error;
  }
};
