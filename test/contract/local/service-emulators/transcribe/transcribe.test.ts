import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { CreateQueueCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { StartTranscriptionJobCommand, TranscribeClient } from "@aws-sdk/client-transcribe";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTranscribeJobs } from "../../../../../adapters/aws/transcribe-jobs.ts";
import {
  recognitionFromTranscribe,
  transcribeOutputSchema,
} from "../../../../../core/transcript/transcribe-output.ts";
import { localPaths } from "../../../../../local/paths.ts";
import { ProcessRegistry } from "../../../../../local/processes/process-registry.ts";
import { startTranscribe } from "../../../../../local/service-emulators/transcribe/start.ts";
import type { TranscribeEmulator } from "../../../../../local/service-emulators/transcribe/transcribe.ts";
import { accountId, type Engine, region, startEngine } from "../../engine/engine.ts";
import { waitFor } from "../../engine/wait-for.ts";

const root = resolve(import.meta.dirname, "../../../../..");
const bucket = "media-of-the-stack";
const speech = (name: string): Buffer => readFileSync(join(root, "test/media/speech", name));
const asFlac = (name: string): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", "-i", join(root, "test/media/speech", name), "-f", "flac", "-"]);
const credentials = { accessKeyId: "test", secretAccessKey: "test" };

let engine: Engine;
let data: string;
let emulator: TranscribeEmulator;
let client: TranscribeClient;
let jobs: ReturnType<typeof createTranscribeJobs>;
let events: () => Promise<Record<string, unknown>[]>;

const put = (Key: string, Body: Buffer | string) =>
  engine.s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: "audio/flac" }));
const ended = (name: string) =>
  waitFor(async () => {
    const job = await jobs.get(name);
    return job?.status === "running" ? null : job;
  });

beforeAll(async () => {
  engine = await startEngine();
  data = mkdtempSync(join(tmpdir(), "capstack-transcribe-"));
  await engine.s3().send(new CreateBucketCommand({ Bucket: bucket }));
  const { QueueUrl } = await engine.sqs().send(new CreateQueueCommand({ QueueName: "ends" }));
  const EventPattern = JSON.stringify({
    source: ["aws.transcribe"],
    "detail-type": ["Transcribe Job State Change"],
    detail: { TranscriptionJobName: [{ prefix: "Stack-" }] },
  });
  await engine.events().send(new PutRuleCommand({ Name: "ends", EventPattern }));
  const Targets = [{ Id: "queue", Arn: `arn:aws:sqs:${region}:${accountId}:ends` }];
  await engine.events().send(new PutTargetsCommand({ Rule: "ends", Targets }));
  const seen: Record<string, unknown>[] = [];
  events = async () => {
    const query = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
    const { Messages = [] } = await engine.sqs().send(query);
    seen.push(...Messages.map(({ Body }) => JSON.parse(Body ?? "") as Record<string, unknown>));
    return seen;
  };
  const paths = { ...localPaths(root, data), scratch: data };
  const environment = { PATH: process.env.PATH ?? "", CAPSTACK_WHISPER_MODEL: paths.speechModel };
  const registry = new ProcessRegistry(paths.processesFile);
  const started = await startTranscribe({ paths, environment, registry, emulatorPort: () => engine.port });
  emulator = started.emulator;
  const endpoint = `http://127.0.0.1:${started.port}`;
  client = new TranscribeClient({ endpoint, region, credentials, maxAttempts: 1 });
  jobs = createTranscribeJobs(bucket, client);
});
afterAll(async () => {
  await emulator?.close();
  await engine?.stop();
  rmSync(data, { recursive: true, force: true });
});

const job = (id: string, languageCode: string | null) => ({
  name: `Stack-${id}`,
  audioKey: `transcribe/${id}/audio.flac`,
  outputKey: `transcribe/${id}/output.json`,
  languageCode,
});

