import { describe, expect, test } from "@jest/globals";
import { executionFailure, type WorkflowStage } from "../../core/workflows/execution-failure.ts";
import { context, environmentOf, evaluate, nextOf } from "./evaluate.ts";
import { readMachine, stateOf } from "./machines.ts";

const clip = readMachine("clip-task");
const transcription = readMachine("transcription");

const chosen = {
  taskId: "t1",
  clips: [
    { clip: 0, jobKey: "tasks/t1/clips/job-1.json", mediaConvert: null },
    { clip: 2, jobKey: "tasks/t1/clips/job-3.json", mediaConvert: null },
  ],
  count: 3,
  parallel: 2,
  clipTimeoutSeconds: 2400,
};

describe("clip-task", () => {
  test.each([
    ["speech", "Transcribe"],
    ["choice", "ChooseClips"],
    ["publication", "PublishClips"],
    ["finished", "Finished"],
  ])("continues with %s at %s", async (nextStage, state) => {
    expect(await nextOf(clip, "ChooseStage", { nextStage })).toBe(state);
  });

  test("uses the transcription machine of captioning tasks, with the status for its progress", async () => {
    const progress = { status: "clipping", upTo: 0.5 };
    const input = { transcription: { taskId: "t1", language: null, dictionary: [], progress } };
    const args = await evaluate(stateOf(clip, "Transcribe").Arguments, { input });
    expect(args).toMatchObject({
      StateMachineArn: expect.stringContaining("TranscriptionMachineArn"),
      Input: { taskId: "t1", AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID: context.Execution.Id },
    });
    for (const name of ["RecognizeSpeech", "ExtractAudio"]) {
      const environment = await environmentOf(stateOf(transcription, name), {
        input: {
          ...(args as { Input: object }).Input,
          sourceKey: "s",
          audio: { streamIndexes: [1], zeroSeconds: 0 },
          recognitionKey: "r",
          audioKey: "a",
          outputs: { words: true },
        },
      });
      expect(JSON.parse(String(environment.TASK_INPUT))).toMatchObject({ progress });
    }
  });

  test.each([[[]], [chosen.clips.slice(0, 1)], [chosen.clips]])(
    "cuts %j, a list of any size",
    async (clips) => {
      const map = stateOf(clip, "CutClips");
      const input = { ...chosen, clips };
      expect(await evaluate(map.Items, { input })).toEqual(clips);
      expect(await evaluate(map.MaxConcurrency, { input })).toBe(2);
      for (const value of clips) {
        const item = { ...context, Map: { Item: { Index: 0, Value: value } } };
        const one = await evaluate(map.ItemSelector, { input, context: item });
        const state = stateOf(clip, "CutClip");
        const environment = await environmentOf(state, { input: one });
        expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({
          taskId: "t1",
          jobKey: value.jobKey,
          clip: value.clip,
          clips: 3,
        });
        expect(environment.TASK_TOKEN).toBe("token-1");
        expect(await evaluate(state.TimeoutSeconds, { input: one })).toBe(2400);
      }
    },
  );

  describe("a clip that MediaConvert cuts", () => {
    const settings = { Inputs: [{ FileInput: "s3://media/videos/v/source" }] };
    const mediaConvert = { settings, durationMs: 15_000, toleranceMs: 56 };
    const input = { taskId: "t1", clip: 0, jobKey: "k", count: 1, clipTimeoutSeconds: 90, mediaConvert };

    test("has a job with the settings of the plan", async () => {
      expect(await nextOf(clip, "ChooseCutter", input)).toBe("CutClipByMediaConvert");
      expect(await nextOf(clip, "ChooseCutter", { ...input, mediaConvert: null })).toBe("ReserveCutClip");
      const state = stateOf(clip, "CutClipByMediaConvert");
      expect(await evaluate(state.Arguments, { input })).toMatchObject({
        Settings: settings,
        UserMetadata: { taskId: "t1" },
      });
      expect(await evaluate(state.TimeoutSeconds, { input })).toBe(90);
    });

    test.each([
      [15_000, "ClipCut"],
      [15_056, "ClipCut"],
      [14_900, "ReserveCutClip"],
      [undefined, "ClipCut"],
    ])("of %s ms continues at %s", async (DurationInMs, next) => {
      const details = [{ DurationInMs }, {}].map((detail) => ({ OutputDetails: [detail] }));
      const result = { Job: { OutputGroupDetails: details } };
      const output = await evaluate(stateOf(clip, "CutClipByMediaConvert").Output, { input, result });
      expect(await nextOf(clip, "CompareDuration", output)).toBe(next);
    });

    test("is cut by the container after a failure", async () => {
      const [catcher] = stateOf(clip, "CutClipByMediaConvert").Catch ?? [];
      expect(catcher).toMatchObject({ ErrorEquals: ["States.ALL"], Next: "ReserveCutClip" });
      expect(await evaluate(catcher?.Output, { input, errorOutput: { Error: "States.TaskFailed" } })).toEqual(
        input,
      );
    });

    test("is planned for an execution that a version without MediaConvert has started", async () => {
      const item = { ...context, Map: { Item: { Index: 0, Value: { clip: 0, jobKey: "k" } } } };
      const one = await evaluate(stateOf(clip, "CutClips").ItemSelector, { input: chosen, context: item });
      expect(one).toMatchObject({ mediaConvert: null });
    });
  });

  test("fails the task with the error of a clip", async () => {
    const errorOutput = { Error: "MediaUnreadable", Cause: "The source cannot be decoded" };
    const caught = await evaluate(stateOf(clip, "CutClip").Catch?.at(-1)?.Output, { input: {}, errorOutput });
    const failed = stateOf(clip, "ClipFailed");
    expect(await evaluate({ Error: failed.Error, Cause: failed.Cause }, { input: caught })).toEqual(
      errorOutput,
    );
    const output = await evaluate(stateOf(clip, "CutClips").Catch?.at(-1)?.Output, {
      input: {},
      errorOutput,
    });
    expect(output).toEqual({ error: "MediaUnreadable", cause: errorOutput.Cause, stage: "clips" });
  });

  test.each([
    ["PrepareClips", "InternalError"],
    ["Transcribe", "TranscriptionFailed"],
    ["ChooseClips", "InternalError"],
    ["CutClips", "RenderTimedOut"],
    ["PublishClips", "RenderTimedOut"],
  ])("converts a timeout of %s to %s", async (name, expected) => {
    const catcher = stateOf(clip, name).Catch?.at(-1);
    const output = await evaluate(catcher?.Output, { input: {}, errorOutput: { Error: "States.Timeout" } });
    const { error, cause, stage } = output as { error: string; cause: string; stage: WorkflowStage };
    expect(executionFailure(error, cause, stage).name).toBe(expected);
    const args = await evaluate(stateOf(clip, "FailTask").Arguments, { input: output });
    expect(args).toMatchObject({ Payload: { taskId: "t1", executionArn: context.Execution.Id } });
  });
});
