import { describe, expect, test } from "@jest/globals";
import {
  extractedAudioKey,
  recognitionKey,
  transcribeAccessCheckKey,
  transcribeOutputKey,
  transcribeWaitKey,
} from "../../../../../core/storage/keys.ts";
import type {
  TranscriptionJob,
  TranscriptionJobs,
} from "../../../../../core/transcript/transcription-jobs.ts";
import {
  finishTranscriptionJob,
  recoverTranscriptionJobs,
  startTranscriptionJob,
} from "../../../../../core/workflows/transcription/transcription-job.ts";
import { createMemoryBucket } from "../../../../fakes/media.ts";

type Started = Parameters<TranscriptionJobs["start"]>[0];

const createWorkflowFixture = () => {
  const jobs = new Map<string, TranscriptionJob & { endedAt?: Date }>();
  const started: Started[] = [];
  const bucket = createMemoryBucket();
  bucket.objects.set(extractedAudioKey("t1"), new Uint8Array(3));
  const sentResults: unknown[] = [];
  const port: TranscriptionJobs = {
    start: async (job) => {
      if (jobs.has(job.name)) return false;
      started.push(job);
      // Like Transcribe before it accepts a job.
      bucket.objects.set(transcribeAccessCheckKey("t1"), new Uint8Array(0));
      jobs.set(job.name, { status: "running", failureReason: null });
      return true;
    },
    get: async (name) => jobs.get(name) ?? null,
    delete: async (name) => {
      jobs.delete(name);
    },
    listEnded: async (prefix, before) =>
      [...jobs].flatMap(([name, { endedAt }]) =>
        name.startsWith(prefix) && endedAt !== undefined && endedAt < before ? [name] : [],
      ),
  };
  const deps = {
    jobs: port,
    jobPrefix: "Stack-",
    bucket,
    workflows: {
      sendSuccess: async (token: string, output: unknown) => {
        sentResults.push({ token, output });
        return true;
      },
      sendFailure: async (token: string, name: string, cause: string) => {
        sentResults.push({ token, name, cause });
        return true;
      },
    },
    now: () => new Date("2026-01-01T12:00:00Z"),
  };
  const end = async (change: Partial<TranscriptionJob & { endedAt: Date }>, output?: unknown) => {
    jobs.set("Stack-t1", { status: "completed", failureReason: null, ...change });
    if (output !== undefined) await bucket.putJson(transcribeOutputKey("t1"), output);
  };
  return { deps, jobs, started, sentResults, bucket, end };
};

const start = { taskId: "t1", taskToken: "token", language: "en" as string | null, audioSeconds: 9 };
const transcribeOutput = {
  results: {
    language_code: "en-US",
    transcripts: [{ transcript: "Yes." }],
    items: [
      {
        type: "pronunciation",
        start_time: "0.1",
        end_time: "0.5",
        alternatives: [{ content: "Yes", confidence: "1" }],
      },
      { type: "punctuation", alternatives: [{ content: ".", confidence: "0.0" }] },
    ],
  },
};

const mumbled = {
  results: {
    ...transcribeOutput.results,
    items: transcribeOutput.results.items.map((item) => ({
      ...item,
      alternatives: item.alternatives.map((one) => ({ ...one, confidence: "0.45" })),
    })),
  },
};

