import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client, media, type Word } from "./client.ts";
import { type RunningService, startService } from "./start-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "capstack-transcriber-"));
let service: RunningService;
let client: Client;
beforeAll(async () => {
  service = await startService(dataDir, undefined, ["--transcriber", "auto"]);
  client = new Client(dataDir);
});
afterAll(async () => {
  await service?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const renderedVideo = (name: string): string => {
  const path = join(dataDir, `${name}.mp4`);
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-i", media(`speech/${name}`)],
    ...["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  ]);
  return path;
};

/** Returns the words of a new task and the end of its job of Transcribe; "" if it had none. */
const transcribe = async (name: string, request: Record<string, unknown>) => {
  const video = await client.upload(renderedVideo(name));
  const taskId = await client.createTask(video.body.id, request);
  await client.waitForTask(video.body.id, taskId, ["transcriptionCompleted"]);
  const path = `/videos/${video.body.id}/task/${taskId}/transcript`;
  const { body } = await client.get<Word[]>(path);
  const log = readFileSync(join(dataDir, "logs", "transcribe.log"), { encoding: "utf8", flag: "a+" });
  const ends = log.split("\n").filter((line) => line.includes(taskId));
  return { words: body, job: ends.map((line) => line.split(`${taskId} `)[1] ?? "").join() };
};

describe("--transcriber auto", () => {
  test("transcribes real speech with Amazon Transcribe", async () => {
    const { words, job } = await transcribe("mfa_um.flac", {});
    expect(job).toBe("COMPLETED");
    expect(words.map(({ text }) => text.toLowerCase())).toEqual(
      expect.arrayContaining(["montreal", "forced"]),
    );
    expect(Math.abs((words[0]?.start_time ?? 0) - 1.23)).toBeLessThan(0.15);
  });

  test("uses Whisper for a job that Transcribe fails because it finds no speech", async () => {
    const { words, job } = await transcribe("pv_empty.wav", {});
    expect(job).toMatch(/^FAILED Your audio file must have a speech segment/);
    expect(words).toEqual([]);
  });

  test("uses Whisper for a task with a dictionary", async () => {
    const { words, job } = await transcribe("pv_de.wav", { language: "de", dictionary: ["Leichenhalle"] });
    expect(job).toBe("");
    expect(words.map(({ text }) => text)).toContain("Raum");
  });
});
