import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { standardPlan } from "../../../../core/accounts/plan.ts";
import { createDirectVideo, finishUpload } from "../../../../core/videos/direct-upload.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { run as completeUpload } from "../../../../lambdas/api/complete-upload.ts";
import { run as createUpload } from "../../../../lambdas/api/create-upload.ts";
import { run as createVideoFromUrl } from "../../../../lambdas/api/create-video-from-url.ts";
import { run as getVideo } from "../../../../lambdas/api/get-video.ts";
import { run as signUploadUrls } from "../../../../lambdas/api/sign-upload-urls.ts";
import { aTask, aVideo, someMedia } from "../../../fakes/builders.ts";
import { type Api, createApi, type TestResponse } from "./request.ts";

const mebibyte = 1024 * 1024;
let api: Api;
beforeEach(async () => {
  api = await createApi();
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});

const post = { method: "POST" };
const begin = (sizes: number[], filename = "phone.mp4", headers: Record<string, string> = {}) => {
  const body = { filename, uploadParts: sizes.map((contentLength) => ({ contentLength })) };
  return api.send("create-upload", createUpload, { ...post, body, headers });
};
const complete = (body: Record<string, unknown>) =>
  api.send("complete-upload", completeUpload, { ...post, body });
const put = (response: TestResponse, partNumber: number, size: number) =>
  api.bucket.putPart(response.body.uploadId, partNumber, new Uint8Array(size));

