import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { CreateStateMachineCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../../adapters/media/media-probe.ts";
import { createS3MediaBucket } from "../../../../../adapters/s3/media-bucket.ts";
import { renderTask } from "../../../../../containers/render/render-task.ts";
import { stillOfClip } from "../../../../../core/clips/captured-still.ts";
import { clipJob } from "../../../../../core/clips/clip-plan.ts";
import { chosenCut } from "../../../../../core/clips/media-convert-job.ts";
import type { RenderJob } from "../../../../../core/render-plan/render-job.ts";
import { clipStillsKey, videoSourceKey } from "../../../../../core/storage/keys.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { localPaths } from "../../../../../local/paths.ts";
import { ProcessRegistry } from "../../../../../local/processes/process-registry.ts";
import type { MediaConvertEmulator } from "../../../../../local/service-emulators/media-convert/media-convert.ts";
import { startMediaConvert } from "../../../../../local/service-emulators/media-convert/start.ts";
import { readMachine, type State, stateOf } from "../../../../statemachines/machines.ts";
import { makeCounter, readCounter } from "../../../containers/render/counter.ts";
import { type Engine, region, startEngine } from "../../engine/engine.ts";
import { ended, output, start } from "../../engine/machines.ts";
import { createRole } from "../../engine/roles.ts";

const root = resolve(import.meta.dirname, "../../../../..");
const bucketName = "media-of-the-stack";
const videoId = "video";
const queue = `arn:aws:mediaconvert:${region}:000000000000:queues/clips`;
const allow = (Action: string | string[], Resource: string) => ({ Effect: "Allow", Action, Resource });

let engine: Engine;
let folder: string;
let emulator: MediaConvertEmulator;
let jobRole: string;
/** The machine that cuts one clip, with the product's states; the container is a state that says so. */
let cutMachine: string;
let powerlessMachine: string;

const createMachine = async (name: string, roleArn: string): Promise<string> => {
  const { StartAt, States } = stateOf(readMachine("clip-task"), "CutClips").ItemProcessor ?? {};
  const { ReserveCutClip: _, CutClip: __, ClipFailed: ___, ...own } = States as Record<string, State>;
  const container = { Type: "Pass", Output: { cutBy: "container" }, End: true };
  const definition = JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt,
    States: { ...own, ReserveCutClip: container },
  })
    .replace(/\$\{ClipCutterRoleArn\}/g, jobRole)
    .replace(/\$\{ClipCutterQueueArn\}/g, queue);
  const { stateMachineArn } = await engine
    .sfn()
    .send(new CreateStateMachineCommand({ name, roleArn, definition }));
  return stateMachineArn ?? "";
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "capstack-media-convert-"));
  const paths = { ...localPaths(root, folder), scratch: folder };
  const started = await startMediaConvert({
    paths,
    environment: { PATH: process.env.PATH ?? "" },
    registry: new ProcessRegistry(paths.processesFile),
    emulatorPort: () => engine.port,
  });
  emulator = started.emulator;
  const url = `http://127.0.0.1:${started.port}`;
  engine = await startEngine({ environment: { AWS_ENDPOINT_URL_MEDIACONVERT: url } });
  await engine.s3().send(new CreateBucketCommand({ Bucket: bucketName }));
  const objects = `arn:aws:s3:::${bucketName}`;
  jobRole = await createRole(engine.endpoint, "clip-cutter", [
    allow("s3:GetObject", `${objects}/videos/*`),
    allow("s3:PutObject", `${objects}/tasks/*/clips/*`),
  ]);
  const jobs = `arn:aws:mediaconvert:${region}:000000000000:jobs/*`;
  const rule = `arn:aws:events:${region}:000000000000:rule/StepFunctionsGetEventsForMediaConvertJobRule`;
  const machineRole = await createRole(engine.endpoint, "machine", [
    allow("mediaconvert:CreateJob", queue),
    allow(["mediaconvert:GetJob", "mediaconvert:CancelJob", "mediaconvert:TagResource"], jobs),
    allow("iam:PassRole", jobRole),
    allow(["events:PutTargets", "events:PutRule", "events:DescribeRule"], rule),
  ]);
  cutMachine = await createMachine("cut", machineRole);
  powerlessMachine = await createMachine(
    "powerless",
    await createRole(engine.endpoint, "powerless", [allow("s3:GetObject", objects)]),
  );
});
afterAll(async () => {
  await emulator?.close();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const [template] = templates;
const description = { score: 70, reason: "Counts.", hook: "One." };

/** Returns the job of a clip of a source. */
const jobOf = async (
  source: string,
  taskId: string,
  fps: { num: number; den: number },
): Promise<RenderJob> => {
  if (!template) throw new Error("no template");
  const clip = { startFrame: 37, endFrame: 80, theme: "Numbers", description };
  return clipJob(
    { id: taskId, videoId, request: {} },
    await probeMedia(source),
    { fps, language: "en", clips: [clip] },
    0,
    { transcript: [], template, renderOptions: {} },
  );
};

interface Cut {
  clip: string;
  still: string;
}

const cutByContainer = async (source: string, job: RenderJob): Promise<Cut> => {
  const kept = { clip: join(folder, `${job.taskId}.mp4`), still: join(folder, `${job.taskId}.jpg`) };
  await renderTask(
    "job",
    {
      readJob: async () => job,
      download: async (_, path) => copyFileSync(source, path),
      downloadFont: async () => {},
      upload: async (key, path) => copyFileSync(path, key.endsWith(".mp4") ? kept.clip : kept.still),
      reportProgress: () => {},
    },
    new AbortController().signal,
  );
  return kept;
};

const inputOf = (job: RenderJob): object => ({
  taskId: job.taskId,
  clip: 0,
  count: 1,
  jobKey: "job",
  clipTimeoutSeconds: 60,
  mediaConvert: chosenCut("mediaconvert", job, bucketName, clipStillsKey(job.taskId, 0)),
});

const fetched = async (key: string, path: string): Promise<string> => {
  const { Body } = await engine.s3().send(new GetObjectCommand({ Bucket: bucketName, Key: key }));
  writeFileSync(path, (await Body?.transformToByteArray()) ?? new Uint8Array());
  return path;
};

const cutByMediaConvert = async (source: string, job: RenderJob): Promise<Cut> => {
  const Key = videoSourceKey(videoId);
  await engine.s3().send(new PutObjectCommand({ Bucket: bucketName, Key, Body: readFileSync(source) }));
  const execution = await ended(engine, await start(engine, cutMachine, inputOf(job)));
  expect({ status: execution.status, output: output(execution) }).toEqual({
    status: "SUCCEEDED",
    output: {},
  });
  const stillKey = await stillOfClip(
    job.taskId,
    0,
    createS3MediaBucket({ name: bucketName, client: engine.s3() }),
  );
  return {
    clip: await fetched(job.outputKey, join(folder, `${job.taskId}.mp4`)),
    still: await fetched(stillKey, join(folder, `${job.taskId}.jpg`)),
  };
};

const streamsOf = (path: string): unknown[] => {
  const entries = "stream=codec_name,width,height,r_frame_rate,channels";
  const args = ["-v", "error", "-of", "json", "-show_entries", entries, path];
  return (JSON.parse(execFileSync("ffprobe", args, { encoding: "utf8" })) as { streams: unknown[] }).streams;
};

const rates = { "25": { num: 25, den: 1 }, "30000/1001": { num: 30000, den: 1001 } };

describe.each([
  ["the container", cutByContainer],
  ["MediaConvert", cutByMediaConvert],
] as const)("a clip that %s cuts", (name, cut) => {
  test.each(Object.entries(rates))(
    "has exactly its frames at %s per second, their size, audio, and a still",
    async (rate, fps) => {
      const id = `${name.replace(" ", "-")}-${fps.num}`;
      const source = join(folder, `${id}-source.mp4`);
      makeCounter(source, { fps: rate, frames: 100, kind: "m", audio: true });
      const { clip, still } = await cut(source, await jobOf(source, id, fps));
      expect(readCounter(clip)).toEqual(Array.from({ length: 43 }, (_, index) => `m${37 + index}`));
      const streams = streamsOf(clip);
      expect(streams).toHaveLength(2);
      expect(streams).toContainEqual(
        expect.objectContaining({
          codec_name: "h264",
          width: 128,
          height: 72,
          r_frame_rate: /\//.test(rate) ? rate : `${rate}/1`,
        }),
      );
      expect(streams).toContainEqual(expect.objectContaining({ codec_name: "aac", channels: 1 }));
      expect(streamsOf(still)).toEqual([expect.objectContaining({ codec_name: "mjpeg", width: 128 })]);
    },
  );
});

describe("the clip machine", () => {
  const job = async (taskId: string): Promise<RenderJob> => {
    const source = join(folder, "plain.mp4");
    if (!existsSync(source)) makeCounter(source, { fps: "25", frames: 100, kind: "m", audio: true });
    return jobOf(source, taskId, rates["25"]);
  };
  const outcome = async (machine: string, input: object) =>
    output(await ended(engine, await start(engine, machine, input)));
  const byContainer = { cutBy: "container" };

  test("lets the container cut a clip without a job, whose job fails or may not be created", async () => {
    const input = inputOf(await job("plain"));
    expect(await outcome(cutMachine, { ...input, mediaConvert: null })).toEqual(byContainer);
    const missing = inputOf({ ...(await job("missing")), sourceKey: "videos/other/source" });
    expect(await outcome(cutMachine, missing)).toEqual(byContainer);
    const foreign = inputOf({ ...(await job("foreign")), outputKey: "videos/video/clip.mp4" });
    expect(await outcome(cutMachine, foreign)).toEqual(byContainer);
    expect(await outcome(powerlessMachine, input)).toEqual(byContainer);
  });

  test("lets the container cut a clip whose duration differs from the plan", async () => {
    const input = inputOf(await job("short")) as { mediaConvert: object };
    const mediaConvert = { ...input.mediaConvert, durationMs: 3000 };
    expect(await outcome(cutMachine, { ...input, mediaConvert })).toEqual(byContainer);
  });
});

describe("the emulator of MediaConvert", () => {
  const create = (settings: object) =>
    engine.sfn().send(
      new CreateStateMachineCommand({
        name: `direct-${Object.keys(settings)[0]}`,
        roleArn: "arn:aws:iam::000000000000:role/any",
        definition: JSON.stringify({
          QueryLanguage: "JSONata",
          StartAt: "Job",
          States: {
            Job: {
              Type: "Task",
              Resource: "arn:aws:states:::mediaconvert:createJob.sync",
              Arguments: { Role: jobRole, Settings: settings },
              End: true,
            },
          },
        }),
      }),
    );

  test.each([
    ["settings that it does not emulate", { Inputs: [] }, "MediaConvert.BadRequestException"],
    ["a value that the service's model excludes", { FollowSource: 0 }, "States.Runtime"],
  ])("rejects %s", async (_, settings, error) => {
    const { stateMachineArn = "" } = await create(settings);
    const execution = await ended(engine, await start(engine, stateMachineArn));
    expect({ status: execution.status, error: execution.error }).toEqual({ status: "FAILED", error });
  });
});
