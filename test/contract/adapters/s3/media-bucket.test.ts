import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createS3MediaBucket } from "../../../../adapters/s3/media-bucket.ts";
import { createS3TranscriptStore } from "../../../../adapters/s3/transcript-store.ts";
import { recognitionKey, transcriptKey } from "../../../../core/storage/keys.ts";
import type { MediaBucket } from "../../../../core/storage/media-bucket.ts";
import type { TranscriptStore } from "../../../../core/transcript/transcript-store.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { createMemoryBucket, createMemoryTranscripts } from "../../../fakes/media.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";

const words: WordEntry[] = [
  { text: "Grüße", type: "word", startSeconds: 0.5, endSeconds: 1, confidence: 0.9, emoji: null },
  { text: ".", type: "punctuation", startSeconds: 1, endSeconds: 1 },
];

const transcriptSuite = (store: () => TranscriptStore): void => {
  test("returns transcripts as they were stored, per revision", async () => {
    await store().write("task", 1, words);
    await store().write("task", 1, words);
    await store().write("task", 2, []);
    await store().writeSupplied("task", words.slice(1));
    const reference = [{ text: "Grüße.", startSeconds: 0.5, endSeconds: 1 }];
    await store().writeReference("task", reference);
    expect(await store().readReference("task")).toEqual(reference);
    expect(await store().read("task", 1)).toEqual(words);
    expect(await store().read("task", 2)).toEqual([]);
    expect(await store().readSupplied("task")).toEqual(words.slice(1));
    await expect(store().read("task", 3)).rejects.toThrow();
    await store().writeClip("task", 0, words);
    await store().writeClip("task", 1, []);
    expect([await store().readClip("task", 0), await store().readClip("task", 1)]).toEqual([words, []]);
  });

  test("keeps one of several concurrent transcripts of a revision", async () => {
    const tries = await Promise.all([1, 2, 3].map(() => store().writeNew("race", 1, words)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await store().writeNew("race", 1, [])).toBe(false);
    expect(await store().read("race", 1)).toEqual(words);
  });
};

const uploadSuite = (
  bucket: () => MediaBucket,
  put: (url: string, bytes: Uint8Array) => Promise<unknown>,
) => {
  const large = new Uint8Array(5_242_880).fill(7);
  const small = new Uint8Array([1, 2, 3]);

  test("accepts parts at their URLs and joins them in order", async () => {
    const uploadId = await bucket().createMultipartUpload("joined", "video/mp4");
    expect(await bucket().listParts("joined", uploadId)).toEqual([]);
    const sign = async (part: number, size: number) =>
      (await bucket().signPart("joined", uploadId, part, size, 600)).url;
    await put(await sign(2, small.length), small);
    await put(await sign(1, large.length), large);
    const parts = (await bucket().listParts("joined", uploadId)) ?? [];
    expect(parts.map(({ partNumber, sizeBytes }) => [partNumber, sizeBytes])).toEqual([
      [1, large.length],
      [2, small.length],
    ]);
    await bucket().completeMultipartUpload("joined", uploadId, parts);
    expect(await bucket().head("joined")).toBe(large.length + small.length);
    expect(await bucket().listParts("joined", uploadId)).toBeNull();
    expect([...(await bucket().readStart("joined", 3))]).toEqual([7, 7, 7]);
    await bucket().delete("joined");
    expect(await bucket().head("joined")).toBeNull();
  });

  test("aborts an upload, idempotently", async () => {
    const uploadId = await bucket().createMultipartUpload("given-up", "video/mp4");
    await bucket().abortMultipartUpload("given-up", uploadId);
    await bucket().abortMultipartUpload("given-up", uploadId);
    expect(await bucket().listParts("given-up", uploadId)).toBeNull();
  });

  test("deletes all objects and uploads with a prefix, and no others", async () => {
    for (const key of ["gone/a.json", "gone/deep/b.json", "gone-not/c.json"]) await bucket().putJson(key, {});
    const uploadId = await bucket().createMultipartUpload("gone/source", "video/mp4");
    const other = await bucket().createMultipartUpload("other/source", "video/mp4");
    const { url } = await bucket().signPart("gone/source", uploadId, 1, small.length, 600);
    await put(url, small);
    await bucket().deleteAll("gone/");
    await bucket().deleteAll("gone/");
    expect(await bucket().head("gone/a.json")).toBeNull();
    expect(await bucket().head("gone/deep/b.json")).toBeNull();
    expect(await bucket().head("gone-not/c.json")).not.toBeNull();
    expect(await bucket().listParts("gone/source", uploadId)).toBeNull();
    expect(await bucket().listParts("other/source", other)).toEqual([]);
  });

  test("returns JSON as it was stored", async () => {
    await bucket().putJson("folder/a.json", { words });
    expect(await bucket().getJson("folder/a.json")).toEqual({ words });
  });

  test("keeps one of several concurrent new documents", async () => {
    const written = await Promise.all([1, 2, 3].map((n) => bucket().putNewJson("folder/new.json", { n })));
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await bucket().getJson("folder/new.json")).toEqual({ n: written.indexOf(true) + 1 });
    expect(await bucket().putNewJson("folder/new.json", {})).toBe(false);
  });
};