describe("a multipart upload", () => {
  test("starts with one URL per part, in order", async () => {
    const { status, body } = await begin([5 * mebibyte, 7], "../folder/großes video.mp4");
    expect(status).toBe(201);
    expect(body.urls).toHaveLength(2);
    expect(body.parts).toEqual(
      body.urls.map((presignedUrl: string, index: number) => ({ partNumber: index + 1, presignedUrl })),
    );
    expect(body.urls[0]).toContain(`contentLength=${5 * mebibyte}`);
    expect(body.urlsExpireAt).toBe("2026-03-01T12:30:00.000Z");
    expect(await api.videos.get(body.videoId)).toMatchObject({
      status: "todo",
      filename: "großes video.mp4",
    });
  });

  test("returns the URLs of thousands of parts within the limit of a function's response", async () => {
    const sizes = Array.from({ length: 2048 }, () => 5 * mebibyte);
    const signPart = api.bucket.signPart;
    api.bucket.signPart = (...given) =>
      signPart(...given).then((part) => ({ ...part, url: `${part.url}&token=${"x".repeat(2000)}` }));
    const plain = await begin(sizes);
    expect([plain.body.urls.length, plain.body.parts]).toEqual([2048, undefined]);
    const packed = await begin(sizes, "phone.mp4", { "accept-encoding": "br;q=1, gzip;q=0.5" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.body.urls).toHaveLength(2048);
    expect(packed.body.parts).toHaveLength(2048);
    const { uploadId, videoId } = plain.body;
    const again = { uploadId, videoId, partNumbers: sizes.map((_, index) => index + 1) };
    const resigned = await api.send("sign-upload-urls", signUploadUrls, { ...post, body: again });
    expect([resigned.body.urls.length, resigned.body.parts]).toEqual([2048, undefined]);
    const repeated = { ...again, partNumbers: Array.from({ length: 5000 }, () => 1) };
    expect(await api.send("sign-upload-urls", signUploadUrls, { ...post, body: repeated })).toMatchObject({
      status: 406,
      body: { code: "ResponseTooLarge" },
    });
  });

  test("accepts the number of bytes that the account's plan permits", async () => {
    await api.plans.put({ ...standardPlan, maxVideoBytes: 6 * mebibyte });
    expect((await begin([5 * mebibyte, mebibyte])).status).toBe(201);
    const response = await begin([5 * mebibyte, mebibyte + 1]);
    expect(response).toMatchObject({ status: 400, body: { code: "InvalidUploadPart" } });
    expect(response.body.message[0]).toContain("6 MiB");
  });

  test("shortens a file name between characters", async () => {
    const { body } = await begin([7], `${"🎬".repeat(200)}.mp4`);
    expect(await api.videos.get(body.videoId)).toMatchObject({ filename: "🎬".repeat(127) });
  });

  test.each([
    [
      "a small part before the last",
      [mebibyte, mebibyte],
      "uploadParts[0].contentLength must be at least 5242880",
    ],
    ["one byte too few", [5 * mebibyte - 1, 1], "uploadParts[0]"],
    ["more than 10 GiB", Array.from({ length: 3 }, () => 4 * 1024 * mebibyte), "10 GiB"],
    ["a part of more than 5 GiB", [6 * 1024 * mebibyte], "5 GiB"],
  ])("rejects %s", async (_, sizes, message) => {
    const response = await begin(sizes);
    expect(response).toMatchObject({ status: 400, body: { code: "InvalidUploadPart" } });
    expect(response.body.message.join()).toContain(message);
  });

  test.each([[[]], [[0]], [[-5]], [[1.5]], [Array.from({ length: 10_001 }, () => 5 * mebibyte)]])(
    "rejects invalid parts",
    async (sizes) => {
      expect(await begin(sizes)).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    },
  );

  test("names a missing or short part, which can still be uploaded", async () => {
    const upload = await begin([5 * mebibyte, 9]);
    const ids = { uploadId: upload.body.uploadId, videoId: upload.body.videoId };
    put(upload, 1, 5 * mebibyte);
    put(upload, 2, 8);
    const rejected = await complete(ids);
    expect(rejected).toMatchObject({ status: 400, body: { code: "UploadIncomplete" } });
    expect(rejected.body.message).toContain("(2)");
    expect(await api.videos.get(ids.videoId)).toMatchObject({ status: "todo" });
    put(upload, 2, 9);
    const done = await complete({ ...ids, parts: [{ ETag: "x", PartNumber: 1 }] });
    expect(done).toMatchObject({
      status: 201,
      body: { id: ids.videoId, videoId: ids.videoId, status: "inProgress", storageId: upload.body.storageId },
    });
    expect(api.workflows.started).toEqual([`import ${ids.videoId}-1`]);
  });

  test("can be completed repeatedly and concurrently", async () => {
    const upload = await begin([3]);
    put(upload, 1, 3);
    const { uploadId, videoId } = upload.body;
    const both = await Promise.all([complete({ uploadId, videoId }), complete({ uploadId, videoId })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await complete({ uploadId, videoId })).body.status).toBe("inProgress");
    expect(api.workflows.started).toEqual([`import ${videoId}-1`]);
  });

  test("continues after a crash that followed the joining of its parts", async () => {
    const upload = await begin([3]);
    put(upload, 1, 3);
    const { uploadId, videoId } = upload.body;
    const parts = (await api.bucket.listParts("", uploadId)) ?? [];
    await api.bucket.completeMultipartUpload(`videos/${videoId}/source`, uploadId, parts);
    expect((await complete({ uploadId, videoId })).status).toBe(201);
  });

  test("returns 400 with the field for an unknown upload, another account's, and the ID of another upload", async () => {
    const upload = await begin([3]);
    const { uploadId, videoId } = upload.body;
    const foreign = aVideo({
      accountId: "another",
      status: "todo",
      origin: { kind: "multipart", uploadId: "u", partSizes: [1] },
    });
    await api.videos.create(foreign);
    const rejections = [
      await complete({ uploadId: "u", videoId: foreign.id }),
      await complete({ uploadId, videoId: "unknown" }),
    ];
    for (const { status, body } of rejections) {
      expect([status, body.message[0]]).toEqual([400, expect.stringMatching(/^videoId /)]);
    }
    expect((await complete({ uploadId: "u", videoId })).body.message[0]).toMatch(/^uploadId /);
  });

  test("gets new URLs while it is open", async () => {
    const upload = await begin([5 * mebibyte, 4]);
    const { uploadId, videoId } = upload.body;
    const sign = (partNumbers: number[]) =>
      api.send("sign-upload-urls", signUploadUrls, { ...post, body: { uploadId, videoId, partNumbers } });
    const again = await sign([2]);
    expect(again).toMatchObject({ status: 200, body: { parts: [{ partNumber: 2 }] } });
    expect(again.body.urls[0]).toContain("contentLength=4");
    expect((await sign([3])).body.message[0]).toContain("partNumbers[0] must be at most 2");
    put(upload, 1, 5 * mebibyte);
    put(upload, 2, 4);
    await complete({ uploadId, videoId });
    expect(await sign([1])).toMatchObject({ status: 409, body: { code: "InvalidUploadState" } });
  });

  test("returns the reason when it was aborted", async () => {
    const upload = await begin([3]);
    const { uploadId, videoId } = upload.body;
    const video = (await api.videos.get(videoId)) as Video;
    const aborted = {
      ...video,
      status: "aborted",
      sequence: 1,
      errorName: "UploadAbandoned",
      error: "Idle.",
    };
    await api.videos.update(video, aborted as Video);
    expect(await complete({ uploadId, videoId })).toMatchObject({
      status: 409,
      body: { code: "InvalidUploadState" },
    });
  });
});

describe("POST videos/from-url", () => {
  const create = (url: string) =>
    api.send("create-video-from-url", createVideoFromUrl, { ...post, body: { url } });

  test("records the video and starts its import", async () => {
    const { body } = await create("https://a.test/videos/my%20video.mp4?x=1");
    expect(body.status).toBe("todo");
    expect(api.workflows.started).toEqual([`import ${body.id}-1`]);
    expect(await api.videos.get(body.id)).toMatchObject({ filename: "my video.mp4", ttl: "30d", attempt: 1 });
  });

  test.each(["http://127.0.0.1/a", "http://localhost:80/a", "http://[::1]/a"])(
    "permits %s on one machine only",
    async (url) => {
      expect(await create(url)).toMatchObject({ status: 400, body: { code: "AddressNotAllowed" } });
      api.allowLoopback();
      expect((await create(url)).status).toBe(201);
    },
  );

  test.each(["ftp://a.test/v.mp4", "file:///etc/passwd", "v.mp4", "//a.test/v.mp4", "http://"])(
    "rejects %s as a URL",
    async (url) => {
      expect((await create(url)).body.message[0]).toMatch(/^url must be an absolute http/);
    },
  );
});

describe("a direct upload", () => {
  const input = { videoId: "v", storageId: "s", accountId: "account", ttl: undefined, filename: "a.mp4" };

  test("that was probed in the request is usable immediately, and admits the tasks that wait for it", async () => {
    const video = await createDirectVideo(input, api);
    expect(video).toMatchObject({ status: "inProgress", filename: "a.mp4" });
    const admitTasks = jest.fn(async (_accountId: string, _videoId: string) => {});
    const done = await finishUpload(video, { kind: "probed", media: someMedia() }, { ...api, admitTasks });
    expect(done).toMatchObject({ status: "uploaded", sequence: 1 });
    expect(await api.videos.get("v")).toEqual(done);
    expect(admitTasks).toHaveBeenCalledWith("account", video.id);
  });

  test("that is left to the import machine remains in progress", async () => {
    const video = await createDirectVideo(input, api);
    expect(await finishUpload(video, { kind: "stored" }, api)).toMatchObject({
      status: "inProgress",
      attempt: 1,
    });
    expect(api.workflows.started).toEqual(["import v-1"]);
  });

  test("that is not media is aborted with the reason, which GET returns", async () => {
    const video = await createDirectVideo(input, api);
    await finishUpload(video, { kind: "failed", errorName: "MediaUnreadable", error: "It is text." }, api);
    const item = await api.send("get-video", getVideo, { path: { videoId: "v" } });
    expect(item.body).toMatchObject({
      status: "aborted",
      error: "MediaUnreadable: It is text.",
      errorName: "MediaUnreadable",
      metadata: null,
    });
  });

  test("that has ended otherwise remains unchanged", async () => {
    const video = await createDirectVideo(input, api);
    await finishUpload(video, { kind: "failed", errorName: "MediaUnreadable", error: "It is text." }, api);
    const late = await finishUpload(video, { kind: "probed", media: someMedia() }, api);
    expect(late).toMatchObject({ status: "aborted" });
  });
});

describe("GET video", () => {
  test("returns its dimensions and its tasks", async () => {
    const video = aVideo();
    await api.videos.create(video);
    const task = aTask({ videoId: video.id });
    await api.tasks.create(task);
    const { status, body } = await api.send("get-video", getVideo, { path: { videoId: video.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: video.id,
      filename: "interview.mp4",
      status: "uploaded",
      storageId: video.storageId,
      metadata: {
        id: video.storageId,
        duration: 60,
        width: 1080,
        height: 1920,
        fps: 29.97,
        hasAudio: true,
        hasVideo: true,
      },
      warnings: [],
      ttl: "30d",
      expiresAt: video.expiresAt,
      videoTasks: [task.id],
      clipTasks: [],
      createdAt: video.createdAt,
    });
  });

  test.each(["unknown", "foreign"])("returns 404 for a video that is %s", async (which) => {
    const foreign = aVideo({ id: "foreign", accountId: "another" });
    await api.videos.create(foreign);
    const response = await api.send("get-video", getVideo, { path: { videoId: which } });
    expect(response).toMatchObject({ status: 404, body: { code: "NotFound" } });
  });
});
