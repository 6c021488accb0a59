import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
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
const put = (id: string, Body: Buffer) => {
  const object = { Bucket: bucket, Key: extractedAudioKey(id), Body, ContentType: "audio/flac" };
  return engine.s3().send(new PutObjectCommand(object));
};
const request = (id: string, languageCode = "en") => ({ audioKey: extractedAudioKey(id), languageCode });

/** Audio is read once `released` has settled; `read` is called before. */
let gate: { read: () => void; released: Promise<void> } = { read: () => {}, released: Promise.resolve() };

/** The client of the emulators, which waits for the gate before it reads audio. */
const gated = (s3: S3Client): S3Client => {
  const send = async (command: unknown): Promise<unknown> => {
    if (command instanceof GetObjectCommand) {
      gate.read();
      await gate.released;
    }
    return s3.send(command as never);
  };
  return { send } as unknown as S3Client;
};

/** Holds the audio of all recognitions until `release`, which fails them. `read`: settles when the first one reads. */
const hold = () => {
  const [reading, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  releasing.promise.catch(() => {});
  gate = { read: reading.resolve, released: releasing.promise };
  const release = (): void => {
    releasing.reject(new Error("The test has ended."));
    gate = { read: () => {}, released: Promise.resolve() };
  };
  return { read: reading.promise, release };
};

/** Of the jobs that follow requests. */
const ids = ["done", "throttled", "without-operation", "too-slow", "not-sent"] as const;

/** A file of less than half a second. */
const shortAudio = (): Buffer => {
  const path = join(data, "short.flac");
  const tone = ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.3", "-f", "flac", path];
  execFileSync("ffmpeg", tone);
  return readFileSync(path);
};

beforeAll(async () => {
  engine = await startEngine();
  data = mkdtempSync(join(tmpdir(), "capstack-transcribe-audio-"));
  await engine.s3().send(new CreateBucketCommand({ Bucket: bucket }));
  const spoken = readFileSync(speech("mfa_um.flac"));
  await Promise.all([
    ...["en", ...ids].map((id) => put(id, spoken)),
    put("short", shortAudio()),
    put("text", Buffer.from("no audio")),
  ]);
  const paths = localPaths(root, data);
  const options = {
    ...{ accountId, s3: gated(engine.s3()), publish: async () => {}, log: { line: () => {} } },
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
    await expect(createSynchronousTranscription(bucket, client).transcribe(audio)).rejects.toMatchObject({
      name: "BadRequestException",
      message: expect.stringContaining(sentence),
    });
  });
});

/** Transcribes audio, in one request if that succeeds, and else by a job. */
const fallOver = async (id: (typeof ids)[number], synchronous: SynchronousTranscription) => {
  const used = { failures: [] as string[], results: [] as string[], job: null as string | null };
  const send = async (token: string) => used.results.push(token) > 0;
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
    const { read, release } = hold();
    const busy = createSynchronousTranscription(bucket, client).transcribe(request("en"));
    const rejected = expect(busy).rejects.toThrow("couldn't be read");
    await read;
    const used = await fallOver("throttled", createSynchronousTranscription(bucket, client));
    release();
    expect(used).toEqual({
      failures: [expect.stringContaining("LimitExceededException")],
      ...{ results: [], job: "running" },
    });
    await rejected;
  });

  test.each([
    ["in a region without the operation", "without-operation", "UnknownOperationException"],
    ["that takes too long", "too-slow", "No response within 50 ms"],
    ["that cannot be sent", "not-sent", "ECONNREFUSED"],
  ] as const)("follows a request %s", async (_, id, failure) => {
    const { release } = hold();
    const of = { "without-operation": clientWithout, "too-slow": client, "not-sent": clientOf(9) }[id];
    const timeoutMs = id === "too-slow" ? 50 : undefined;
    const used = await fallOver(id, createSynchronousTranscription(bucket, of, timeoutMs));
    release();
    expect(used).toEqual({ failures: [expect.stringContaining(failure)], results: [], job: "running" });
  });
});