describe("the media bucket in memory", () => {
  let bucket = createMemoryBucket();
  const transcripts = createMemoryTranscripts();
  beforeEach(() => {
    bucket = createMemoryBucket();
  });
  transcriptSuite(() => transcripts);
  uploadSuite(
    () => bucket,
    async (url, bytes) => {
      const query = new URL(url).searchParams;
      bucket.putPart(query.get("uploadId") ?? "", Number(query.get("partNumber")), bytes);
    },
  );
});

describe("the media bucket in S3", () => {
  let engine: Engine;
  let bucket: MediaBucket;
  let transcripts: TranscriptStore;
  // The signer uses the credentials of the environment, as in functions.
  const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", AWS_REGION: "us-east-1" };
  const before = { ...process.env };
  beforeAll(async () => {
    Object.assign(process.env, credentials);
    engine = await startEngine();
    const client = engine.s3();
    await client.send(new CreateBucketCommand({ Bucket: "media" }));
    bucket = createS3MediaBucket({ name: "media", client, publicUrl: engine.endpoint });
    transcripts = createS3TranscriptStore("media", client);
  });
  afterAll(async () => {
    process.env = before;
    await engine.stop();
  });
  const put = async (url: string, bytes: Uint8Array): Promise<number> =>
    (await fetch(url, { method: "PUT", body: Buffer.from(bytes) })).status;

  transcriptSuite(() => transcripts);
  uploadSuite(() => bucket, put);

  test("accepts exactly the signed number of bytes at a part's URL", async () => {
    const uploadId = await bucket.createMultipartUpload("exact", "video/mp4");
    const { url } = await bucket.signPart("exact", uploadId, 1, 4, 600);
    expect(url.startsWith(`${engine.endpoint}/media/exact?`)).toBe(true);
    expect(await put(url, new Uint8Array(5))).toBe(403);
    expect(await put(url.replace("partNumber=1", "partNumber=2"), new Uint8Array(4))).toBe(403);
    expect(await put(url, new Uint8Array(4))).toBe(200);
  });

  test("stores a transcript in the spelling of the API, as clients download it", async () => {
    await transcripts.write("spelled", 1, words);
    expect(await bucket.getJson(transcriptKey("spelled", 1))).toEqual([
      { text: "Grüße", type: "word", start_time: 0.5, end_time: 1, confidence: 0.9, emoji: null },
      { text: ".", type: "punctuation", start_time: 1, end_time: 1 },
    ]);
  });

  test("validates a recognition with its schema", async () => {
    const recognition = { language: "en", languageConfidence: 0.9, engine: "whisper", words: [] };
    await bucket.putJson(recognitionKey("task"), recognition);
    expect(await transcripts.readRecognition("task")).toEqual(recognition);
  });
});
