import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { forEachConcurrently } from "../../core/async/concurrency-limit.ts";

/** Where a folder of files is published. */
export interface StaticFiles {
  client: S3Client;
  bucket: string;
  /** Beginning of all keys, with a slash at its end. */
  prefix: string;
}

/** Headers of a file by its name relative to the folder, with forward slashes. */
export type HeadersOf = (name: string) => { contentType: string; cacheControl: string };

const concurrentWrites = 8;

/**
 * Writes all files of a folder, `last` after the others. Files of earlier versions stay.
 *
 * @param last name of the file that refers to the others
 */
export const publishFolder = async (
  { client, bucket, prefix }: StaticFiles,
  folder: string,
  last: string,
  headersOf: HeadersOf,
): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const write = async (name: string): Promise<void> => {
    const { contentType, cacheControl } = headersOf(name);
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: `${prefix}${name}`,
      Body: await readFile(join(folder, name)),
      ContentType: contentType,
      CacheControl: cacheControl,
    });
    await client.send(command);
  };
  const first = names.filter((name) => name !== last);
  await forEachConcurrently(first, concurrentWrites, write);
  await write(last);
};
