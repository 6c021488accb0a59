import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  LambdaClient,
  ListFunctionsCommand,
  PutFunctionConcurrencyCommand,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { extractedAudioKey } from "../../core/storage/keys.ts";
import { region, testCredentials } from "../../local/emulator/environment.ts";
import { Client, media, type Word } from "./client.ts";
import { probe } from "./media-file.ts";
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
    ...["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-i", media(`speech/${name}`)],
    ...["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  ]);
  return path;
};

/** Returns the words of a new task and the end of its job of Transcribe and of its request; "" if it had none. */
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
  const endAfter = (name: string): string => ends.map((line) => line.split(`${name} `)[1] ?? "").join("");
  return { taskId, words: body, job: endAfter(taskId), request: endAfter(extractedAudioKey(taskId)) };
};

describe("--transcriber auto", () => {
  test("transcribes real speech with Amazon Transcribe, in the language that Whisper identifies, without a job", async () => {
    const { words, job, request } = await transcribe("mfa_um.flac", { autoApprove: true }, "completed");
    expect({ job, request }).toEqual({ job: "", request: "COMPLETED" });
    expect(words.map(({ text }) => text.toLowerCase())).toEqual(
      expect.arrayContaining(["montreal", "forced"]),
    );
    expect(Math.abs((words[0]?.start_time ?? 0) - 1.23)).toBeLessThan(0.15);
    expect(words[0]?.confidence).toBe(1);
  });

  test("has a job transcribe speech whose words a person reviews, with their confidence", async () => {
    const { words, job, request } = await transcribe("mfa_um.flac", { language: "en" });
    expect({ job, request }).toEqual({ job: "COMPLETED", request: "" });
    expect(words.some(({ confidence = 1 }) => confidence < 1)).toBe(true);
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

/** Changes the function of a worker. */
const changeFunction = async (
  worker: "render" | "speech",
  change: (lambda: LambdaClient, FunctionName: string) => Promise<unknown>,
): Promise<void> => {
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as Record<string, number>;
  const endpoint = `http://127.0.0.1:${ports.emulator}`;
  const lambda = new LambdaClient({ endpoint, region, credentials: testCredentials });
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({ MaxItems: 200 }));
  const found = Functions.find(({ Description }) => Description === `${worker} of capstack, for short tasks`);
  await change(lambda, found?.FunctionName ?? "");
  lambda.destroy();
};
/** Gives it less time than a process has to end before Lambda stops it. */
const shorten = (worker: "render" | "speech"): Promise<void> =>
  changeFunction(worker, (lambda, FunctionName) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: 10 })),
  );
const limitRendering = (ReservedConcurrentExecutions: number): Promise<void> =>
  changeFunction("render", (lambda, FunctionName) =>
    lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions })),
  );

/** A file that costs little to encode, but whose pixels are more work than one function does by the estimate. */
const largeVideo = (): string => {
  const path = join(dataDir, "large.mp4");
  if (existsSync(path)) return path;
  const inputs = ["-f", "lavfi", "-i", "color=gray:s=3840x2160:r=30", "-f", "lavfi", "-i", "sine"];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, "-t", "3", ...codecs, path]);
  return path;
};

/** Captions a file; returns the task's ID, its steps of rendering with their errors, its output, webhooks and charges. */
const captioned = async (name: string, file: string) => {
  const receiver = await startReceiver();
  const { accountId, client: caller } = newAccount(name, "", dataDir);
  admin(`credits add --account ${accountId} --amount 10 --note short`, dataDir);
  const video = await caller.upload(file);
  const taskId = await caller.createTask(video.body.id, {
    autoApprove: true,
    transcript: [{ text: "Hello", type: "word", start_time: 0, end_time: 0.5 }],
    notification: { type: "webhook", recipient: `${receiver.origin}/${name}`, notificationsFor: ["render"] },
  });
  const task = await caller.waitForTask(video.body.id, taskId, ["completed"]);
  const posts = await receiver.until(`/${name}`, (received) => received.length > 0);
  await receiver.close();
  const { entries } = admin<{ entries: { kind: string; taskId: string | null }[] }>(
    `credits statement --account ${accountId}`,
    dataDir,
  );
  const { steps } = admin<{ steps: { name: string; errors: string }[] }>(
    `tasks show --task ${taskId}`,
    dataDir,
  );
  const rendering = steps.filter(({ name }) => /Render|Join/.test(name));
  return {
    taskId,
    output: await caller.download(task.downloadUrl ?? "", join(dataDir, `${name}-captioned.mp4`)),
    steps: rendering.map(({ name }) => name).sort(),
    errors: rendering.map(({ errors }) => errors).filter((error) => error !== ""),
    events: posts.map(({ payload }) => [payload.event, payload.taskId]),
    charges: entries.filter((entry) => entry.taskId === taskId && entry.kind === "charge"),
  };
};

