import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ObjectLocation } from "./files.ts";

export interface ObjectUpload {
  /** Resolves when more can be written: await it, so that memory use is constant. The chunk may be reused afterwards. */
  write(piece: Uint8Array): Promise<void>;
  /** Makes the object appear; not stopped by the signal, so that its outcome is always known. Returns its size in bytes. */
  complete(): Promise<number>;
  /** Removes all uploaded parts; idempotent, and safe at any time before `complete` has returned. */
  abort(): Promise<void>;
}

/** The largest accepted source has 10 GiB: 1,280 parts. */
const uploadPartBytes = 8 * 1024 * 1024;
/** S3 allows 10,000. */
const maxParts = 9500;

/** Returns the part size in bytes for a file of known size: an output may exceed 10,000 parts of the usual size. */
export const partBytesFor = (sizeBytes: number): number =>
  Math.max(uploadPartBytes, Math.ceil(sizeBytes / maxParts / 2 ** 20) * 2 ** 20);

/** Maximum concurrent part uploads; memory holds one more part, the one being filled. */
const concurrentParts = 2;

/**
 * Writes an object of unknown length from a stream. What fits in one part is put in one request; longer ones become a
 * multipart upload, which the bucket's lifecycle removes if this process ends before it is complete.
 */
export const createObjectUpload = (
  options: ObjectLocation & {
    contentType: string;
    signal?: AbortSignal | undefined;
    partBytes?: number;
  },
): ObjectUpload => {
  const { client, bucket, key, contentType, signal, partBytes = uploadPartBytes } = options;
  const target = { Bucket: bucket, Key: key };
  const sending = signal ? { abortSignal: signal } : {};
  const spares: Buffer[] = [];
  const parts: CompletedPart[] = [];
  const underway = new Set<Promise<void>>();
  let uploadId: string | null = null;
  let part: Buffer | null = null;
  let filled = 0;
  let sizeBytes = 0;
  let partCount = 0;
  let failure: unknown = null;

  const begin = async (): Promise<string> => {
    if (uploadId !== null) return uploadId;
    const command = new CreateMultipartUploadCommand({ ...target, ContentType: contentType });
    const { UploadId } = await client.send(command, sending);
    if (UploadId === undefined) throw new Error("S3 returned no upload ID");
    uploadId = UploadId;
    return UploadId;
  };

  const sendPart = async (body: Buffer, PartNumber: number, UploadId: string): Promise<void> => {
    const command = new UploadPartCommand({ ...target, UploadId, PartNumber, Body: body });
    const { ETag } = await client.send(command, sending);
    parts.push({ PartNumber, ETag });
  };

  /** Sends the filled part; waits while too many uploads are in progress. */
  const flush = async (): Promise<void> => {
    if (part === null || filled === 0) return;
    const buffer = part;
    const body = buffer.subarray(0, filled);
    part = null;
    filled = 0;
    partCount += 1;
    const number = partCount;
    const id = await begin();
    const sent: Promise<void> = sendPart(body, number, id)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        spares.push(buffer);
        underway.delete(sent);
      });
    underway.add(sent);
    if (underway.size >= concurrentParts) await Promise.race(underway);
    if (failure !== null) throw failure;
  };

  const settle = async (): Promise<void> => {
    await Promise.all(underway);
    if (failure !== null) throw failure;
  };

  return {
    async write(piece) {
      for (let at = 0; at < piece.length; ) {
        if (failure !== null) throw failure;
        part ??= spares.pop() ?? Buffer.allocUnsafeSlow(partBytes);
        const length = Math.min(piece.length - at, partBytes - filled);
        part.set(piece.subarray(at, at + length), filled);
        filled += length;
        sizeBytes += length;
        at += length;
        if (filled === partBytes) await flush();
      }
    },

    async complete() {
      if (uploadId === null) {
        const Body = part?.subarray(0, filled) ?? Buffer.alloc(0);
        await client.send(new PutObjectCommand({ ...target, Body, ContentType: contentType }));
        return sizeBytes;
      }
      await flush();
      await settle();
      parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
      const MultipartUpload = { Parts: parts };
      await client.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId: uploadId, MultipartUpload }),
      );
      uploadId = null;
      return sizeBytes;
    },

    async abort() {
      await Promise.all(underway);
      if (uploadId === null) return;
      const id = uploadId;
      uploadId = null;
      await client.send(new AbortMultipartUploadCommand({ ...target, UploadId: id }));
    },
  };
};