describe("the emulator of Amazon Transcribe, through the SDK and the product's adapter", () => {
  test("transcribes real speech, publishes an event and writes the output file of Transcribe", async () => {
    const one = job("t1", null);
    await put(one.audioKey, speech("mfa_um.flac"));
    expect(await jobs.start(one)).toBe(true);
    expect(await jobs.start(one)).toBe(false);
    expect(await ended(one.name)).toEqual({ status: "completed", failureReason: null });
    const { Body } = await engine.s3().send(new GetObjectCommand({ Bucket: bucket, Key: one.outputKey }));
    const file: unknown = JSON.parse((await Body?.transformToString()) ?? "");
    expect(file).toMatchObject({ jobName: "Stack-t1", status: "COMPLETED", accountId });
    const recognition = recognitionFromTranscribe(transcribeOutputSchema.parse(file), null);
    expect(recognition).toMatchObject({ engine: "transcribe", language: "en", languageConfidence: 1 });
    expect(recognition.words.map(({ text }) => text.toLowerCase()).join(" ")).toMatch(/montreal.*forced/);
    expect(recognition.words[0]?.startSeconds).toBeCloseTo(1.23, 0);
    const published = await waitFor(async () =>
      (await events()).find(({ source }) => source === "aws.transcribe"),
    );
    expect(published).toMatchObject({
      "detail-type": "Transcribe Job State Change",
      detail: { TranscriptionJobName: "Stack-t1", TranscriptionJobStatus: "COMPLETED" },
    });

    const later = new Date(Date.now() + 60_000);
    expect(await jobs.listEnded("Stack-", later)).toEqual(["Stack-t1"]);
    expect(await jobs.listEnded("Other-", later)).toEqual([]);
    expect(await jobs.listEnded("Stack-", new Date(0))).toEqual([]);
    await jobs.delete("Stack-t1");
    await jobs.delete("Stack-t1");
    expect(await jobs.get("Stack-t1")).toBeNull();
  });

  test.each([
    ["there is no speech", "pv_empty.wav", null, "speech segment long enough"],
    ["the sample rate differs", "jfk.flac", "en-US", "sample rate"],
    ["the format differs", "pv_de.wav", "de-DE", "media format"],
  ])("a job fails with Transcribe's message when %s", async (_, name, languageCode, reason) => {
    const one = job(name, languageCode);
    const isWave = name === "pv_empty.wav";
    await put(one.audioKey, isWave ? asFlac(name) : speech(name));
    await jobs.start(one);
    expect(await ended(one.name)).toEqual({
      status: "failed",
      failureReason: expect.stringContaining(reason),
    });
  });

  test.each([
    ["a URI of a missing object", job("missing", "en-US"), "can't be accessed"],
    ["an unknown language", job("t2", "xx-XX"), "languageCode"],
    ["a language of Transcribe that Whisper lacks", job("t2", "zu-ZA"), "does not support zu-ZA"],
    ["a name with a space", { ...job("t2", "en-US"), name: "Stack- t2" }, "regular expression pattern"],
  ])("rejects %s", async (_, one, sentence) => {
    await put(job("t2", null).audioKey, speech("mfa_um.flac"));
    await expect(jobs.start(one)).rejects.toMatchObject({
      name: "TranscriptionFailed",
      message: expect.stringContaining(sentence),
    });
  });

  test.each([
    ["no language option", {}],
    ["two language options", { LanguageCode: "en-US" as const, IdentifyLanguage: true }],
    ["an unsupported option", { LanguageCode: "en-US" as const, Settings: { ShowAlternatives: true } }],
    ["a sample rate out of bounds", { LanguageCode: "en-US" as const, MediaSampleRateHertz: 4000 }],
  ])("rejects a request with %s", async (_, fields) => {
    const request = new StartTranscriptionJobCommand({
      TranscriptionJobName: "Stack-t3",
      Media: { MediaFileUri: `s3://${bucket}/transcribe/t2/audio.flac` },
      OutputBucketName: bucket,
      ...fields,
    });
    await expect(client.send(request)).rejects.toMatchObject({ name: "BadRequestException" });
  });
});

/** A connection error is not a rejection: the state machine retries it. */
test("a connection error is rethrown unchanged", async () => {
  const broken = new TranscribeClient({
    endpoint: "http://127.0.0.1:9",
    region,
    credentials,
    maxAttempts: 1,
  });
  const rejected = createTranscribeJobs(bucket, broken).start(job("t4", "en-US"));
  await expect(rejected).rejects.not.toMatchObject({ name: "TranscriptionFailed" });
});
