import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type VideoItem } from "./client.ts";

const bytes = readFileSync(media("video/sy_portrait.mp4"));

describe("A video at a URL", () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/video")
        response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
      else if (request.url === "/moved") response.writeHead(302, { location: "/video" }).end();
      else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
      else if (request.url === "/page")
        response.writeHead(200, { "content-type": "video/mp4" }).end("<!doctype html><p>Sign in</p>");
      else response.writeHead(404).end("no");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
  });

  const imported = async (path: string): Promise<VideoItem> => {
    const client = sharedClient();
    const created = await client.post<VideoItem>("/videos/url", { url: address + path });
    expect(created.status).toBe(201);
    expect(["todo", "inProgress"]).toContain(created.body.status);
    return client.waitForVideo(created.body.id);
  };

  test.each(["/video", "/moved"])("is imported from %s", async (path) => {
    expect(await imported(path)).toMatchObject({ status: "uploaded", metadata: { width: 360, height: 640 } });
  });

  test.each(["/page", "/missing", "/loop"])("is aborted with a reason from %s", async (path) => {
    const video = await imported(path);
    expect(video.status).toBe("aborted");
    expect(video.error).toMatch(/^\w+: \w.*/);
  });

  test.each([
    "http://10.0.0.8/video.mp4",
    "http://169.254.169.254/latest",
    "ftp://example.com/a.mp4",
    "video.mp4",
  ])("is rejected at creation for %s", async (url) => {
    const response = await sharedClient().post("/videos/url", { url });
    expect(response.status).toBe(400);
  });

  test("fails its task by name if it is aborted after the task's creation", async () => {
    const client = sharedClient();
    const created = await client.post<VideoItem>("/videos/url", { url: `${address}/page` });
    const taskId = await client.createTask(created.body.id, {});
    const done = await client.waitForTask(created.body.id, taskId, ["failed"]);
    expect(done.errorName).toMatch(/^[A-Z]\w+$/);
  });
});

describe("A multipart upload", () => {
  const begin = (sizes: number[]) =>
    sharedClient().post<{ uploadId: string; videoId: string; urls: string[] }>("/videos/upload", {
      filename: "phone.mp4",
      uploadParts: sizes.map((contentLength) => ({ contentLength })),
    });

  test("is rejected if a part except the last is smaller than the minimum of S3", async () => {
    const response = await begin([1_000_000, 1_000_000]);
    expect(response.status).toBe(400);
  });

  test("sends parts to presigned URLs and becomes an uploaded video", async () => {
    const client = sharedClient();
    const { body, status } = await begin([bytes.length]);
    expect(status).toBe(201);
    const complete = () =>
      client.post<VideoItem>("/videos/upload/complete", { uploadId: body.uploadId, videoId: body.videoId });
    expect((await complete()).status).toBe(400);
    const put = await fetch(body.urls[0] ?? "", { method: "PUT", body: bytes });
    expect(put.status).toBe(200);
    expect((await complete()).status).toBe(201);
    expect([200, 201]).toContain((await complete()).status);
    expect(await client.waitForVideo(body.videoId)).toMatchObject({
      status: "uploaded",
      filename: "phone.mp4",
    });
  });
});

describe("A direct upload", () => {
  test("is rejected in the request if its bytes are not a video", async () => {
    const response = await sharedClient().upload(media("video/sy_text.mp4"));
    expect(response.status).toBe(415);
  });

  test("requires an API key", async () => {
    const { baseUrl } = sharedClient();
    const form = new FormData();
    form.append("file", new Blob([bytes]), "a.mp4");
    const response = await fetch(`${baseUrl}/videos`, { method: "POST", body: form });
    expect(response.status).toBe(401);
  });

  test("may lack a file name and arrive in chunks without a length", async () => {
    const { baseUrl, apiKey } = sharedClient();
    const boundary = "edge";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`;
    const body = new Blob([head, bytes, `\r\n--${boundary}--\r\n`]).stream();
    const response = await fetch(`${baseUrl}/videos?ttl=1d`, {
      method: "POST",
      body,
      duplex: "half",
      headers: { "x-api-key": apiKey, "content-type": `multipart/form-data; boundary=${boundary}` },
    } as RequestInit);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ status: "uploaded" });
  });
});

describe("The list of videos", () => {
  test("is newest first and paged", async () => {
    const { body } = await sharedClient().get<{
      data: VideoItem[];
      totalCount: number;
      page: number;
      limit: number;
    }>("/videos?page=1&limit=2");
    expect(body).toMatchObject({ page: 1, limit: 2 });
    expect(body.data).toHaveLength(2);
    expect((body.data[0]?.id ?? "") > (body.data[1]?.id ?? "")).toBe(true);
  });
});

test("The playback files of a video are made on request, and go with the video", async () => {
  const client = sharedClient();
  const { body: video } = await client.upload(media("video/sy_portrait.mp4"));
  const path = `/videos/${video.id}/playback`;
  type Playback = Record<"proxyStatus" | "proxyUrl" | "posterUrl" | "peaksUrl", string>;
  const first = await client.post<Playback>(path, undefined);
  expect([first.status, first.body.proxyStatus]).toEqual([202, "preparing"]);
  let { body: playback } = first;
  while (playback.proxyStatus === "preparing") {
    await delay(250);
    playback = (await client.get<Playback>(path)).body;
  }
  expect(playback.proxyStatus).toBe("ready");
  const types: (string | null)[] = [];
  for (const url of [playback.proxyUrl, playback.posterUrl, playback.peaksUrl])
    types.push((await fetch(url, { headers: { range: "bytes=0-1" } })).headers.get("content-type"));
  expect(types).toEqual(["video/mp4", "image/jpeg", "application/json"]);
  await client.send("DELETE", `/videos/${video.id}`);
  while ((await fetch(playback.proxyUrl, { method: "HEAD" })).ok) await delay(250);
});
