import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { ObjectUpload } from "../../adapters/s3/object-upload.ts";
import type { NamedError } from "../../core/errors.ts";
import { fileTooLarge, type VideoQuota } from "../../core/videos/quota.ts";
import { type Sniffed, sniffBytes, sniffMedia } from "../../core/videos/sniff.ts";

export interface ReceiveOptions {
  openUpload: (mediaType: string) => ObjectUpload;
  /** Copy for the probe. Given up, and removed, as soon as the file turns out larger than `maxLocalBytes`. */
  localPath: string;
  maxLocalBytes: number;
  /** What to throw for a file that is not accepted media. */
  refusal: (sniffed: Sniffed & { accepted: false }) => NamedError;
  withHash: boolean;
  /** More bytes than it allows are not taken. */
  quota: VideoQuota;
  /** Breaks off between two pieces. */
  signal: AbortSignal;
}

export interface ReceivedFile {
  sizeBytes: number;
  /** Null when the file was too large to be kept. */
  localPath: string | null;
  /** Lower-case hex of the whole file; null unless asked for. */
  sha256: string | null;
  /** All bytes are written; `complete` makes the object appear. The caller must call that or `abort`. */
  upload: ObjectUpload;
}

/** Collects pieces until there is enough to recognize the file, or it ends. */
const readStart = async (source: AsyncIterator<Buffer>): Promise<{ start: Buffer; isWhole: boolean }> => {
  const pieces: Buffer[] = [];
  for (let length = 0; length < sniffBytes; ) {
    const next = await source.next();
    if (next.done) return { start: Buffer.concat(pieces), isWhole: true };
    pieces.push(next.value);
    length += next.value.length;
  }
  return { start: Buffer.concat(pieces), isWhole: false };
};

const openLocalCopy = async (path: string, maxBytes: number) => {
  const file = await open(path, "w", 0o600);
  let sizeBytes = 0;
  let isKept = true;
  return {
    async write(piece: Buffer): Promise<void> {
      if (!isKept) return;
      sizeBytes += piece.length;
      if (sizeBytes <= maxBytes) {
        await file.appendFile(piece);
        return;
      }
      isKept = false;
      await file.close();
      await rm(path, { force: true });
    },
    /** Whether the copy is whole. */
    async close(): Promise<boolean> {
      if (isKept) await file.close();
      return isKept;
    },
  };
};

/**
 * Streams a file into the bucket and onto the local disk, with constant memory. Its first bytes decide whether it is
 * taken at all, before anything is stored. Throws `refusal`'s error, PayloadTooLarge, what `source` throws, and the
 * signal's reason; nothing is left behind then.
 */
export const receiveFile = async (
  source: AsyncIterable<Buffer>,
  options: ReceiveOptions,
): Promise<ReceivedFile> => {
  const pieces = source[Symbol.asyncIterator]();
  const { start, isWhole } = await readStart(pieces);
  const sniffed = sniffMedia(start.subarray(0, sniffBytes));
  if (!sniffed.accepted) throw options.refusal(sniffed);
  const upload = options.openUpload(sniffed.mediaType);
  const hash = options.withHash ? createHash("sha256") : null;
  const copy = await openLocalCopy(options.localPath, options.maxLocalBytes);
  let sizeBytes = 0;
  const take = async (piece: Buffer): Promise<void> => {
    options.signal.throwIfAborted();
    sizeBytes += piece.length;
    if (sizeBytes > options.quota.maxVideoBytes) throw fileTooLarge(options.quota);
    hash?.update(piece);
    await Promise.all([upload.write(piece), copy.write(piece)]);
  };
  try {
    await take(start);
    for (let next = isWhole ? null : await pieces.next(); next && !next.done; next = await pieces.next()) {
      await take(next.value);
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
    await pieces.return?.();
    throw error;
  }
};
