import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Client, media, sharedClient, type TaskStatus, type Word } from "./client.ts";
import { audioDigest, changedPixels, frameAt, probe } from "./media-file.ts";

const sentence =
  "and so my fellow americans ask not what your country can do for you ask what you can do for your country";
const source = media("video/sy_base.mp4");

const spoken = (words: Word[]): Word[] => words.filter((word) => word.type === "word");
const plain = (words: Word[]): string =>
  spoken(words)
    .map((word) => word.text.toLowerCase().replace(/[^a-z']/g, ""))
    .join(" ");

describe("A captioning task that waits for approval", () => {
  let client: Client;
  let videoId: string;
  let taskId: string;
  let folder: string;
  let renderedVideo: string;
  /** Of second 1, drawn before approval. */
  let still: string;
  let waiting: TaskStatus;
  let transcript: Word[];
  const seen: string[] = [];
  const path = (): string => `/videos/${videoId}/task/${taskId}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "capstack-caption-"));
    client = sharedClient();
    const upload = await client.upload(source);
    expect(upload.status).toBe(201);
    videoId = upload.body.id;
    taskId = await client.createTask(videoId, {});
    waiting = await client.waitForTask(videoId, taskId, ["transcriptionCompleted"], seen);
    transcript = (await client.get<Word[]>(`${path()}/transcript`)).body;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has a transcript and no download URL", () => {
    expect(["pending", "transcribing", "transcriptionCompleted"]).toEqual(expect.arrayContaining(seen));
    expect(waiting).toMatchObject({
      downloadUrl: null,
      transcriptApproved: false,
      error: null,
      errorName: null,
    });
  });

  test("transcribes every word with its time", () => {
    expect(plain(transcript)).toBe(sentence);
    const starts = spoken(transcript).map((word) => word.start_time);
    expect(Math.abs((starts[0] ?? 9) - 0.32)).toBeLessThan(0.15);
    expect(Math.abs((starts[5] ?? 9) - 3.28)).toBeLessThan(0.15);
    expect(Math.abs((starts[7] ?? 9) - 5.42)).toBeLessThan(0.15);
    expect(Math.abs((starts[14] ?? 9) - 8.18)).toBeLessThan(0.15);
  });

  test("has ordered entries within the video's duration", () => {
    transcript.forEach((entry, index) => {
      expect(entry.end_time).toBeGreaterThanOrEqual(entry.start_time);
      expect(entry.start_time).toBeGreaterThanOrEqual(transcript[index - 1]?.end_time ?? 0);
      expect(entry.end_time).toBeLessThanOrEqual(11.01);
    });
  });

  test("has the same transcript at its signed URL", async () => {
    const response = await fetch(waiting.transcript ?? "");
    expect(await response.json()).toEqual(transcript);
  });

  test("rejects an edit whose times overlap and names the entry", async () => {
    const overlapping = transcript.map((word, index) => (index === 3 ? { ...word, start_time: 0 } : word));
    const response = await client.send<{ message: string[] }>("PUT", `${path()}/transcript`, {
      body: JSON.stringify(overlapping),
    });
    expect(response.status).toBe(400);
    expect(response.body.message.join()).toContain("[3]");
  });

  test("accepts an edit and one of several approvals", async () => {
    const edited = transcript.map((word) => (word.text === "fellow" ? { ...word, text: "dear" } : word));
    const put = await client.send<Word[]>("PUT", `${path()}/transcript`, { body: JSON.stringify(edited) });
    expect(put.status).toBe(200);
    expect(put.body.map((word) => word.text)).toEqual(edited.map((word) => word.text));

    still = await client.frame({ videoId, id: taskId }, 1, join(folder, "still.jpg"));

    const approvals = await Promise.all(
      [1, 2, 3].map(() => client.send("POST", `${path()}/approve-transcript`)),
    );
    expect(approvals.map((response) => response.status).sort()).toEqual([204, 409, 409]);
    const after = await client.get<TaskStatus>(path());
    expect(after.body).toMatchObject({ transcriptApproved: true });
    expect(["rendering", "completed"]).toContain(after.body.status);
    const late = await client.send("PUT", `${path()}/transcript`, { body: JSON.stringify(transcript) });
    expect(late.status).toBe(409);

    const done = await client.waitForTask(videoId, taskId, ["completed"]);
    expect(done.progress).toBe(100);
    renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "edited.mp4"));
    expect((await client.get<Word[]>(`${path()}/transcript`)).body.map((word) => word.text)).toContain(
      "dear",
    );
  });

  test("draws captions during speech and changes no frame in pauses", () => {
    const changed = (seconds: number): number =>
      changedPixels(frameAt(source, seconds), frameAt(renderedVideo, seconds));
    expect(changed(1.0)).toBeGreaterThan(500);
    expect(changed(6.0)).toBeGreaterThan(500);
    expect(changed(0.1)).toBe(0);
    expect(changed(10.9)).toBe(0);
  });

  test("drew the same frame before approval as the video has", () => {
    expect(changedPixels(frameAt(still, 0), frameAt(renderedVideo, 1))).toBeLessThan(20);
    expect(changedPixels(frameAt(still, 0), frameAt(source, 1))).toBeGreaterThan(500);
  });

  test("keeps duration, size, frame rate and the audio packets", () => {
    const { durationSeconds, video } = probe(renderedVideo);
    expect(Math.abs(durationSeconds - 11)).toBeLessThan(0.034);
    expect(video).toMatchObject({
      width: 640,
      height: 360,
      r_frame_rate: "30/1",
      nb_read_packets: "330",
      pix_fmt: "yuv420p",
    });
    expect(audioDigest(renderedVideo)).toBe(audioDigest(source));
  });

  test("renders a copy of the transcript without transcribing", async () => {
    const copy = await client.createTask(videoId, { transcriptTaskId: taskId, autoApprove: true });
    const states: string[] = [];
    await client.waitForTask(videoId, copy, ["completed"], states);
    expect(states).not.toContain("transcriptionCompleted");
    const words = (await client.get<Word[]>(`/videos/${videoId}/task/${copy}/transcript`)).body;
    expect(words.map((word) => word.text)).toContain("dear");
  });

  test("is listed in its video", async () => {
    const { body } = await client.get<{ videoTasks: string[]; metadata: unknown }>(`/videos/${videoId}`);
    expect(body.videoTasks).toContain(taskId);
    expect(body.metadata).toMatchObject({
      duration: 11,
      width: 640,
      height: 360,
      hasAudio: true,
      hasVideo: true,
    });
  });
});
