import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Client, media, sharedClient } from "./client.ts";
import { frameAt, probe } from "./media-file.ts";
import { admin, newAccount, sharedOperator } from "./operator.ts";
import { startReceiver } from "./receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-clips-"));
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

interface ClipTask {
  id: string;
  status: string;
  clips: {
    url: string;
    theme: string;
    startTime: number;
    endTime: number;
    duration: number;
    score: number;
    transcript: string;
    thumbnailUrl: string;
  }[];
  error?: string;
  errorName: string | null;
  progress: number;
  cost: string;
}

const endOf = async (
  client: Client,
  videoId: string,
  id: string,
): Promise<{ task: ClipTask; seen: string[] }> => {
  const seen: string[] = [];
  for (;;) {
    const { body } = await client.get<ClipTask>(`/videos/${videoId}/clipTask/${id}`);
    if (seen.at(-1) !== body.status) seen.push(body.status);
    if (body.status === "completed" || body.status === "failed") return { task: body, seen };
    expect(body.clips).toEqual([]);
    await delay(100);
  }
};

const moneyOf = async (client: Client) =>
  (await client.get<{ balance: string; held: string }>("/user-billing")).body;

/** Creates an account, so that no other test changes its balance. */
const clipper = (name: string): Client => {
  const { accountId, client } = newAccount(name);
  admin(`credits add --account ${accountId} --amount 5 --note test`);
  return client;
};

/** Creates a video of 50 s with a dialogue, a speech and a sentence, and pauses between them. */
const spokenVideo = (): string => {
  const path = join(folder, "spoken.mp4");
  const audioSpans = ["az_katiesteve.ogg", "jfk.flac", "pv_en.wav"].flatMap((name) => [
    "-i",
    media(`speech/${name}`),
  ]);
  const even = "aresample=44100,aformat=channel_layouts=mono,apad=pad_dur=1.5";
  execFileSync("ffmpeg", [
    ...["-v", "error", ...audioSpans, "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25"],
    ...["-filter_complex", `[0]${even}[a];[1]${even}[b];[2]${even}[c];[a][b][c]concat=n=3:v=0:a=1[s]`],
    ...["-map", "3:v", "-map", "[s]", "-shortest"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "100", "-c:a", "aac", path],
  ]);
  return path;
};

const sampleRate = 8000;

/** Returns a part of a file's audio as samples from -1 to 1. */
const audioOf = (file: string, startSeconds: number, seconds: number): Float32Array => {
  const range = `atrim=${startSeconds}:${startSeconds + seconds},asetpts=N/SR/TB`;
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", file, "-af", `aresample=${sampleRate},${range}`, "-ac", "1", "-f", "f32le", "-"],
    { maxBuffer: 2 ** 28 },
  );
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
};

const loudness = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** Mean difference of two frames' values. */
const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

/** Correlation of two audio signals when one is shifted by some samples: 1 is identical. */
const similarity = (a: Float32Array, b: Float32Array, shift: number): number => {
  let [product, first, second] = [0, 0, 0];
  for (let at = Math.max(0, -shift); at < Math.min(a.length, b.length - shift); at += 1) {
    const [one = 0, other = 0] = [a[at], b[at + shift]];
    product += one * other;
    first += one * one;
    second += other * other;
  }
  return product / Math.sqrt(first * second || 1);
};

