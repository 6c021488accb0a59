import { describe, expect, test } from "@jest/globals";
import { executionFailure } from "../../core/workflows/execution-failure.ts";
import { context, environmentOf, evaluate, nextOf } from "./evaluate.ts";
import { readMachine, stateOf } from "./machines.ts";

const captioning = readMachine("captioning-task");
const transcription = readMachine("transcription");
const videoImport = readMachine("video-import");

describe("captioning-task", () => {
  test.each([
    ["speech", "Transcribe"],
    ["transcript", "ComposeTranscript"],
    ["translation", "TranslateTranscript"],
    ["dub", "ReserveDub"],
    ["fetch", "ReserveFetchBrolls"],
    ["brolls", "PlanBrolls"],
    ["approval", "AwaitApproval"],
    ["rendering", "StartRendering"],
    ["finished", "Finished"],
  ])("continues with %s at %s", async (nextStage, state) => {
    expect(await nextOf(captioning, "ChooseStage", { nextStage })).toBe(state);
  });

  test.each(["PrepareTask", "ComposeTranscript", "TranslateTranscript", "PlanBrolls", "CompleteBrolls"])(
    "goes where the result of %s leads",
    (step) => {
      expect(stateOf(captioning, step).Next).toBe("ChooseStage");
    },
  );

  test("passes the execution's ARN to the first step", async () => {
    const args = await evaluate(stateOf(captioning, "PrepareTask").Arguments, { input: { taskId: "t1" } });
    expect(args).toMatchObject({ Payload: { taskId: "t1", executionArn: context.Execution.Id } });
  });

  test("passes its input and its execution to the transcription machine", async () => {
    const input = { transcription: { taskId: "t1", language: null, dictionary: ["Ångström"] } };
    const args = await evaluate(stateOf(captioning, "Transcribe").Arguments, { input });
    expect(args).toMatchObject({
      Input: {
        taskId: "t1",
        language: null,
        dictionary: ["Ångström"],
        AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID: context.Execution.Id,
      },
    });
  });

  test("takes the limits of waiting and rendering from earlier steps", async () => {
    const wait = stateOf(captioning, "AwaitApproval").TimeoutSeconds;
    expect(await evaluate(wait, { input: { approvalTimeoutSeconds: 82_800 } })).toBe(82_800);
    const render = stateOf(captioning, "Render").TimeoutSeconds;
    expect(await evaluate(render, { input: { renderTimeoutSeconds: 3600 } })).toBe(3600);
  });

  test("passes the token and the job to the render container", async () => {
    const input = { taskId: "t1", jobKey: "tasks/t1/render/job.json", renderTimeoutSeconds: 3600 };
    const environment = await environmentOf(stateOf(captioning, "Render"), { input });
    expect(environment.TASK_TOKEN).toBe("token-1");
    expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({
      taskId: "t1",
      jobKey: "tasks/t1/render/job.json",
    });
  });

  test.each([
    ["segments", "RenderSegments"],
    ["whole", "ReserveRender"],
  ])("continues a video with %s at %s", async (renderMode, state) => {
    expect(await nextOf(captioning, "HowRendered", { renderMode })).toBe(state);
  });

  test.each([[[]], [[3]], [[0, 1, 2]]])("renders the segments %j, a list of any size", async (segments) => {
    const map = stateOf(captioning, "RenderSegments");
    const input = {
      taskId: "t1",
      jobKey: "k",
      renderMode: "segments",
      segments,
      parallel: 2,
      renderTimeoutSeconds: 3600,
      segmentTimeoutSeconds: 2400,
    };
    expect(await evaluate(map.Items, { input })).toEqual(segments);
    expect(await evaluate(map.MaxConcurrency, { input })).toBe(2);
    expect(await evaluate(map.Output, { input })).toEqual({
      taskId: "t1",
      jobKey: "k",
      isShort: false,
      renderTimeoutSeconds: 3600,
    });
    for (const segment of segments) {
      const item = { ...context, Map: { Item: { Index: 0, Value: segment } } };
      const one = await evaluate(map.ItemSelector, { input, context: item });
      const state = stateOf(captioning, "RenderSegment");
      const environment = await environmentOf(state, { input: one });
      expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({ taskId: "t1", jobKey: "k", segment });
      expect(await evaluate(state.TimeoutSeconds, { input: one })).toBe(2400);
    }
  });

  test.each([
    [true, "RenderSegmentByFunction", "JoinSegmentsByFunction"],
    [false, "ReserveRenderSegment", "ReserveJoinSegments"],
  ])("where isShort is %s, renders segments at %s and joins them at %s", async (isShort, render, join) => {
    const map = stateOf(captioning, "RenderSegments");
    const limits = { renderTimeoutSeconds: 3600, segmentTimeoutSeconds: 2400 };
    const input = { taskId: "t1", jobKey: "k", isShort, segments: [0], ...limits };
    const item = { ...context, Map: { Item: { Index: 0, Value: 0 } } };
    const one = await evaluate(map.ItemSelector, { input, context: item });
    const scope = map.ItemProcessor;
    expect(await nextOf({ ...captioning, ...scope }, scope?.StartAt ?? "", one)).toBe(render);
    const after = await evaluate(map.Output, { input });
    expect(await nextOf(captioning, map.Next ?? "", after)).toBe(join);
  });

  test("joins rendered segments", async () => {
    const environment = await environmentOf(stateOf(captioning, "JoinSegments"), {
      input: { taskId: "t1", jobKey: "k" },
    });
    expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({ taskId: "t1", jobKey: "k", join: true });
  });

  test("fails the task with the error of a segment", async () => {
    const errorOutput = { Error: "MediaUnreadable", Cause: "The source cannot be decoded" };
    const caught = await evaluate(stateOf(captioning, "RenderSegment").Catch?.at(-1)?.Output, {
      input: {},
      errorOutput,
    });
    const failed = stateOf(captioning, "SegmentFailed");
    const ended = { Error: failed.Error, Cause: failed.Cause };
    expect(await evaluate(ended, { input: caught })).toEqual(errorOutput);
    const output = await evaluate(stateOf(captioning, "RenderSegments").Catch?.at(-1)?.Output, {
      input: {},
      errorOutput,
    });
    expect(output).toEqual({ error: "MediaUnreadable", cause: errorOutput.Cause, stage: "render" });
  });

  test.each([
    [0, "FARGATE_SPOT"],
    [1, "FARGATE"],
    [2, "FARGATE"],
    // Without capacity of either kind both are tried alternately.
    [3, "FARGATE_SPOT"],
    [4, "FARGATE"],
  ])("after %i retries runs on %s", async (RetryCount, CapacityProvider) => {
    const args = await evaluate(stateOf(captioning, "Render").Arguments, {
      input: { taskId: "t1", jobKey: "k" },
      context: { ...context, State: { RetryCount } },
    });
    expect(args).toMatchObject({ CapacityProviderStrategy: [{ CapacityProvider, Weight: 1 }] });
  });

  test("passes the container's result to the last step", async () => {
    const result = { outputKey: "tasks/t1/render/captioned.mp4", frames: 300 };
    const output = await evaluate(stateOf(captioning, "Render").Output, { input: {}, result });
    const args = await evaluate(stateOf(captioning, "CompleteTask").Arguments, { input: output });
    expect(args).toMatchObject({ Payload: { taskId: "t1", result } });
  });

  test.each([
    "PrepareTask",
    "Transcribe",
    "ComposeTranscript",
    "PlanBrolls",
    "FetchBrolls",
    "CompleteBrolls",
    "AwaitApproval",
    "StartRendering",
    "Render",
  ])("passes the error in %s to the failing step, also without a cause", async (name) => {
    const catcher = stateOf(captioning, name).Catch?.at(-1);
    const errorOutput = { Error: "States.Timeout" };
    const output = await evaluate(catcher?.Output, { input: {}, errorOutput });
    expect(output).toMatchObject({ error: "States.Timeout", cause: "" });
    const args = await evaluate(stateOf(captioning, "FailTask").Arguments, { input: output });
    expect(args).toMatchObject({
      Payload: { taskId: "t1", executionArn: context.Execution.Id, error: "States.Timeout", cause: "" },
    });
  });

  test("determines the meaning of a timeout from the stage", async () => {
    const stages: Record<string, string> = {
      Transcribe: "TranscriptionFailed",
      FetchBrolls: "BrollUnavailable",
      AwaitApproval: "ApprovalExpired",
      Render: "RenderTimedOut",
    };
    for (const [name, expected] of Object.entries(stages)) {
      const catcher = stateOf(captioning, name).Catch?.at(-1);
      const output = await evaluate(catcher?.Output, { input: {}, errorOutput: { Error: "States.Timeout" } });
      const { error, cause, stage } = output as { error: string; cause: string; stage: "render" };
      expect(executionFailure(error, cause, stage).name).toBe(expected);
    }
  });
});

