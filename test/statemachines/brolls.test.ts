import { describe, expect, test } from "@jest/globals";
import { brollTaskInputSchema } from "../../containers/ingest/environment.ts";
import { environmentOf, evaluate, nextOf } from "./evaluate.ts";
import { readMachine, stateOf } from "./machines.ts";

const captioning = readMachine("captioning-task");

describe("the b-rolls of a captioning task", () => {
  test.each([
    ["ComposeTranscript", "brolls", "PlanBrolls"],
    ["PlanBrolls", "fetch", "ReserveFetchBrolls"],
    ["PlanBrolls", "approval", "AwaitApproval"],
    ["CompleteBrolls", "rendering", "StartRendering"],
  ])("after %s: %s means %s", async (step, nextStage, state) => {
    expect(stateOf(captioning, step).Next).toBe("ChooseStage");
    expect(await nextOf(captioning, "ChooseStage", { nextStage })).toBe(state);
  });

  test("passes the token and the job to the b-roll container, and continues with the result of the last step", async () => {
    const input = { nextStage: "fetch", taskId: "t1", jobKey: "tasks/t1/broll/job.json" };
    const fetch = stateOf(captioning, "FetchBrolls");
    const args = await evaluate(fetch.Arguments, { input });
    expect(args).toMatchObject({
      TaskDefinition: expect.stringContaining("BrollsTaskDefinitionArn"),
      Overrides: { ContainerOverrides: [{ Name: "brolls" }] },
    });
    const environment = await environmentOf(fetch, { input });
    expect(environment.TASK_TOKEN).toBe("token-1");
    expect(brollTaskInputSchema.parse(JSON.parse(String(environment.TASK_INPUT)))).toEqual({
      taskId: "t1",
      jobKey: "tasks/t1/broll/job.json",
    });
    const Payload = { nextStage: "approval", approvalTimeoutSeconds: 100 };
    const output = await evaluate(stateOf(captioning, "CompleteBrolls").Output, { result: { Payload } });
    expect(output).toEqual(Payload);
  });
});
