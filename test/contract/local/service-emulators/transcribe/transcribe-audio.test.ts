import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { TranscribeClient } from "@aws-sdk/client-transcribe";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createSynchronousTranscription } from "../../../../../adapters/aws/synchronous-transcription.ts";
import { createTranscribeJobs } from "../../../../../adapters/aws/transcribe-jobs.ts";
import { createS3MediaBucket } from "../../../../../adapters/s3/media-bucket.ts";
import { extractedAudioKey } from "../../../../../core/storage/keys.ts";
import type { SynchronousTranscription } from "../../../../../core/transcript/synchronous-transcription.ts";
import { recognitionFromTranscribe } from "../../../../../core/transcript/transcribe-output.ts";
import { transcribeAudio } from "../../../../../core/workflows/transcription/transcribe-audio.ts";
import { localPaths } from "../../../../../local/paths.ts";
import { ProcessRegistry } from "../../../../../local/processes/process-registry.ts";
import { readServiceModel } from "../../../../../local/service-emulators/service-model.ts";
import { TranscribeEmulator } from "../../../../../local/service-emulators/transcribe/transcribe.ts";
import { withTranscribeAudio } from "../../../../../local/service-emulators/transcribe/transcribe-audio.ts";
import { accountId, type Engine, region, startEngine } from "../../engine/engine.ts";

const root = resolve(import.meta.dirname, "../../../../..");
const bucket = "media-of-the-stack";
const credentials = { accessKeyId: "test", secretAccessKey: "test" };
const speech = (name: string): string => join(root, "test/media/speech", name);
const model = readServiceModel(localPaths(root, root).venv, "transcribe");

let engine: Engine;
let data: string;
let emulators: TranscribeEmulator[];
/** Of a region with the operation and a quota of one request. */
let client: TranscribeClient;
/** Of a region without the operation. */
let clientWithout: TranscribeClient;

const clientOf = (port: number): TranscribeClient =>
  new TranscribeClient({ endpoint: `http://127.0.0.1:${port}`, region, credentials, maxAttempts: 1 });
const put = (Key: string, Body: Buffer) =>
  engine.s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: "audio/flac" }));
const request = (id: string, languageCode = "en") => ({ audioKey: extractedAudioKey(id), languageCode });

beforeAll(async () => {
  engine = await startEngine();
  data = mkdtempSync(join(tmpdir(), "capstack-transcribe-audio-"));
  await engine.s3().send(new CreateBucketCommand({ Bucket: bucket }));
  await put(extractedAudioKey("en"), readFileSync(speech("mfa_um.flac")));
  const paths = localPaths(root, data);
  const options = {
    ...{ accountId, s3: engine.s3(), publish: async () => {}, log: { line: () => {} } },
    checkPermissions: async () => {},
    registry: new ProcessRegistry(paths.processesFile),
    python: paths.venvPython,
    ...{ root, scratch: data },
    environment: { PATH: process.env.PATH ?? "", CAPSTACK_WHISPER_MODEL: paths.speechModel },
  };
  emulators = [
    new TranscribeEmulator({ ...options, model: withTranscribeAudio(model), maxConcurrentRequests: 1 }),
    new TranscribeEmulator({ ...options, model }),
  ];
  const [first = 0, second = 0] = await Promise.all(emulators.map((emulator) => emulator.listen(0)));
  [client, clientWithout] = [clientOf(first), clientOf(second)];
});
afterAll(async () => {
  client?.destroy();
  clientWithout?.destroy();
  await Promise.all(emulators?.map((emulator) => emulator.close()) ?? []);
  await engine?.stop();
  rmSync(data, { recursive: true, force: true });
});

describe("TranscribeAudio of the emulator, through the product's adapter", () => {
  test("transcribes real speech", async () => {
    const output = await createSynchronousTranscription(bucket, client).transcribe(request("en"));
    const { language, words } = recognitionFromTranscribe(output, "en");
    expect(language).toBe("en");
    expect(words.map(({ text }) => text.toLowerCase()).join(" ")).toMatch(/montreal.*forced/);
    expect(words[0]?.startSeconds).toBeCloseTo(1.23, 0);
    expect(output.results.items.map(({ type }) => type)).toContain("punctuation");
  });

  test.each([
    ["an object that is missing", request("missing"), "couldn't be read"],
    ["a code of jobs", request("en", "en-US"), "enum value set: [en, es"],
    ["audio of less than half a second", request("short"), "shorter than 0.5 seconds"],
    ["a file that is no audio", request("text"), "couldn't be read"],
  ])("rejects %s", async (_, audio, sentence) => {
    const tone = [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "sine=duration=0.3",
      "-f",
      "flac",
      join(data, "s.flac"),
    ];
    execFileSync("ffmpeg", ["-y", ...tone]);
    await put(extractedAudioKey("short"), readFileSync(join(data, "s.flac")));
    await put(extractedAudioKey("text"), Buffer.from("no audio"));
    await expect(createSynchronousTranscription(bucket, client).transcribe(audio)).rejects.toMatchObject({
      name: "BadRequestException",
      message: expect.stringContaining(sentence),
    });
  });
});

/** Transcribes audio, in one request if that succeeds, and else by a job. */
const fallOver = async (id: string, synchronous: SynchronousTranscription) => {
  const used = { failures: [] as string[], results: [] as string[], job: null as string | null };
  const send = async (token: string) => used.results.push(token) > 0;
  await put(extractedAudioKey(id), readFileSync(speech("mfa_um.flac")));
  const jobs = createTranscribeJobs(bucket, client);
  await transcribeAudio(
    {
      ...{ taskId: id, taskToken: "token", language: "en", audioSeconds: 9 },
      ...{ isSynchronous: true, identifiedLanguage: null },
    },
    {
      ...{ jobs, jobPrefix: "Stack-", synchronous },
      bucket: createS3MediaBucket({ name: bucket, client: engine.s3() }),
      workflows: { sendSuccess: send, sendFailure: send },
      reportFailure: (error) => used.failures.push(String(error)),
    },
  );
  used.job = (await jobs.get(`Stack-${id}`))?.status ?? null;
  // Its recognition takes a while, and is tested with jobs.
  await jobs.delete(`Stack-${id}`);
  return used;
};

describe("a job", () => {
  test("does not follow a request that succeeds", async () => {
    const used = await fallOver("done", createSynchronousTranscription(bucket, client));
    expect(used).toEqual({ failures: [], results: ["token"], job: null });
  });

  test("follows a throttled request", async () => {
    const busy = createSynchronousTranscription(bucket, client).transcribe(request("en"));
    const used = await fallOver("throttled", createSynchronousTranscription(bucket, client));
    expect(used).toEqual({
      failures: [expect.stringContaining("LimitExceededException")],
      ...{ results: [], job: "running" },
    });
    await busy;
  });

  test.each([
    ["in a region without the operation", "UnknownOperationException", () => ({ of: clientWithout })],
    ["that takes too long", "No response within 50 ms", () => ({ of: client, timeoutMs: 50 })],
    ["that cannot be sent", "ECONNREFUSED", () => ({ of: clientOf(9) })],
  ])("follows a request %s", async (title, failure, options) => {
    const { of, timeoutMs }: { of: TranscribeClient; timeoutMs?: number } = options();
    const id = title.replaceAll(" ", "-");
    const used = await fallOver(id, createSynchronousTranscription(bucket, of, timeoutMs));
    expect(used).toEqual({ failures: [expect.stringContaining(failure)], results: [], job: "running" });
  });
});