describe("a job of Amazon Transcribe", () => {
  test("is started once for the extracted audio, also when repeated, and uses the latest token", async () => {
    const { deps, started, sentResults, bucket, end } = createWorkflowFixture();
    await startTranscriptionJob(start, deps);
    await startTranscriptionJob({ ...start, taskToken: "second" }, deps);
    expect(started).toEqual([
      {
        name: "Stack-t1",
        audioKey: "transcribe/t1/audio.flac",
        outputKey: "transcribe/t1/output.json",
        languageCode: "en-US",
      },
    ]);
    await finishTranscriptionJob("Stack-t1", deps);
    expect(sentResults).toEqual([]);
    await end({}, transcribeOutput);
    await finishTranscriptionJob("Stack-t1", deps);
    await finishTranscriptionJob("Stack-t1", deps);
    const output = { recognitionKey: "tasks/t1/recognition.json", language: "en" };
    expect(sentResults).toEqual([{ token: "second", output }]);
    expect(await bucket.getJson(recognitionKey("t1"))).toMatchObject({
      engine: "transcribe",
      words: [{ text: "Yes.", startSeconds: 0.1 }],
    });
  });

  test("is deleted with its objects after its result was read", async () => {
    const { deps, jobs, bucket, end } = createWorkflowFixture();
    await startTranscriptionJob(start, deps);
    await end({}, transcribeOutput);
    await finishTranscriptionJob("Stack-t1", deps);
    expect([...jobs]).toEqual([]);
    expect([...bucket.objects.keys()]).toEqual([recognitionKey("t1")]);
  });

  test("identifies the language when none is given", async () => {
    const { deps, started } = createWorkflowFixture();
    await startTranscriptionJob({ ...start, language: null }, deps);
    expect(started).toMatchObject([{ languageCode: null }]);
  });

  test("that has ended before it is started again sends its result to the new token immediately", async () => {
    const { deps, sentResults, end } = createWorkflowFixture();
    await end({ status: "failed", failureReason: "No." });
    await startTranscriptionJob(start, deps);
    expect(sentResults).toEqual([
      { token: "token", name: "TranscriptionFailed", cause: "Amazon Transcribe: No." },
    ]);
  });

  test.each([[0], [0.4], [4 * 3600 + 1]])("is not started for %d s of audio", async (audioSeconds) => {
    const { deps, started } = createWorkflowFixture();
    await expect(startTranscriptionJob({ ...start, audioSeconds }, deps)).rejects.toMatchObject({
      name: "TranscriptionFailed",
    });
    expect(started).toEqual([]);
  });

  test.each([
    ["failed", { status: "failed" as const, failureReason: "Too short." }, undefined, "Too short."],
    ["failed without a reason", { status: "failed" as const }, undefined, "without a reason"],
    ["left nothing", {}, undefined, "cannot be read"],
    ["left another file", {}, { jobName: "x" }, "cannot be read"],
    ["is not sure of any language", {}, mumbled, "too low to trust"],
    ["detected Zulu", {}, { results: { ...transcribeOutput.results, language_code: "zu-ZA" } }, "zu-ZA"],
  ])(
    "that %s lets the machine continue, and keeps the audio for the other engine",
    async (_, job, output, reason) => {
      const { deps, jobs, sentResults, bucket, end } = createWorkflowFixture();
      await startTranscriptionJob({ ...start, language: null }, deps);
      await end(job, output);
      await finishTranscriptionJob("Stack-t1", deps);
      expect(sentResults).toMatchObject([{ token: "token", cause: expect.stringContaining(reason) }]);
      expect(jobs.size).toBe(0);
      expect([...bucket.objects.keys()]).toEqual([extractedAudioKey("t1")]);
    },
  );

  test("with an output that is not JSON has failed", async () => {
    const { deps, sentResults, bucket, end } = createWorkflowFixture();
    await startTranscriptionJob(start, deps);
    bucket.objects.set(transcribeOutputKey("t1"), new TextEncoder().encode("<html>"));
    await end({});
    await finishTranscriptionJob("Stack-t1", deps);
    expect(sentResults).toMatchObject([{ cause: expect.stringContaining("not valid JSON") }]);
  });

  test("of a deleted task writes nothing", async () => {
    const { deps, jobs, bucket, end } = createWorkflowFixture();
    await startTranscriptionJob(start, deps);
    await bucket.deleteAll("transcribe/t1/");
    await end({}, transcribeOutput);
    await finishTranscriptionJob("Stack-t1", deps);
    expect(jobs.size).toBe(0);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  test("of another stack is ignored", async () => {
    const { deps, jobs } = createWorkflowFixture();
    jobs.set("Other-t1", { status: "completed", failureReason: null });
    await finishTranscriptionJob("Other-t1", deps);
    expect(jobs.size).toBe(1);
  });

  test.each([
    { age: "over two minutes ago", endedAt: "2026-01-01T11:57:59Z", results: 1, wait: null },
    { age: "a minute ago", endedAt: "2026-01-01T11:59:00Z", results: 0, wait: expect.any(Number) },
  ])("sends $results results if its event was lost and it ended $age", async ({ endedAt, results, wait }) => {
    const { deps, sentResults, end } = createWorkflowFixture();
    await startTranscriptionJob(start, deps);
    await end({ endedAt: new Date(endedAt) }, transcribeOutput);
    await recoverTranscriptionJobs(deps);
    expect(sentResults).toHaveLength(results);
    expect(await deps.bucket.head(transcribeWaitKey("t1"))).toEqual(wait);
  });
});
