import { describe, expect, test } from "@jest/globals";
import { environmentOf, evaluate, nextOf } from "./evaluate.ts";
import { readMachine, stateOf } from "./machines.ts";

const machine = readMachine("transcription");
const input = {
  engine: "transcribe",
  fallback: "whisper",
  taskId: "t1",
  sourceKey: "videos/v1/source",
  language: null,
  dictionary: [],
  audio: { streamIndexes: [3], zeroSeconds: 0 },
  outputs: { words: true, disfluencies: false, audibleSpans: false },
  recognitionKey: "tasks/t1/recognition.json",
  audioKey: "transcribe/t1/audio.flac",
  speechTimeoutSeconds: 1800,
};

/**
 * Runs the machine without Step Functions. `ends`: the result of each task, an error or an output. Returns the states
 * and the result of the machine.
 */
const walk = async (
  from: Record<string, unknown>,
  ends: Record<string, { Error: string; Cause: string } | Record<string, unknown>>,
): Promise<{ path: string[]; end: unknown; jobs: Record<string, unknown> }> => {
  const path: string[] = [];
  const jobs: Record<string, unknown> = {};
  let current: unknown = from;
  let name = machine.StartAt;
  for (;;) {
    const state = stateOf(machine, name);
    if (name.startsWith("Reserve")) {
      current = await evaluate(state.Output, { input: current, result: { leaseId: "lease" } });
      name = state.Next ?? "";
      continue;
    }
    path.push(name);
    if (state.Type === "Fail") {
      return {
        path,
        jobs,
        end: await evaluate({ Error: state.Error, Cause: state.Cause }, { input: current }),
      };
    }
    if (state.Type === "Choice") {
      name = await nextOf(machine, name, current);
      continue;
    }
    if (state.Type === "Pass") {
      current = await evaluate(state.Output, { input: current });
      name = state.Next ?? "";
      continue;
    }
    const args = (await evaluate(state.Arguments, { input: current })) as { Payload?: unknown };
    jobs[name] =
      args.Payload ?? JSON.parse(String((await environmentOf(state, { input: current })).TASK_INPUT));
    const seconds = name.endsWith("ByFunction") ? 330 : 1800;
    expect(await evaluate(state.TimeoutSeconds, { input: current })).toBe(seconds);
    const result = ends[name] ?? {};
    if ("Error" in result) {
      const catcher = state.Catch?.find(
        ({ ErrorEquals }) => ErrorEquals.includes(String(result.Error)) || ErrorEquals.includes("States.ALL"),
      );
      current = await evaluate(catcher?.Output, { input: current, errorOutput: result });
      name = catcher?.Next ?? "";
      continue;
    }
    current = await evaluate(state.Output, { input: current, result });
    if (state.End) return { path, jobs, end: current };
    name = state.Next ?? "";
  }
};

const extracted = { audioKey: "transcribe/t1/audio.flac", seconds: 61.5 };
const done = { recognitionKey: "tasks/t1/recognition.json", language: "en" };
const rejected = { Error: "TranscriptionFailed", Cause: "Amazon Transcribe: it does not like it." };
const broken = {
  Error: "TranscriptionFailed",
  Cause: "The speech recognition stopped with an internal error.",
};

/** The input of a worker that a function runs. */
const taskInputOf = (payload: unknown): unknown =>
  JSON.parse((payload as { environment: { TASK_INPUT: string } }).environment.TASK_INPUT);

