import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";
import { probe } from "./media-file.ts";
import { startReceiver } from "./receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-cuts-"));
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** "Montreal forced, um, aligner" in 8.9 s, with long pauses. */
const stumbling = (): string => {
  const path = join(folder, "stumbling.mp4");
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-i", media("speech/mfa_um.flac")],
    ...["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  ]);
  return path;
};

test("automatic cuts remove pauses and fillers from real speech and keep the words, timed for the cut video", async () => {
  const client = sharedClient();
  const video = await client.upload(stumbling());
  const taskId = await client.createTask(video.body.id, {
    language: "en",
    autoCutSettings: { silenceRemoval: 0.3, disfluencyRemoval: true },
    exportSettings: { speed: "ultraFast" },
    notification: {
      recipient: `${receiver.origin}/cut`,
      type: "webhook",
      notificationsFor: ["transcript", "tool"],
    },
  });
  const path = `/videos/${video.body.id}/task/${taskId}`;
  await client.waitForTask(video.body.id, taskId, ["transcriptionCompleted"]);
  const { body: transcript } = await client.get<Word[]>(`${path}/transcript`);
  const words = transcript.filter(({ type }) => type === "word");
  expect(words.map(({ text }) => text.toLowerCase())).toEqual(expect.arrayContaining(["montreal", "forced"]));
  expect(words.map(({ text }) => text.toLowerCase())).not.toContain("um");
  // 0.15 × 10^0.3 is 0.3 s; a recognizer's word may end before its audio does.
  expect(words[0]?.start_time).toBeLessThan(0.4);

  const delivered = await receiver.until("/cut", (posts) => posts.length === 2);
  expect(delivered.map(({ payload }) => payload)).toMatchObject([
    { event: "completed", notificationFor: "tool", tool: "autoCut", status: "transcriptionCompleted" },
    { event: "transcriptionCompleted", notificationFor: "transcript" },
  ]);

  // The words' times in the source, by way of a copy.
  const copyId = await client.createTask(video.body.id, { transcriptTaskId: taskId });
  await client.waitForTask(video.body.id, copyId, ["transcriptionCompleted"]);
  const { body: inSource } = await client.get<Word[]>(`/videos/${video.body.id}/task/${copyId}/transcript`);
  expect(inSource.map(({ text }) => text)).toEqual(transcript.map(({ text }) => text));
  expect(Math.abs((inSource[0]?.start_time ?? 0) - 1.23)).toBeLessThan(0.15);

  await client.send("POST", `${path}/approve-transcript`);
  const done = await client.waitForTask(video.body.id, taskId, ["completed"]);
  const renderedVideo = probe(await client.download(done.downloadUrl ?? "", join(folder, "cut.mp4")));
  expect(renderedVideo.durationSeconds).toBeLessThan(6);
  expect(renderedVideo.durationSeconds).toBeGreaterThanOrEqual(transcript.at(-1)?.end_time ?? 0);
  expect(renderedVideo.audio).toMatchObject({ codec_name: "aac" });
});
