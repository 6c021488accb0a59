import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { createObjectUpload, partBytesFor } from "./object-upload.ts";

/** An object and its location. */
export interface ObjectLocation {
  client: S3Client;
  bucket: string;
  key: string;
}

/** Broken connections in a row, without a byte between them, after which a download fails. */
const maxFailures = 5;

interface Progress {
  written: number;
  /** Identifies the version of the object that the download began with. */
  etag: string | undefined;
}

/** Appends the rest of the object to the file. Throws the error that interrupts the download; `progress` then has the received size. */
const appendRest = async (
  { client, bucket, key }: ObjectLocation,
  file: FileHandle,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(progress.written === 0 ? {} : { Range: `bytes=${progress.written}-`, IfMatch: progress.etag }),
  });
  const { Body, ETag, ContentLength = 0 } = await client.send(command, signal ? { abortSignal: signal } : {});
  progress.etag = ETag;
  const end = progress.written + ContentLength;
  for await (const piece of Body as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    await file.appendFile(piece);
    progress.written += piece.length;
  }
  if (progress.written < end) throw new Error(`The download ended ${end - progress.written} bytes early`);
};

/**
 * Copies an object to a local file, with constant memory. A broken connection continues where it broke. Throws the SDK's
 * NoSuchKey if the object does not exist, and PreconditionFailed if it was replaced meanwhile.
 *
 * @param retryDelayMs first delay after a broken connection, doubled while nothing arrives
 */
export const downloadObject = async (
  location: ObjectLocation,
  path: string,
  signal?: AbortSignal,
  retryDelayMs = 500,
): Promise<void> => {
  const file = await open(path, "w");
  const progress: Progress = { written: 0, etag: undefined };
  try {
    for (let failures = 0; ; failures += 1) {
      const before = progress.written;
      try {
        return await appendRest(location, file, progress, signal);
      } catch (error) {
        if (progress.written > before) failures = 0;
        if (signal?.aborted || isErrorResponse(error) || failures >= maxFailures) throw error;
        await delay(retryDelayMs * 2 ** failures, undefined, signal ? { signal } : {});
      }
    }
  } finally {
    await file.close();
  }
};

/** S3 answered, after the SDK's own retries: another request would get the same. */
const isErrorResponse = (error: unknown): boolean => {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status >= 400 && status < 500;
};

/** Copies a local file to an object, with constant memory; the object appears complete or not at all. */
export const uploadFile = async (
  address: ObjectLocation,
  path: string,
  contentType: string,
  signal?: AbortSignal,
): Promise<void> => {
  const { size } = await stat(path);
  const upload = createObjectUpload({ ...address, contentType, signal, partBytes: partBytesFor(size) });
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      await upload.write(piece as Buffer);
    }
    await upload.complete();
  } catch (error) {
    await upload.abort();
    throw error;
  }
};
