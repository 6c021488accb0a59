import { describe, expect, test } from "@jest/globals";
import { environmentOf, evaluate, nextOf } from "./evaluate.ts";
import { readMachine, stateOf } from "./machines.ts";

const captioning = readMachine("captioning-task");

describe("the dub of a captioning task", () => {
  test("runs when composing the transcript requires it, and the transcript is composed again", async () => {
    expect(await nextOf(captioning, "ChooseStage", { nextStage: "dub" })).toBe("ReserveDub");
    expect(stateOf(captioning, "Dub").Next).toBe("ComposeTranscript");
  });

  test("reserves the vCPUs of its container, and keeps the requested step", async () => {
    const state = stateOf(captioning, "ReserveDub");
    const args = await evaluate(state.Arguments, { input: {} });
    expect(args).toMatchObject({ Payload: { taskId: "t1", container: "dub" } });
    const input = { dub: { step: "mix" } };
    expect(await evaluate(state.Output, { input, result: { leaseId: "l" } })).toEqual({
      ...input,
      leaseId: "l",
    });
  });

  test("passes the token, the step and the range of its progress to the container", async () => {
    const dub = {
      step: "speak",
      jobKey: "tasks/t1/dub/job.json",
      progress: { from: 0.4, upTo: 0.95 },
      timeoutSeconds: 1800,
    };
    const state = stateOf(captioning, "Dub");
    const environment = await environmentOf(state, { input: { dub, leaseId: "lease-1" } });
    expect(environment).toMatchObject({ TASK_TOKEN: "token-1", CAPACITY_LEASE: "lease-1" });
    expect(JSON.parse(String(environment.TASK_INPUT))).toEqual({
      taskId: "t1",
      jobKey: "tasks/t1/dub/job.json",
      step: "speak",
      progress: { from: 0.4, upTo: 0.95 },
    });
    expect(await evaluate(state.TimeoutSeconds, { input: { dub } })).toBe(1800);
  });
});
