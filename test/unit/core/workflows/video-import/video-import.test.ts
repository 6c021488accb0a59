import { describe, expect, test } from "@jest/globals";
import {
  abortVideo,
  completeImport,
  prepareImport,
} from "../../../../../core/workflows/video-import/video-import.ts";
import { createdAt, someMedia } from "../../../../fakes/builders.ts";
import { setStage } from "../workflow-deps.ts";

const fromUrl = {
  status: "todo" as const,
  origin: { kind: "url" as const, url: "https://example.com/a.mp4" },
  filename: null,
};
const preparing = {
  status: "uploaded" as const,
  playback: { status: "preparing" as const, startedAt: createdAt },
};
const failure = { name: "DownloadFailed", message: "The server answered 404." };

describe("prepareImport", () => {
  test("starts the download of a URL", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo(fromUrl);
    const prepared = await prepareImport({ videoId: id }, stage);
    expect(prepared).toEqual({
      nextStage: "import",
      videoId: id,
      sourceKey: `videos/${id}/source`,
      job: "import",
      url: "https://example.com/a.mp4",
      maxVideoBytes: 10 * 1024 ** 3,
      maxVideoSeconds: 21_600,
    });
    expect(await stage.video(id)).toMatchObject({ status: "inProgress", sequence: 1 });
    expect(await prepareImport({ videoId: id }, stage)).toEqual(prepared);
  });

  test("includes the limits of the account's plan", async () => {
    const stage = await setStage({ maxVideoBytes: 1000, maxVideoSeconds: 60 });
    const { id } = await stage.addVideo(fromUrl);
    const limits = { maxVideoBytes: 1000, maxVideoSeconds: 60 };
    expect(await prepareImport({ videoId: id }, stage)).toMatchObject(limits);
  });

  test("downloads nothing if the file is in the bucket", async () => {
    const stage = await setStage();
    const origin = { kind: "multipart" as const, uploadId: "u", partSizes: [1] };
    const { id } = await stage.addVideo({ status: "inProgress", origin });
    expect(await prepareImport({ videoId: id }, stage)).toMatchObject({ nextStage: "import", url: null });
  });

  test("does nothing for a video that has ended", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo();
    expect(await prepareImport({ videoId: id }, stage)).toMatchObject({ nextStage: "finished" });
    await expect(prepareImport({ videoId: "gone" }, stage)).rejects.toMatchObject({ name: "NotFound" });
  });
});

describe("completeImport", () => {
  test("makes the video usable and stores the detected name, once", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo({ ...fromUrl, status: "inProgress" });
    const result = { media: someMedia(), filename: "talk.mp4" };
    await completeImport({ videoId: id, result }, stage);
    const again = await completeImport({ videoId: id, result }, stage);
    expect(again).toMatchObject({ status: "uploaded", filename: "talk.mp4", sequence: 1 });
  });

  test("keeps the name from the request", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo({ ...fromUrl, status: "inProgress", filename: "mine.mp4" });
    await completeImport({ videoId: id, result: { media: someMedia(), filename: "other.mp4" } }, stage);
    expect(await stage.video(id)).toMatchObject({ filename: "mine.mp4" });
  });

  test("makes requested playback files ready, and admits no tasks", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo(preparing);
    expect(await prepareImport({ videoId: id }, stage)).toMatchObject({
      nextStage: "import",
      job: "playback",
      url: null,
    });
    expect(await completeImport({ videoId: id, result: { playback: "ready" } }, stage)).toBeNull();
    expect(await stage.video(id)).toMatchObject({ playback: { status: "ready" }, sequence: 0 });
    expect(await prepareImport({ videoId: id }, stage)).toMatchObject({ nextStage: "finished" });
    // The creation alone has an event.
    expect(stage.events).toHaveLength(1);
  });

  test("does not change an aborted video", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo({ status: "aborted", errorName: "X", error: "x" });
    expect(await completeImport({ videoId: id, result: { media: someMedia() } }, stage)).toBeNull();
    expect(await completeImport({ videoId: "gone", result: { media: someMedia() } }, stage)).toBeNull();
  });
});

describe("abortVideo", () => {
  test("aborts the video with an error name and an event", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo({ ...fromUrl, status: "inProgress" });
    await abortVideo(id, failure, stage);
    expect(await stage.video(id)).toMatchObject({
      status: "aborted",
      errorName: "DownloadFailed",
      error: "The server answered 404.",
    });
    expect(stage.events.at(-1)).toMatchObject({
      status: "aborted",
      previousStatus: "inProgress",
      error: { name: "DownloadFailed", message: "The server answered 404." },
    });
  });

  test("makes playback files fail, and leaves the video usable", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo(preparing);
    await abortVideo(id, failure, stage);
    expect(await stage.video(id)).toMatchObject({ status: "uploaded", playback: { status: "failed" } });
  });

  test("keeps an earlier end", async () => {
    const stage = await setStage();
    const { id } = await stage.addVideo();
    expect(await abortVideo(id, failure, stage)).toMatchObject({ status: "uploaded" });
  });
});
