import { describe, expect, test } from "@jest/globals";
import {
  extractedAudioKey,
  prefixesOfTask,
  recognitionKey,
  transcribeOutputKey,
} from "../../../../../core/storage/keys.ts";
import type { SynchronousTranscription } from "../../../../../core/transcript/synchronous-transcription.ts";
import type { TranscribeOutput } from "../../../../../core/transcript/transcribe-output.ts";
import type { TranscriptionJobs } from "../../../../../core/transcript/transcription-jobs.ts";
import {
  type TranscriptionRequest,
  transcribeAudio,
} from "../../../../../core/workflows/transcription/transcribe-audio.ts";
import { finishTranscriptionJob } from "../../../../../core/workflows/transcription/transcription-job.ts";
import { createMemoryBucket } from "../../../../fakes/media.ts";

const yes: TranscribeOutput = {
  results: {
    transcripts: [{ transcript: "Yes" }],
    items: [
      {
        type: "pronunciation",
        start_time: 0.1,
        end_time: 0.5,
        alternatives: [{ content: "Yes", confidence: 1 }],
      },
    ],
  },
};
const request: TranscriptionRequest = {
  taskId: "t1",
  taskToken: "token",
  language: "en",
  audioSeconds: 9,
  isSynchronous: true,
  identifiedLanguage: null,
};

/** Dependencies whose synchronous operation does what is passed, and what they were used for. */
const createFixture = (transcribe: SynchronousTranscription["transcribe"] = async () => yes) => {
  const bucket = createMemoryBucket();
  bucket.objects.set(extractedAudioKey("t1"), new Uint8Array(3));
  const used: { requests: unknown[]; jobs: unknown[]; results: unknown[]; failures: unknown[] } = {
    ...{ requests: [], jobs: [], results: [], failures: [] },
  };
  const names = new Set<string>();
  const jobs: TranscriptionJobs = {
    start: async (job) => {
      used.jobs.push(job.languageCode);
      names.add(job.name);
      return true;
    },
    get: async (name) => (names.has(name) ? { status: "completed", failureReason: null } : null),
    delete: async (name) => {
      names.delete(name);
    },
    listEnded: async () => [],
  };
  const send =
    (kind: string) =>
    async (...sent: unknown[]) => {
      used.results.push([kind, ...sent]);
      return true;
    };
  const synchronous: SynchronousTranscription = {
    transcribe: (audio) => {
      used.requests.push(audio);
      return transcribe(audio);
    },
  };
  const deps = {
    ...{ jobs, jobPrefix: "Stack-", bucket, synchronous },
    workflows: { sendSuccess: send("success"), sendFailure: send("failure") },
    reportFailure: (error: unknown) => used.failures.push((error as Error).message),
  };
  return { deps, used, bucket };
};

const success = ["success", "token", { recognitionKey: recognitionKey("t1"), language: "en" }];

describe("the audio of a short task", () => {
  test("is transcribed in one request, without a job, and nothing but the recognition remains", async () => {
    const { deps, used, bucket } = createFixture();
    await transcribeAudio(request, deps);
    expect(used).toEqual({
      requests: [{ audioKey: "transcribe/t1/audio.flac", languageCode: "en" }],
      jobs: [],
      results: [success],
      failures: [],
    });
    expect([...bucket.objects.keys()]).toEqual([recognitionKey("t1")]);
    expect(await bucket.getJson(recognitionKey("t1"))).toMatchObject({
      ...{ engine: "transcribe", language: "en", languageConfidence: 1 },
      words: [{ text: "Yes", startSeconds: 0.1, endSeconds: 0.5 }],
    });
  });

  test("is transcribed in the identified language, whose confidence is unknown", async () => {
    const { deps, used, bucket } = createFixture();
    await transcribeAudio({ ...request, language: null, identifiedLanguage: "zh" }, deps);
    expect(used.requests).toMatchObject([{ languageCode: "zh-CN" }]);
    expect(await bucket.getJson(recognitionKey("t1"))).toMatchObject({
      language: "zh",
      languageConfidence: null,
    });
  });

  test.each<[string, Partial<TranscriptionRequest>, string | null]>([
    ["may not be transcribed synchronously", { isSynchronous: false }, "en-US"],
    ["has no certain language", { language: null }, null],
    ["has a language that only jobs support", { language: "ru" }, "ru-RU"],
    ["is identified as one", { language: null, identifiedLanguage: "ru" }, null],
  ])("is transcribed by a job if it %s", async (_, change, languageCode) => {
    const { deps, used } = createFixture();
    await transcribeAudio({ ...request, ...change }, deps);
    expect(used).toEqual({ requests: [], jobs: [languageCode], results: [], failures: [] });
  });

  test("is transcribed by a job after a failure of the request: one result", async () => {
    const { deps, used, bucket } = createFixture(async () => {
      throw new Error("LimitExceededException");
    });
    await transcribeAudio({ ...request, language: null, identifiedLanguage: "en" }, deps);
    // The job identifies the languages itself, of which there may be several.
    expect(used).toMatchObject({ jobs: [null], results: [], failures: ["LimitExceededException"] });
    await bucket.putJson(transcribeOutputKey("t1"), {
      results: { ...yes.results, language_code: "en-US" },
    });
    await finishTranscriptionJob("Stack-t1", deps);
    expect(used.results).toEqual([success]);
    expect([...bucket.objects.keys()]).toEqual([recognitionKey("t1")]);
  });

  test("is transcribed by a job when the step is repeated, whatever became of the request", async () => {
    const { deps, used } = createFixture(() => Promise.reject(new Error("stopped")));
    await transcribeAudio(request, deps);
    await transcribeAudio({ ...request, taskToken: "second" }, deps);
    expect(used.requests).toHaveLength(1);
    expect(used.jobs).toHaveLength(2);
  });

  test("of a task that was deleted meanwhile leaves nothing", async () => {
    const { deps, used, bucket } = createFixture(async () => {
      for (const prefix of prefixesOfTask("t1")) await bucket.deleteAll(prefix);
      return yes;
    });
    await transcribeAudio(request, deps);
    expect(used.results).toEqual([]);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  test("without speech has no words and no language", async () => {
    const { deps, used } = createFixture(async () => ({ results: { transcripts: [], items: [] } }));
    await transcribeAudio(request, deps);
    expect(used.results).toEqual([
      ["success", "token", { recognitionKey: recognitionKey("t1"), language: null }],
    ]);
  });
});
