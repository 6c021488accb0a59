import { beforeEach, expect, test } from "@jest/globals";
import { getPlayback, preparePlayback } from "../../../../core/videos/playback.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { someMedia } from "../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflows/workflow-deps.ts";

let fixture: Awaited<ReturnType<typeof createWorkflowFixture>>;
beforeEach(async () => {
  fixture = await createWorkflowFixture();
});

const deps = (makesPlaybackFiles = true) => ({ ...fixture, makesPlaybackFiles });
const ownedBy = ({ id, accountId }: Video) => ({ videoId: id, accountId });
const withFiles = (status: "preparing" | "ready" | "failed") => ({
  playback: { status, startedAt: fixture.now().toISOString() },
});

test("playback files are made once, however often they are requested", async () => {
  const video = await fixture.addVideo();
  expect(await getPlayback(ownedBy(video), deps())).toMatchObject({ proxyStatus: "none", proxyUrl: null });
  for (const _ of [1, 2])
    expect(await preparePlayback(ownedBy(video), deps())).toMatchObject({ proxyStatus: "preparing" });
  const attempt = video.attempt + 1;
  expect(fixture.workflows.started).toEqual([`import ${video.id}-${attempt}`]);
  expect(await fixture.video(video.id)).toMatchObject({
    status: "uploaded",
    sequence: video.sequence,
    attempt,
  });
});

test("a request repeats the start of an execution that a crash prevented", async () => {
  const video = await fixture.addVideo({ ...withFiles("preparing"), attempt: 3 });
  await preparePlayback(ownedBy(video), deps());
  expect(fixture.workflows.started).toEqual([`import ${video.id}-3`]);
});

test.each([
  ["preparing", 361],
  ["failed", 61],
] as const)("files that are %s are made again after %i minutes", async (status, minutes) => {
  const video = await fixture.addVideo(withFiles(status));
  fixture.passMinutes(minutes - 2);
  expect(await preparePlayback(ownedBy(video), deps())).toMatchObject({ proxyStatus: status });
  expect(await fixture.video(video.id)).toMatchObject({ attempt: video.attempt });
  fixture.passMinutes(3);
  expect(await preparePlayback(ownedBy(video), deps())).toMatchObject({ proxyStatus: "preparing" });
  expect(await fixture.video(video.id)).toMatchObject({ attempt: video.attempt + 1 });
});

test("ready files have URLs, which depend on the streams of the source", async () => {
  const media = someMedia();
  const complete = await fixture.addVideo({ ...withFiles("ready"), media });
  const url = (name: string) => expect.stringContaining(`videos/${complete.id}/playback/${name}`);
  expect(await preparePlayback(ownedBy(complete), deps())).toMatchObject({
    proxyStatus: "ready",
    proxyUrl: url("proxy.mp4"),
    posterUrl: url("poster.jpg"),
    peaksUrl: url("peaks.json"),
  });
  expect(fixture.workflows.started).toEqual([]);
  const audio = await fixture.addVideo({
    ...withFiles("ready"),
    id: "audio",
    media: { ...media, video: null },
  });
  expect(await getPlayback(ownedBy(audio), deps())).toMatchObject({ posterUrl: null });
  const silent = await fixture.addVideo({
    ...withFiles("ready"),
    id: "silent",
    media: { ...media, audio: null },
  });
  expect(await getPlayback(ownedBy(silent), deps())).toMatchObject({ peaksUrl: null });
});

test("an operator switches playback files off, and those that exist remain", async () => {
  const video = await fixture.addVideo();
  expect(await preparePlayback(ownedBy(video), deps(false))).toMatchObject({
    proxyStatus: "off",
    url: expect.stringContaining(`videos/${video.id}/source`),
  });
  expect(fixture.workflows.started).toEqual([]);
  const older = await fixture.addVideo({ ...withFiles("ready"), id: "older" });
  expect(await getPlayback(ownedBy(older), deps(false))).toMatchObject({ proxyStatus: "ready" });
});

test("a video without a source is rejected", async () => {
  const video = await fixture.addVideo({ status: "inProgress" });
  await expect(preparePlayback(ownedBy(video), deps())).rejects.toMatchObject({ name: "InvalidUploadState" });
});
