import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { downloadObject } from "../../../adapters/s3/files.ts";

const content = Buffer.from("0123456789");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Number of bytes of each response before its connection breaks. */
const breakingAfter = (...lengths: number[]) => {
  const requests: GetObjectCommand["input"][] = [];
  const client = {
    send: async ({ input }: GetObjectCommand) => {
      requests.push(input);
      const length = lengths.shift() ?? content.length;
      const start = Number(/^bytes=(\d+)-$/.exec(input.Range ?? "")?.[1] ?? 0);
      const rest = content.subarray(start);
      const body = async function* () {
        if (length > 0) yield rest.subarray(0, length);
        if (length < rest.length) throw new Error("socket hang up");
      };
      return { Body: body(), ETag: '"v1"', ContentLength: rest.length };
    },
  } as unknown as S3Client;
  return { requests, location: { client, bucket: "bucket", key: "key" } };
};

test("a download resumes after a broken connection, with the same version of the object", async () => {
  const { requests, location } = breakingAfter(4, 3);
  const path = join(folder, "file");
  await downloadObject(location, path, undefined, 1);
  expect(readFileSync(path)).toEqual(content);
  expect(requests.map(({ Range, IfMatch }) => [Range, IfMatch])).toEqual([
    [undefined, undefined],
    ["bytes=4-", '"v1"'],
    ["bytes=7-", '"v1"'],
  ]);
});

test("a download without progress fails after six connections", async () => {
  const { requests, location } = breakingAfter(2, 0, 0, 0, 0, 0, 0, 0);
  await expect(downloadObject(location, join(folder, "file"), undefined, 1)).rejects.toThrow(
    "socket hang up",
  );
  expect(requests).toHaveLength(6);
});

test("an error response of S3 and an abort are not retried", async () => {
  let calls = 0;
  const missing = Object.assign(new Error("no key"), {
    name: "NoSuchKey",
    $metadata: { httpStatusCode: 404 },
  });
  const client = {
    send: async () => {
      calls += 1;
      throw missing;
    },
  } as unknown as S3Client;
  const location = { client, bucket: "bucket", key: "key" };
  await expect(downloadObject(location, join(folder, "a"))).rejects.toBe(missing);
  const aborted = breakingAfter(4);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(downloadObject(aborted.location, join(folder, "b"), signal)).rejects.toThrow("stopped");
  expect([calls, aborted.requests.length]).toEqual([1, 1]);
});
