import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { downloadObject, uploadFile } from "../../../../adapters/s3/files.ts";
import { createObjectUpload } from "../../../../adapters/s3/object-upload.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";

const bucket = "media";
const MiB = 1024 * 1024;
let engine: Engine;
let client: S3Client;
let folder: string;

beforeAll(async () => {
  engine = await startEngine();
  client = engine.s3();
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  folder = await mkdtemp(path.join(tmpdir(), "capstack-objects-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  client.destroy();
  await engine.stop();
});

const open = (key: string, signal?: AbortSignal) =>
  createObjectUpload({ client, bucket, key, contentType: "video/mp4", signal, partBytes: 5 * MiB });
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const read = async (key: string): Promise<Buffer> => {
  const file = path.join(folder, "read");
  await downloadObject({ client, bucket, key }, file);
  return readFile(file);
};
const unfinished = async (): Promise<unknown[]> =>
  (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];

describe("writing an object from a stream", () => {
  test.each([
    ["nothing", 0, 1000],
    ["less than a part, in small pieces", 70_000, 999],
    ["exactly one part", 5 * MiB, MiB],
    ["exactly two parts", 10 * MiB, 3 * MiB],
    ["several parts and a rest, in pieces larger than a part", 17 * MiB + 123, 6 * MiB],
  ])("%s", async (name, size, step) => {
    const content = randomBytes(size);
    const upload = open(name);
    // One buffer for all chunks, like a stream that reuses its memory.
    const reused = Buffer.alloc(step);
    for (let at = 0; at < size; at += step) {
      const length = content.copy(reused, 0, at, at + step);
      await upload.write(reused.subarray(0, length));
    }
    expect(await upload.complete()).toBe(size);
    await upload.abort();
    expect(sha256(await read(name))).toBe(sha256(content));
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: name }));
    expect(head).toMatchObject({ ContentLength: size, ContentType: "video/mp4" });
    expect(await unfinished()).toEqual([]);
  });

  test("leaves no object when it is aborted", async () => {
    const upload = open("given-up");
    await upload.write(randomBytes(11 * MiB));
    expect(await unfinished()).toHaveLength(1);
    await upload.abort();
    await upload.abort();
    expect(await unfinished()).toEqual([]);
  });

  test("fails when a part cannot be sent", async () => {
    const abort = new AbortController();
    const upload = open("failing", abort.signal);
    await upload.write(randomBytes(5 * MiB));
    abort.abort();
    const writeOn = async () => {
      for (let index = 0; index < 10; index++) await upload.write(Buffer.alloc(5 * MiB));
    };
    await expect(writeOn()).rejects.toMatchObject({ name: "AbortError" });
    await upload.abort();
    expect(await unfinished()).toEqual([]);
  });
});

test("files are uploaded and downloaded unchanged", async () => {
  const file = path.join(folder, "source");
  const content = randomBytes(9 * MiB + 7);
  await writeFile(file, content);
  await uploadFile({ client, bucket, key: "file" }, file, "video/mp4");
  expect(sha256(await read("file"))).toBe(sha256(content));
  await expect(read("missing")).rejects.toMatchObject({ name: "NoSuchKey" });
});
