import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { publishFolder } from "../../../adapters/s3/static-files.ts";
import { consoleFileHeaders, consolePage } from "../../../console/response-headers.ts";

test("publishes a folder, the page after the files that it names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "capstack-files-"));
  await mkdir(join(folder, "captions"));
  for (const name of ["index.html", "main-1.js", "captions/font.woff2"])
    await writeFile(join(folder, name), name);
  const written: unknown[][] = [];
  const send = async ({ input }: PutObjectCommand) => {
    const { Bucket, Key, ContentType, CacheControl, Body } = input;
    written.push([Bucket, Key, ContentType, CacheControl, String(Body)]);
  };
  const files = { client: { send } as unknown as S3Client, bucket: "b", prefix: "console/" };
  await publishFolder(files, folder, consolePage, consoleFileHeaders);
  const immutable = "public, max-age=31536000, immutable";
  const page = ["b", "console/index.html", "text/html; charset=utf-8", "no-cache", "index.html"];
  expect(written.at(-1)).toEqual(page);
  expect(new Set(written)).toEqual(
    new Set([
      page,
      ["b", "console/main-1.js", "text/javascript; charset=utf-8", immutable, "main-1.js"],
      ["b", "console/captions/font.woff2", "font/woff2", immutable, "captions/font.woff2"],
    ]),
  );
  await rm(folder, { recursive: true });
});