test("a clip task cuts whole sentences to the frame and charges per clip", async () => {
  const client = clipper("Clips");
  const source = spokenVideo();
  const before = await moneyOf(client);
  const { body: video } = await client.upload(source);
  const created = await client.post<{ id: string; taskId: string }>(
    `/videos/${video.id}/clipTask`,
    {
      maxClips: 5,
      durationRange: "lt_30s",
      metadata: { order: "7" },
      notification: { recipient: `${receiver.origin}/hook`, type: "webhook", notificationsFor: ["tool"] },
    },
    { "idempotency-key": "clips-1" },
  );
  expect(created.status).toBe(201);
  const { id, taskId } = created.body;
  expect(taskId).toBe(id);
  expect(Number((await moneyOf(client)).held)).toBeGreaterThan(0.375);

  const { task, seen } = await endOf(client, video.id, id);
  expect(["pending", "clipping", "clipped", "completed"].filter((status) => seen.includes(status))).toEqual(
    seen,
  );
  expect(task).toMatchObject({ id, status: "completed", progress: 100, errorName: null });
  expect(task.clips.length).toBeGreaterThanOrEqual(2);
  const { body: history } = await sharedOperator().get<{ steps: { name: string }[] }>(
    `/operator/tasks/${id}`,
  );
  // The transcription is an execution of its own.
  expect(history.steps.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Transcribe \/ /));

  // Charged are the transcription and the clips that were made; the rest of the hold is released.
  const { durationSeconds } = probe(source);
  const price = (durationSeconds / 60) * 0.03 + task.clips.length * 0.075;
  expect(Math.abs(Number(task.cost) - price)).toBeLessThan(0.0001);
  const after = await moneyOf(client);
  expect(Number(after.held)).toBe(0);
  expect(Math.abs(Number(before.balance) - Number(after.balance) - Number(task.cost))).toBeLessThan(1e-9);

  const inOrder = [...task.clips].sort((a, b) => a.startTime - b.startTime);
  for (const [index, clip] of inOrder.entries()) {
    const { url, theme, startTime, endTime, duration } = clip;
    expect(startTime).toBeGreaterThanOrEqual(inOrder[index - 1]?.endTime ?? 0);
    expect(endTime).toBeLessThanOrEqual(durationSeconds + 0.04);
    expect(duration).toBeGreaterThanOrEqual(8);
    expect(theme).toMatch(/[a-z]{3}/i);
    const file = await client.download(url, join(folder, `clip-${index}.mp4`));
    const renderedVideo = probe(file);
    expect(renderedVideo.video).toMatchObject({
      codec_name: "h264",
      width: 320,
      height: 180,
      r_frame_rate: "25/1",
    });
    expect(renderedVideo.audio).toMatchObject({ codec_name: "aac" });
    expect(renderedVideo.durationSeconds).toBeLessThan(30);
    expect(Math.abs(renderedVideo.durationSeconds - duration)).toBeLessThan(0.05);
    expect(Number(renderedVideo.video?.nb_read_packets)).toBe(Math.round(duration * 25));

    const words = (await (await fetch(clip.transcript)).json()) as { text: string; end_time: number }[];
    expect(words.length).toBeGreaterThan(5);
    expect(words.at(-1)?.end_time).toBeLessThanOrEqual(duration + 0.01);
    const still = await client.download(clip.thumbnailUrl, join(folder, `still-${index}.jpg`));
    expect(probe(still).video).toMatchObject({ codec_name: "mjpeg", width: 320, height: 180 });
    expect(clip.score).toBeGreaterThan(0);

    // The clip has the frames and the audio of its place in the source.
    const first = frameAt(file, 0);
    const frames = [-1, 0, 1].map((step) => Math.max(0, startTime + step / 25));
    const nearest = frames.map((at) => difference(first, frameAt(source, at)));
    expect(nearest[1]).toBe(Math.min(...nearest));
    const own = audioOf(file, 0.05, duration - 0.1);
    const there = audioOf(source, startTime + 0.05, duration - 0.1);
    // A step is a millisecond.
    const shifts = [-40, -8, 0, 8, 40].map((shift) => similarity(own, there, shift));
    expect(shifts.indexOf(Math.max(...shifts))).toBe(2);
    expect(shifts[2]).toBeGreaterThan(0.9);

    // The ends are as quiet as pauses, so no word is cut off.
    const usual = loudness(there);
    expect(loudness(audioOf(file, 0, 0.08))).toBeLessThan(usual * 0.35);
    expect(loudness(audioOf(file, duration - 0.08, 0.08))).toBeLessThan(usual * 0.35);
  }

  const posts = await receiver.until("/hook", (received) => received.length > 0);
  expect(posts).toHaveLength(1);
  expect(posts[0]?.payload).toMatchObject({
    event: "completed",
    status: "completed",
    notificationFor: "tool",
    tool: "clip",
    taskId: id,
    metadata: { order: "7" },
    // Each URL is signed anew.
    clips: task.clips.map(({ theme, startTime, score }) => ({ theme, startTime, score })),
  });
  const listed = await client.get<{ videoTasks: string[]; clipTasks: string[] }>(`/videos/${video.id}`);
  expect(listed.body).toMatchObject({ videoTasks: [], clipTasks: [id] });
  const repeated = await client.post(
    `/videos/${video.id}/clipTask`,
    { maxClips: 1, durationRange: "lt_30s" },
    { "idempotency-key": "clips-1" },
  );
  expect(repeated.status).toBe(409);
  const foreign = sharedClient();
  for (const path of [`/videos/${video.id}/clipTask/${id}`, `/videos/${video.id}/task/${id}`])
    expect((await foreign.get(path)).status).toBe(404);
  expect((await client.get(`/videos/${video.id}/task/${id}`)).status).toBe(404);
});

test("a video without suitable clips fails with a named error and a remedy, free of charge", async () => {
  const client = clipper("Unclippable");
  const before = await moneyOf(client);
  const cases = [
    ["video/sy_base.mp4", "gte_60s_lt_90s", "VideoTooShort"],
    ["video/sy_noaudio.mp4", "lt_30s", "NoSpeech"],
    ["speech/jfk.flac", "lt_30s", "NoPicture"],
  ] as const;
  for (const [file, durationRange, errorName] of cases) {
    const { body: video } = await client.upload(media(file));
    await client.waitForVideo(video.id);
    const { body } = await client.post<{ id: string }>(`/videos/${video.id}/clipTask`, {
      maxClips: 1,
      durationRange,
    });
    const { task } = await endOf(client, video.id, body.id);
    expect(task).toMatchObject({ status: "failed", errorName, clips: [], cost: "0.00" });
    expect(task.error).toMatch(new RegExp(`^${errorName}: .*(?:[Uu]pload|Ask)`));
  }
  expect(await moneyOf(client)).toEqual(before);
});
