import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { createObjectUpload, partBytesFor } from "./object-upload.ts";

/** An object and its location. */
export interface ObjectLocation {
  client: S3Client;
  bucket: string;
  key: string;
}

/** Copies an object to a local file, with constant memory. Throws the SDK's NoSuchKey when there is none. */
export const downloadObject = async (
  { client, bucket, key }: ObjectLocation,
  path: string,
  signal?: AbortSignal,
): Promise<void> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const { Body } = await client.send(command, signal ? { abortSignal: signal } : {});
  await pipeline(Body as Readable, createWriteStream(path), signal ? { signal } : {});
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
