import { type FileHandle, open, stat } from "node:fs/promises";
import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { NamedError } from "../../core/errors.ts";
import type { TimeSpan } from "../../core/time/time-span.ts";
import { readNeededRanges } from "../media/range-inspector.ts";
import type { ByteRanges } from "../media/sample-ranges.ts";
import { downloadObject, type ObjectLocation } from "./files.ts";

/** A file without a usable index is copied as a whole, up to this size: about ten seconds of a function. */
const maxWholeBytes = 2 ** 30;
/** Of the needed parts together: four seconds of ProRes 4444 XQ in 4K. */
const maxPartBytes = 2 ** 30;
/** Of the index: six hours at 120 frames per second (adapters/media/isobmff.ts). */
const maxIndexBytes = 64 * 1024 ** 2;
/** Top-level boxes of a file whose index is one of them. */
const maxBoxes = 64;
/** What one request reads at a place where a box is expected: small boxes as a whole. */
const pageBytes = 64 * 1024;

/**
 * Copies to a local file what decoding a span of a video needs: the rest of the file are holes. A file whose index does not
 * locate the span is copied as a whole.
 *
 * @param span in seconds of the presentation
 * @returns the number of bytes that were read
 * @throws NamedError MediaTooLarge when there is no index and the file is larger than 1 GiB; errors of the SDK
 */
export const downloadSpan = async (
  location: ObjectLocation,
  path: string,
  span: TimeSpan,
  signal?: AbortSignal,
): Promise<number> => {
  const sizeBytes = await sizeOf(location, signal);
  const file = await open(path, "w");
  try {
    await file.truncate(sizeBytes);
    const parts = new PartialFile(location, file, sizeBytes, signal);
    if (await parts.readIndex()) {
      const ranges = await readNeededRanges(path, span, signal);
      const total = (ranges ?? []).reduce((sum, range) => sum + range.sizeBytes, 0);
      if (ranges !== null && total <= maxPartBytes) {
        for (const range of ranges) await parts.read(range);
        return parts.readBytes;
      }
    }
  } finally {
    await file.close();
  }
  if (sizeBytes > maxWholeBytes)
    throw new NamedError(
      "MediaTooLarge",
      "Frames cannot be drawn for sources of more than 1 GiB without an index for the whole file. Upload the video as an unfragmented MP4 file.",
    );
  await downloadObject(location, path, signal);
  return (await stat(path)).size;
};

const sizeOf = async ({ client, bucket, key }: ObjectLocation, signal?: AbortSignal): Promise<number> => {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
  const { ContentLength } = await client.send(command, signal ? { abortSignal: signal } : {});
  return ContentLength ?? 0;
};

/** A local file with parts of an object at their places. */
class PartialFile {
  readBytes = 0;
  private readonly location: ObjectLocation;
  private readonly file: FileHandle;
  private readonly sizeBytes: number;
  private readonly signal: AbortSignal | undefined;

  constructor(
    location: ObjectLocation,
    file: FileHandle,
    sizeBytes: number,
    signal: AbortSignal | undefined,
  ) {
    this.location = location;
    this.file = file;
    this.sizeBytes = sizeBytes;
    this.signal = signal;
  }

  /** Copies the headers of all top-level boxes and the index. Returns false for a file that has no index in one box. */
  async readIndex(): Promise<boolean> {
    let hasIndex = false;
    let offset = 0;
    for (let box = 0; offset + 8 <= this.sizeBytes; box += 1) {
      const page = await this.read({ offset, sizeBytes: pageBytes });
      const size = boxSize(page, this.sizeBytes - offset);
      const type = page.toString("latin1", 4, 8);
      if (size === null || type === "moof" || box >= maxBoxes) return false;
      if (type === "moov" && !hasIndex) {
        if (size > maxIndexBytes) return false;
        if (size > pageBytes) await this.read({ offset: offset + pageBytes, sizeBytes: size - pageBytes });
        hasIndex = true;
      }
      offset += size;
    }
    return hasIndex;
  }

  /** Copies a part, as far as the object goes. Returns its first 64 KiB. */
  async read({ offset, sizeBytes }: ByteRanges[number]): Promise<Buffer> {
    const end = Math.min(offset + sizeBytes, this.sizeBytes);
    const { client, bucket, key } = this.location;
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${offset}-${end - 1}` });
    const { Body } = await client.send(command, this.signal ? { abortSignal: this.signal } : {});
    let start = Buffer.alloc(0);
    let at = offset;
    for await (const piece of Body as AsyncIterable<Buffer>) {
      this.signal?.throwIfAborted();
      if (start.length < pageBytes) start = Buffer.concat([start, piece]);
      await this.file.write(piece, 0, piece.length, at);
      at += piece.length;
    }
    if (at < end) throw new Error(`The download ended ${end - at} bytes early`);
    this.readBytes += at - offset;
    return start;
  }
}

/** Returns the size of a top-level box by its header; null for what is no box. Source: ISO/IEC 14496-12, 4.2. */
const boxSize = (header: Buffer, rest: number): number | null => {
  if (header.length < 8 || !/^[\x20-\x7e]{4}$/.test(header.toString("latin1", 4, 8))) return null;
  const size = header.readUInt32BE(0);
  if (size === 0) return rest;
  if (size !== 1) return size < 8 ? null : size;
  return header.length < 16 ? null : Math.max(16, Number(header.readBigUInt64BE(8)));
};
