import { describe, expect, test } from "@jest/globals";
import {
  abortVideo,
  completeImport,
  prepareImport,
} from "../../../../../core/workflows/video-import/video-import.ts";
import { createdAt, someMedia } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

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
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo(fromUrl);
    const prepared = await prepareImport({ videoId: id }, fixture);
    expect(prepared).toEqual({
      nextStage: "import",
      videoId: id,
      sourceKey: `videos/${id}/source`,
      job: "import",
      url: "https://example.com/a.mp4",
      maxVideoBytes: 10 * 1024 ** 3,
      maxVideoSeconds: 21_600,
    });
    expect(await fixture.video(id)).toMatchObject({ status: "inProgress", sequence: 1 });
    expect(await prepareImport({ videoId: id }, fixture)).toEqual(prepared);
  });

  test("includes the limits of the account's plan", async () => {
    const fixture = await createWorkflowFixture({ maxVideoBytes: 1000, maxVideoSeconds: 60 });
    const { id } = await fixture.addVideo(fromUrl);
    const limits = { maxVideoBytes: 1000, maxVideoSeconds: 60 };
    expect(await prepareImport({ videoId: id }, fixture)).toMatchObject(limits);
  });

  test("downloads nothing if the file is in the bucket", async () => {
    const fixture = await createWorkflowFixture();
    const origin = { kind: "multipart" as const, uploadId: "u", partSizes: [1] };
    const { id } = await fixture.addVideo({ status: "inProgress", origin });
    expect(await prepareImport({ videoId: id }, fixture)).toMatchObject({ nextStage: "import", url: null });
  });

  test("does nothing for a video that has ended", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo();
    expect(await prepareImport({ videoId: id }, fixture)).toMatchObject({ nextStage: "finished" });
    await expect(prepareImport({ videoId: "gone" }, fixture)).rejects.toMatchObject({ name: "NotFound" });
  });
});

describe("completeImport", () => {
  test("makes the video usable and stores the detected name, once", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo({ ...fromUrl, status: "inProgress" });
    const result = { media: someMedia(), filename: "talk.mp4" };
    await completeImport({ videoId: id, result }, fixture);
    const again = await completeImport({ videoId: id, result }, fixture);
    expect(again).toMatchObject({ status: "uploaded", filename: "talk.mp4", sequence: 1 });
  });

  test("keeps the name from the request", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo({ ...fromUrl, status: "inProgress", filename: "mine.mp4" });
    await completeImport({ videoId: id, result: { media: someMedia(), filename: "other.mp4" } }, fixture);
    expect(await fixture.video(id)).toMatchObject({ filename: "mine.mp4" });
  });

  test("makes requested playback files ready, and admits no tasks", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo(preparing);
    expect(await prepareImport({ videoId: id }, fixture)).toMatchObject({
      nextStage: "import",
      job: "playback",
      url: null,
    });
    expect(await completeImport({ videoId: id, result: { playback: "ready" } }, fixture)).toBeNull();
    expect(await fixture.video(id)).toMatchObject({ playback: { status: "ready" }, sequence: 0 });
    expect(await prepareImport({ videoId: id }, fixture)).toMatchObject({ nextStage: "finished" });
    // The creation alone has an event.
    expect(fixture.events).toHaveLength(1);
  });

  test("does not change an aborted video", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo({ status: "aborted", errorName: "X", error: "x" });
    expect(await completeImport({ videoId: id, result: { media: someMedia() } }, fixture)).toBeNull();
    expect(await completeImport({ videoId: "gone", result: { media: someMedia() } }, fixture)).toBeNull();
  });
});

describe("abortVideo", () => {
  test("aborts the video with an error name and an event", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo({ ...fromUrl, status: "inProgress" });
    await abortVideo(id, failure, fixture);
    expect(await fixture.video(id)).toMatchObject({
      status: "aborted",
      errorName: "DownloadFailed",
      error: "The server answered 404.",
    });
    expect(fixture.events.at(-1)).toMatchObject({
      status: "aborted",
      previousStatus: "inProgress",
      error: { name: "DownloadFailed", message: "The server answered 404." },
    });
  });

  test("makes playback files fail, and leaves the video usable", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo(preparing);
    await abortVideo(id, failure, fixture);
    expect(await fixture.video(id)).toMatchObject({ status: "uploaded", playback: { status: "failed" } });
  });

  test("keeps an earlier end", async () => {
    const fixture = await createWorkflowFixture();
    const { id } = await fixture.addVideo();
    expect(await abortVideo(id, failure, fixture)).toMatchObject({ status: "uploaded" });
  });
});
