import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
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

const { get, createUpload, uploadPart, complete } = objectsOf(() => engine);

describe("PUT", () => {
  test.each([1000, large.length])(
    "stores a body of %d bytes unchanged for any content type",
    async (size) => {
      const body = large.subarray(0, size);
      const url = await getSignedUrl(engine.s3(), new PutObjectCommand({ Bucket, Key: "form" }));
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await fetch(url, { method: "PUT", body, headers })).status).toBe(200);
      const { bytes, ContentType } = await get("form");
      expect(ContentType).toBe("application/x-www-form-urlencoded");
      expect(md5(bytes)).toBe(md5(body));
    },
  );

  test("does not treat a form body as a request to another service", async () => {
    const url = await getSignedUrl(engine.s3(), new PutObjectCommand({ Bucket, Key: "form" }));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = "Action=ListQueues&Version=2012-11-05";
    expect((await fetch(url, { method: "PUT", body, headers })).status).toBe(200);
    expect(Buffer.from((await get("form")).bytes).toString()).toBe(body);
  });

  test("accepts an aws-chunked stream with a trailing checksum and returns the ETag", async () => {
    const body = Readable.from([large.subarray(0, 5 * mib), large.subarray(5 * mib)]);
    const { ETag } = await engine
      .s3()
      .send(new PutObjectCommand({ Bucket, Key: "stream", Body: body, ContentLength: large.length }));
    expect(ETag).toBe(`"${md5(large)}"`);
    expect(md5((await get("stream", { ChecksumMode: "ENABLED" })).bytes)).toBe(md5(large));
  });

  test("rejects a body that does not match its checksum or MD5", async () => {
    const wrong = (more: object) =>
      engine.s3().send(new PutObjectCommand({ Bucket, Key: "wrong", Body: large, ...more }));
    await expect(wrong({ ChecksumCRC32: "AAAAAA==" })).rejects.toMatchObject({ name: "BadDigest" });
    const ContentMD5 = createHash("md5").update("x").digest("base64");
    await expect(wrong({ ContentMD5 })).rejects.toMatchObject({ name: "BadDigest" });
    await expect(get("wrong")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("checks If-None-Match and the signature for large bodies too", async () => {
    const put = () =>
      engine.s3().send(new PutObjectCommand({ Bucket, Key: "once", Body: large, IfNoneMatch: "*" }));
    await put();
    await expect(put()).rejects.toMatchObject({ name: "PreconditionFailed" });
    const url = await getSignedUrl(engine.s3(), new PutObjectCommand({ Bucket, Key: "forged" }));
    const forged = url.replace(/X-Amz-Signature=..../, "X-Amz-Signature=0000");
    expect((await fetch(forged, { method: "PUT", body: large })).status).toBe(403);
    await expect(get("forged")).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

describe("GET", () => {
  test.each([
    ["bytes=0-0", 0, 1],
    [`bytes=${5 * mib}-${7 * mib}`, 5 * mib, 7 * mib + 1],
    ["bytes=-10", large.length - 10, large.length],
    [`bytes=${large.length - 3}-`, large.length - 3, large.length],
  ])("of %s returns those bytes", async (Range, start, end) => {
    await engine.s3().send(new PutObjectCommand({ Bucket, Key: "ranged", Body: large }));
    const result = await get("ranged", { Range });
    expect(result.ContentRange).toBe(`bytes ${start}-${end - 1}/${large.length}`);
    expect(result.ContentLength).toBe(end - start);
    expect(md5(result.bytes)).toBe(md5(large.subarray(start, end)));
  });

  test("beyond the end is 416; If-None-Match is 304; HEAD has the size", async () => {
    const beyond = get("ranged", { Range: `bytes=${large.length}-` });
    await expect(beyond).rejects.toMatchObject({ $metadata: { httpStatusCode: 416 } });
    const same = get("ranged", { IfNoneMatch: `"${md5(large)}"` });
    await expect(same).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    const head = await engine.s3().send(new HeadObjectCommand({ Bucket, Key: "ranged" }));
    expect(head.ContentLength).toBe(large.length);
  });

  test("continues to read the old object while it is replaced", async () => {
    await engine.s3().send(new PutObjectCommand({ Bucket, Key: "replaced", Body: large }));
    const result = await engine.s3().send(new GetObjectCommand({ Bucket, Key: "replaced" }));
    await engine.s3().send(new PutObjectCommand({ Bucket, Key: "replaced", Body: "new" }));
    expect(md5((await result.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(md5(large));
    expect(Buffer.from((await get("replaced")).bytes).toString()).toBe("new");
  });

  test("of an empty object is empty", async () => {
    await engine.s3().send(new PutObjectCommand({ Bucket, Key: "empty", Body: new Uint8Array() }));
    expect((await get("empty")).bytes).toHaveLength(0);
  });
});

describe("Copies and versions", () => {
  test("have the bytes of the source and outlive it, also for a part copied from a range", async () => {
    await engine.s3().send(new PutObjectCommand({ Bucket, Key: "source", Body: large }));
    await engine.s3().send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/source` }));
    const UploadId = await createUpload("part-copy");
    const copied = await engine.s3().send(
      new UploadPartCopyCommand({
        Bucket,
        Key: "part-copy",
        UploadId,
        PartNumber: 1,
        CopySource: `${Bucket}/source`,
        CopySourceRange: `bytes=100-${6 * mib}`,
      }),
    );
    await complete("part-copy", UploadId, [{ PartNumber: 1, ETag: copied.CopyPartResult?.ETag }]);
    await engine.s3().send(new DeleteObjectCommand({ Bucket, Key: "source" }));
    expect(md5((await get("copy")).bytes)).toBe(md5(large));
    expect(md5((await get("part-copy")).bytes)).toBe(md5(large.subarray(100, 6 * mib + 1)));
  });

  test("keep their bytes after a crash", async () => {
    const versioned = { Bucket: "versioned", Key: "key" };
    await engine.s3().send(new CreateBucketCommand({ Bucket: versioned.Bucket }));
    await engine.s3().send(
      new PutBucketVersioningCommand({
        Bucket: versioned.Bucket,
        VersioningConfiguration: { Status: "Enabled" },
      }),
    );
    const put = async (Body: Uint8Array) =>
      (await engine.s3().send(new PutObjectCommand({ ...versioned, Body }))).VersionId;
    const first = await put(large);
    const second = await put(large.subarray(1));
    await engine.snapshot();
    engine = await engine.crashAndRestart();
    expect(md5((await get("key", { ...versioned, VersionId: first })).bytes)).toBe(md5(large));
    expect(md5((await get("key", { ...versioned })).bytes)).toBe(md5(large.subarray(1)));
    await engine.s3().send(new DeleteObjectCommand({ ...versioned, VersionId: second }));
    expect(md5((await get("key", { ...versioned })).bytes)).toBe(md5(large));
    const { Versions } = await engine.s3().send(new ListObjectVersionsCommand({ Bucket: versioned.Bucket }));
    expect(Versions).toHaveLength(1);
  });
});

describe("Multipart uploads", () => {
  test("join parts in any order, have S3's ETag, and can be completed again", async () => {
    const UploadId = await createUpload("joined", { ContentType: "video/mp4", Metadata: { own: "yes" } });
    const second = await uploadPart("joined", UploadId, 7, large.subarray(5 * mib));
    const first = await uploadPart("joined", UploadId, 2, large.subarray(0, 5 * mib));
    const result = await complete("joined", UploadId, [first, second]);
    const sums = [large.subarray(0, 5 * mib), large.subarray(5 * mib)].map((part) =>
      Buffer.from(md5(part), "hex"),
    );
    expect(result.ETag).toBe(`"${md5(Buffer.concat(sums))}-2"`);
    expect((await complete("joined", UploadId, [first, second])).ETag).toBe(result.ETag);
    const { bytes, ContentType, Metadata } = await get("joined");
    expect(md5(bytes)).toBe(md5(large));
    expect(ContentType).toBe("video/mp4");
    expect(Metadata).toEqual({ own: "yes" });
  });

  test.each([
    ["EntityTooSmall", [1, 2], 5 * mib - 1],
    ["InvalidPartOrder", [2, 1], 5 * mib],
    ["InvalidPart", [1, 2, 3], 5 * mib],
    ["MalformedXML", [], 5 * mib],
  ])("are rejected with %s and kept", async (name, numbers, firstBytes) => {
    const UploadId = await createUpload("rejected");
    const parts = [
      await uploadPart("rejected", UploadId, 1, large.subarray(0, firstBytes)),
      await uploadPart("rejected", UploadId, 2, large.subarray(0, 1)),
      { PartNumber: 3, ETag: '"missing"' },
    ];
    const chosen = numbers.map((number) => parts[number - 1] ?? {});
    await expect(complete("rejected", UploadId, chosen)).rejects.toMatchObject({ name });
    const listed = await engine.s3().send(new ListPartsCommand({ Bucket, Key: "rejected", UploadId }));
    expect(listed.Parts).toHaveLength(2);
    await engine.s3().send(new AbortMultipartUploadCommand({ Bucket, Key: "rejected", UploadId }));
    const gone = engine.s3().send(new ListPartsCommand({ Bucket, Key: "rejected", UploadId }));
    await expect(gone).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  test("continue after a crash, also after completion", async () => {
    const UploadId = await createUpload("resumed");
    await uploadPart("resumed", UploadId, 1, large.subarray(0, 100));
    const first = await uploadPart("resumed", UploadId, 1, large.subarray(0, 6 * mib));
    engine = await engine.crashAndRestart();
    const { Parts } = await engine.s3().send(new ListPartsCommand({ Bucket, Key: "resumed", UploadId }));
    expect(Parts).toMatchObject([{ PartNumber: 1, ETag: first.ETag, Size: 6 * mib }]);
    const second = await uploadPart("resumed", UploadId, 2, large.subarray(6 * mib));
    const result = await complete("resumed", UploadId, [first, second]);
    engine = await engine.crashAndRestart();
    expect((await complete("resumed", UploadId, [first, second])).ETag).toBe(result.ETag);
    expect(md5((await get("resumed")).bytes)).toBe(md5(large));
  });
});
