import { CreateStateMachineCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createStepFunctionsWorkflows } from "../../../../adapters/aws/step-functions-workflows.ts";
import type { Workflows } from "../../../../core/workflows/workflows.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";

describe("workflows on Step Functions", () => {
  let engine: Engine;
  let workflows: Workflows;
  beforeAll(async () => {
    engine = await startEngine();
    const client = engine.sfn();
    const definition = JSON.stringify({
      QueryLanguage: "JSONata",
      StartAt: "Wait",
      States: { Wait: { Type: "Wait", Seconds: 600, End: true } },
    });
    const create = (name: string) =>
      client.send(
        new CreateStateMachineCommand({
          name,
          definition,
          roleArn: "arn:aws:iam::000000000000:role/machine",
        }),
      );
    const [captioning, videoImport] = await Promise.all(["captioning", "import"].map(create));
    workflows = createStepFunctionsWorkflows(
      {
        taskArns: { captioning: captioning?.stateMachineArn, clip: undefined },
        videoImportArn: videoImport?.stateMachineArn,
      },
      client,
    );
  });
  afterAll(async () => {
    await engine.stop();
  });

  test("start once per attempt, and return the status of an execution", async () => {
    const arn = await workflows.startTask("captioning", "task", 1);
    expect(await workflows.startTask("captioning", "task", 1)).toBe(arn);
    expect(arn.endsWith(":task-1")).toBe(true);
    expect(await workflows.startTask("captioning", "task", 2)).not.toBe(arn);
    expect(await workflows.stateOf(arn)).toBe("running");
    await workflows.stopTask("captioning", "task", 1);
    await workflows.stopTask("captioning", "task", 1);
    await workflows.stopVideoImport("never", 1);
    expect(await workflows.stateOf(arn)).toBe("failed");
    // A name stays taken when its execution has ended.
    expect(await workflows.startTask("captioning", "task", 1)).toBe(arn);
    const other = await workflows.startVideoImport("video", 1);
    expect(await workflows.stateOf(`${other}-never`)).toBe("missing");
  });

  test("return false for the result of a token that no execution waits for", async () => {
    await expect(workflows.sendSuccess("unknown", {})).resolves.toBe(false);
    const cause = "x".repeat(40_000);
    await expect(workflows.sendFailure("unknown", "RenderFailed", cause)).resolves.toBe(false);
  });

  test("name a missing machine", async () => {
    const none = createStepFunctionsWorkflows({}, engine.sfn());
    await expect(none.startTask("captioning", "task", 1)).rejects.toThrow("No machine is configured");
  });
});