describe("transcription", () => {
  const speech = stateOf(transcription, "RecognizeSpeech");
  const input = {
    taskId: "t1",
    videoId: "v1",
    sourceKey: "videos/v1/source",
    language: null,
    dictionary: ['say "hi"'],
    audio: { streamIndexes: [1], zeroSeconds: 0 },
    recognitionKey: "tasks/t1/recognition.json",
    speechTimeoutSeconds: 1800,
  };

  test("passes the job to the speech container as text, including nulls", async () => {
    const environment = await environmentOf(speech, { input });
    expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({
      taskId: "t1",
      sourceKey: "videos/v1/source",
      language: null,
      dictionary: ['say "hi"'],
      recognitionKey: "tasks/t1/recognition.json",
      audio: { streamIndexes: [1], zeroSeconds: 0 },
    });
  });

  test.each([
    ["one phrase", ["a"]],
    ["none", []],
  ])("keeps a dictionary a list: %s", async (_, dictionary) => {
    const environment = await environmentOf(speech, { input: { ...input, dictionary } });
    expect(JSON.parse(String(environment.TASK_INPUT))).toMatchObject({ dictionary });
  });

  test("matches missing heartbeats before timeouts, because States.Timeout includes them", () => {
    expect(speech.Catch?.map(({ ErrorEquals }) => ErrorEquals)).toEqual([
      ["States.HeartbeatTimeout"],
      ["States.Timeout"],
      ["States.ALL"],
    ]);
  });

  test("names failures for the parent machine where Step Functions' names are ambiguous", async () => {
    const errors = await Promise.all(
      (speech.Catch ?? []).map(({ Output }) =>
        evaluate(Output, { input, errorOutput: { Error: "MediaUnreadable", Cause: "No sound in it." } }),
      ),
    );
    expect(errors).toMatchObject([
      { failure: { error: "ContainerStopped" } },
      { failure: { error: "TranscriptionFailed" } },
      { failure: { error: "MediaUnreadable", cause: "No sound in it." } },
    ]);
  });
});

describe("video-import", () => {
  test.each([
    ["an address", "https://example.com/a.mp4"],
    ["bytes that are there", null],
  ])("passes the job to the import container: %s", async (_, url) => {
    const limits = { maxVideoBytes: 1000, maxVideoSeconds: 60 };
    const input = { nextStage: "import", videoId: "v1", sourceKey: "videos/v1/source", url, ...limits };
    expect(await nextOf(videoImport, "ChooseStage", input)).toBe("ReserveImport");
    const environment = await environmentOf(stateOf(videoImport, "Import"), { input });
    expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({
      videoId: "v1",
      sourceKey: "videos/v1/source",
      ...limits,
      url,
    });
  });

  test("does nothing for a video that has ended", async () => {
    expect(await nextOf(videoImport, "ChooseStage", { nextStage: "finished" })).toBe("Finished");
  });
});