describe("--short-tasks", () => {
  test("recognizes speech with a dictionary and renders by functions, without containers", async () => {
    const request = { language: "de", dictionary: ["Leichenhalle"], autoApprove: true };
    const { words, job, taskId } = await transcribe("pv_de.wav", request, "completed");
    expect(job).toBe("");
    expect(words.map(({ text }) => text)).toContain("Raum");
    expect(usedContainer(taskId)).toBe(false);
  });

  const bySegments = ["JoinSegmentsByFunction", "RenderSegmentByFunction", "RenderSegmentByFunction"];
  const around = ["RenderSegments", "StartRendering"];

  test("divides much work among functions, and joins by one: the video is whole", async () => {
    const { taskId, output, steps, errors } = await captioned("divided", largeVideo());
    expect({ steps, errors }).toEqual({ steps: [...bySegments, ...around], errors: [] });
    expect(usedContainer(taskId)).toBe(false);
    const { video, audio, durationSeconds } = probe(output);
    expect(video).toMatchObject({ nb_read_packets: "90", codec_name: "h264", height: 1080 });
    expect(audio?.codec_name).toBe("aac");
    expect(durationSeconds).toBeCloseTo(3, 1);
  });

  test("leaves the segment of a throttled function to a container: one charge, one webhook", async () => {
    await limitRendering(1);
    const { taskId, steps, errors, events, charges } = await captioned("throttled", largeVideo());
    await limitRendering(10);
    // The function of the first segment may still be ending when the join begins, which is then throttled as well.
    expect(steps).toEqual(expect.arrayContaining([...bySegments, "RenderSegment"]));
    expect(steps.filter((name) => name === "RenderSegment")).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set(["Lambda.TooManyRequestsException"]));
    expect(events).toEqual([["completed", taskId]]);
    expect(charges).toHaveLength(1);
  });

  test.each([
    {
      name: "stopped",
      file: () => media("video/ax_testvid_1022ms.mp4"),
      expected: ["Render", "RenderByFunction", "ReserveRender", "StartRendering"],
    },
    {
      name: "segments",
      file: largeVideo,
      expected: [
        ...[...bySegments, ...around, "JoinSegments", "ReserveJoinSegments"],
        ...["RenderSegment", "RenderSegment", "ReserveRenderSegment", "ReserveRenderSegment"],
      ].sort(),
    },
  ])(
    "leaves the work of functions that are stopped to containers: one charge, one webhook ($name)",
    async ({ name, file, expected }) => {
      await shorten("render");
      const { taskId, steps, errors, events, charges } = await captioned(name, file());
      expect(usedContainer(taskId)).toBe(true);
      expect(steps).toEqual(expected);
      expect(new Set(errors.flatMap((error) => error.split(/,\s*/)))).toEqual(new Set(["ContainerStopped"]));
      expect(events).toEqual([["completed", taskId]]);
      expect(charges).toHaveLength(1);
    },
  );

  test("has a container extract the audio when the function is stopped, and a job identify its language", async () => {
    await shorten("speech");
    const { words, job, request, taskId } = await transcribe(
      "mfa_um.flac",
      { autoApprove: true },
      "completed",
    );
    expect(usedContainer(taskId)).toBe(true);
    expect({ job, request }).toEqual({ job: "COMPLETED", request: "" });
    expect(words.map(({ text }) => text.toLowerCase())).toContain("montreal");
  });
});