describe("transcription with two engines", () => {
  test("uses Transcribe for the audio that its container extracts", async () => {
    const { path, end, jobs } = await walk(input, { ExtractAudio: extracted, Transcribe: done });
    expect(path).toEqual(["ChooseEngine", "ExtractAudio", "Transcribe"]);
    expect(end).toEqual(done);
    expect(jobs.ExtractAudio).toEqual({
      taskId: "t1",
      sourceKey: "videos/v1/source",
      audioKey: "transcribe/t1/audio.flac",
      audio: { streamIndexes: [3], zeroSeconds: 0 },
      identifiesLanguage: false,
    });
    expect(jobs.Transcribe).toEqual({
      taskId: "t1",
      taskToken: "token-1",
      language: null,
      audioSeconds: 61.5,
      isSynchronous: false,
      identifiedLanguage: null,
    });
    const args = await evaluate(stateOf(machine, "ExtractAudio").Arguments, { input });
    expect(args).toMatchObject({
      Overrides: { ContainerOverrides: [{ Name: "extract" }] },
    });
  });

  test("uses Whisper for the same audio when Transcribe fails, and returns its error", async () => {
    const { path, jobs, end } = await walk(input, {
      ExtractAudio: extracted,
      Transcribe: rejected,
      RecognizeSpeech: broken,
    });
    expect(path.slice(2)).toEqual([
      "Transcribe",
      "TranscribeFailed",
      "FallBackToWhisper",
      "RecognizeSpeech",
      "WhisperFailed",
      "SpeechFailed",
    ]);
    expect(jobs.RecognizeSpeech).toMatchObject({
      sourceKey: "transcribe/t1/audio.flac",
      audio: { streamIndexes: [0], zeroSeconds: 0 },
      recognitionKey: "tasks/t1/recognition.json",
    });
    expect(end).toEqual(broken);
  });

  test.each([
    ["could not be extracted", broken],
    ["is none", { audioKey: "transcribe/t1/audio.flac", seconds: 0 }],
  ])("uses Whisper for the source when the audio %s", async (_, extraction) => {
    const { path, jobs, end } = await walk(input, {
      ExtractAudio: extraction,
      Transcribe: rejected,
      RecognizeSpeech: done,
    });
    expect(path.at(-1)).toBe("RecognizeSpeech");
    expect(jobs.RecognizeSpeech).toMatchObject({
      sourceKey: "videos/v1/source",
      audio: { streamIndexes: [3], zeroSeconds: 0 },
    });
    expect(end).toEqual(done);
  });

  test("treats a job that never ends as failed", async () => {
    const { path } = await walk(input, {
      ExtractAudio: extracted,
      Transcribe: { Error: "States.Timeout", Cause: "" },
      RecognizeSpeech: done,
    });
    expect(path.at(-1)).toBe("RecognizeSpeech");
  });

  const withDictionary = { ...input, engine: "whisper", fallback: "transcribe", dictionary: ["Ångström"] };

  test("extracts no audio when Whisper is first and succeeds", async () => {
    const { path, jobs } = await walk(withDictionary, { RecognizeSpeech: done });
    expect(path).toEqual(["ChooseEngine", "RecognizeSpeech"]);
    expect(jobs.RecognizeSpeech).toMatchObject({ dictionary: ["Ångström"], sourceKey: "videos/v1/source" });
  });

  test("uses Transcribe when Whisper fails, and returns Whisper's error when both fail", async () => {
    const both = await walk(withDictionary, {
      RecognizeSpeech: broken,
      ExtractAudio: extracted,
      Transcribe: rejected,
    });
    expect(both.path.slice(1)).toEqual([
      "RecognizeSpeech",
      "WhisperFailed",
      "ExtractAudio",
      "Transcribe",
      "TranscribeFailed",
      "SpeechFailed",
    ]);
    expect(both.end).toEqual(broken);
    const second = await walk(withDictionary, {
      RecognizeSpeech: broken,
      ExtractAudio: extracted,
      Transcribe: done,
    });
    expect(second.end).toEqual(done);
  });

  test("fails with Whisper's error without a fallback", async () => {
    const alone = { ...input, engine: "whisper", fallback: null };
    const { path, end } = await walk(alone, { RecognizeSpeech: broken });
    expect(path).toEqual(["ChooseEngine", "RecognizeSpeech", "WhisperFailed", "SpeechFailed"]);
    expect(end).toEqual(broken);
  });

  test.each([
    ["whisper", "RecognizeSpeech", done, []],
    ["transcribe", "ExtractAudio", extracted, ["Transcribe"]],
  ])(
    "a function does the work of %s for short media, and the container when it fails",
    async (engine, work, result, next) => {
      const short = { ...input, engine, isShort: true };
      const byFunction = `${work}ByFunction`;
      const succeeding = await walk(short, { [byFunction]: result, Transcribe: done });
      expect(succeeding.path).toEqual(["ChooseEngine", byFunction, ...next]);
      const killed = { Error: "Runtime.ExitError", Cause: "" };
      const failing = await walk(short, { [byFunction]: killed, [work]: result, Transcribe: done });
      expect(failing.path).toEqual(["ChooseEngine", byFunction, work, ...next]);
      expect([succeeding.end, failing.end]).toEqual([done, done]);
      expect(taskInputOf(failing.jobs[byFunction])).toEqual(failing.jobs[work]);
    },
  );

  test.each([
    ["without a language", { language: null }, true],
    ["with a language", { language: "en" }, false],
    ["that only jobs support", { language: null, isSynchronous: false }, false],
  ])(
    "the language of short audio %s is identified if a request needs it",
    async (_, change, identifiesLanguage) => {
      const short = { ...input, isShort: true, isSynchronous: true, ...change };
      const { jobs } = await walk(short, {
        ExtractAudioByFunction: { ...extracted, language: "de" },
        Transcribe: done,
      });
      expect(taskInputOf(jobs.ExtractAudioByFunction)).toMatchObject({ identifiesLanguage });
      const { isSynchronous } = short;
      expect(jobs.Transcribe).toMatchObject({ isSynchronous, identifiedLanguage: "de" });
    },
  );

  test("the container that takes over the extraction identifies no language, for which it has too little memory", async () => {
    const short = { ...input, isShort: true, isSynchronous: true };
    const { jobs } = await walk(short, {
      ExtractAudioByFunction: { Error: "Runtime.ExitError", Cause: "" },
      ExtractAudio: { ...extracted, language: null },
      Transcribe: done,
    });
    expect(jobs.ExtractAudio).toMatchObject({ identifiesLanguage: false });
    expect(jobs.Transcribe).toMatchObject({ isSynchronous: true, identifiedLanguage: null });
  });

  test("retries a throttled Transcribe request, but not a rejected one", () => {
    const retried = stateOf(machine, "Transcribe").Retry?.flatMap(({ ErrorEquals }) => ErrorEquals) ?? [];
    expect(retried).toContain("InternalError");
    expect(retried).not.toContain("TranscriptionFailed");
  });
});
