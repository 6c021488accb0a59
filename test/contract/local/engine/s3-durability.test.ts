import { createHash, randomBytes } from "node:crypto";
import {
  CreateBucketCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";
import { Bucket, mib, objectsOf } from "./objects.ts";

jest.setTimeout(60_000);

const large = randomBytes(12 * mib + 7);
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
  await engine.s3().send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  await engine.stop();
});

const { get } = objectsOf(() => engine);

describe("Acknowledged objects", () => {
  test("survive kill -9 with bytes, content type, ETag, metadata and tags", async () => {
    const ETags = new Map<string, string | undefined>();
    for (const [Key, Body] of [
      ["big", large] as const,
      ["tiny/key with spaces", Buffer.from("tiny")] as const,
    ]) {
      const { ETag } = await engine.s3().send(
        new PutObjectCommand({
          Bucket,
          Key,
          Body,
          ContentType: "video/quicktime",
          CacheControl: "no-store",
          Metadata: { task: "t1" },
          Tagging: "kind=source",
        }),
      );
      ETags.set(Key, ETag);
    }
    await engine.s3().send(
      new PutObjectTaggingCommand({
        Bucket,
        Key: "big",
        Tagging: { TagSet: [{ Key: "kind", Value: "changed" }] },
      }),
    );
    engine = await engine.crashAndRestart();
    for (const [Key, ETag] of ETags) {
      const result = await get(Key);
      expect(result).toMatchObject({
        ETag,
        ContentType: "video/quicktime",
        CacheControl: "no-store",
        Metadata: { task: "t1" },
      });
      expect(result.bytes).toHaveLength(Key === "big" ? large.length : 4);
      const { TagSet } = await engine.s3().send(new GetObjectTaggingCommand({ Bucket, Key }));
      expect(TagSet).toEqual([{ Key: "kind", Value: Key === "big" ? "changed" : "source" }]);
    }
  });

  test("are complete after a crash during uploads: the bytes match ETag and metadata", async () => {
    const put = (Key: string, turn: number) => {
      const Body = randomBytes(100_000 + turn * 30_000);
      const Metadata = { size: String(Body.length) };
      return engine.s3().send(new PutObjectCommand({ Bucket, Key, Body, Metadata }));
    };
    let done = 0;
    const writers = ["w1", "w2", "w3", "w4"].map(async (Key) => {
      for (let turn = 0; turn < 200; turn++) {
        await put(Key, turn);
        if (++done === 60) engine.child.kill("SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    engine = await startEngine({ port: engine.port, data: engine.data });
    for (const Key of ["w1", "w2", "w3", "w4"]) {
      const { bytes, ETag, Metadata } = await get(Key);
      expect(ETag).toBe(`"${md5(bytes)}"`);
      expect(Metadata).toEqual({ size: String(bytes.length) });
    }
  });
});
