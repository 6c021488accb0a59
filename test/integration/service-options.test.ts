import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { region, testCredentials } from "../../local/emulator/environment.ts";
import { Client, media, type Word } from "./client.ts";
import { admin, newAccount } from "./operator.ts";
import { startReceiver } from "./receiver.ts";
import { type RunningService, startService } from "./start-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "capstack-transcriber-"));
let service: RunningService;
let client: Client;
beforeAll(async () => {
  service = await startService(dataDir, undefined, ["--transcriber", "auto", "--short-tasks"]);
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
const transcribe = async (
  name: string,
  request: Record<string, unknown>,
  status: "transcriptionCompleted" | "completed" = "transcriptionCompleted",
) => {
  const video = await client.upload(renderedVideo(name));
  const taskId = await client.createTask(video.body.id, request);
  await client.waitForTask(video.body.id, taskId, [status]);
  const path = `/videos/${video.body.id}/task/${taskId}/transcript`;
  const { body } = await client.get<Word[]>(path);
  const log = readFileSync(join(dataDir, "logs", "transcribe.log"), { encoding: "utf8", flag: "a+" });
  const ends = log.split("\n").filter((line) => line.includes(taskId));
  return { taskId, words: body, job: ends.map((line) => line.split(`${taskId} `)[1] ?? "").join() };
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
});

/** Whether a container has worked for the task. */
const usedContainer = (taskId: string): boolean =>
  readFileSync(join(dataDir, "logs", "containers.log"), { encoding: "utf8", flag: "a+" }).includes(taskId);

/** Gives the function of a worker less time than a process has to end before Lambda stops it. */
const shorten = async (worker: "render" | "speech"): Promise<void> => {
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as Record<string, number>;
  const endpoint = `http://127.0.0.1:${ports.emulator}`;
  const lambda = new LambdaClient({ endpoint, region, credentials: testCredentials });
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({ MaxItems: 200 }));
  const found = Functions.find(({ Description }) => Description === `${worker} of capstack, for short tasks`);
  await lambda.send(
    new UpdateFunctionConfigurationCommand({ FunctionName: found?.FunctionName, Timeout: 10 }),
  );
  lambda.destroy();
};

describe("--short-tasks", () => {
  test("recognizes speech with a dictionary and renders by functions, without containers", async () => {
    const request = { language: "de", dictionary: ["Leichenhalle"], autoApprove: true };
    const { words, job, taskId } = await transcribe("pv_de.wav", request, "completed");
    expect(job).toBe("");
    expect(words.map(({ text }) => text)).toContain("Raum");
    expect(usedContainer(taskId)).toBe(false);
  });

  test("leaves a task whose function is stopped to a container: one charge, one webhook", async () => {
    await shorten("render");
    const receiver = await startReceiver();
    const { accountId, client: caller } = newAccount("Short", "", dataDir);
    admin(`credits add --account ${accountId} --amount 10 --note short`, dataDir);
    const video = await caller.upload(media("video/ax_testvid_1022ms.mp4"));
    const taskId = await caller.createTask(video.body.id, {
      autoApprove: true,
      transcript: [{ text: "Hello", type: "word", start_time: 0, end_time: 0.5 }],
      notification: { type: "webhook", recipient: `${receiver.origin}/short`, notificationsFor: ["render"] },
    });
    await caller.waitForTask(video.body.id, taskId, ["completed"]);
    expect(usedContainer(taskId)).toBe(true);
    const posts = await receiver.until("/short", (received) => received.length > 0);
    expect(posts.map(({ payload }) => [payload.event, payload.taskId])).toEqual([["completed", taskId]]);
    const { entries } = admin<{ entries: { kind: string; taskId: string | null }[] }>(
      `credits statement --account ${accountId}`,
      dataDir,
    );
    const ofTask = entries.filter((entry) => entry.taskId === taskId).map(({ kind }) => kind);
    expect(ofTask.filter((kind) => kind === "charge")).toHaveLength(1);
    const { steps } = admin<{ steps: { name: string; errors: string }[] }>(
      `tasks show --task ${taskId}`,
      dataDir,
    );
    const rendering = steps.filter(({ name }) => /Render/.test(name)).map(({ name }) => name);
    expect(rendering).toEqual(["StartRendering", "RenderByFunction", "ReserveRender", "Render"]);
    expect(steps.find(({ name }) => name === "RenderByFunction")?.errors).toBe("ContainerStopped");
    await receiver.close();
  });

  test("has a container extract the audio for Transcribe when the function is stopped", async () => {
    await shorten("speech");
    const { words, job, taskId } = await transcribe("mfa_um.flac", {});
    expect(usedContainer(taskId)).toBe(true);
    expect(job).toBe("COMPLETED");
    expect(words.map(({ text }) => text.toLowerCase())).toContain("montreal");
  });
});
