import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";
import { createFunction } from "./functions.ts";
import { createMachine, invokeState, output, run } from "./machines.ts";

jest.setTimeout(60_000);

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  await createFunction(
    engine,
    "thrower",
    `let calls = 0;
     export async function handler({ name, succeedAt }) {
       if (succeedAt !== undefined && ++calls >= succeedAt) return calls;
       const error = new Error("because"); error.name = name; throw error;
     }`,
  );
});
afterAll(async () => {
  await engine.stop();
});

const waitForToken = { Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken" };

describe("Errors of functions", () => {
  test("have the name of the thrown error and its payload as cause", async () => {
    const execution = await run(engine, { Call: invokeState("thrower", { name: "NoSpeech" }) });
    expect(execution).toMatchObject({ status: "FAILED", error: "NoSpeech" });
    expect(JSON.parse(execution.cause ?? "")).toMatchObject({
      errorType: "NoSpeech",
      errorMessage: "because",
    });
    expect(execution.output).toBeUndefined();
  });

  test("are caught by name", async () => {
    const execution = await run(engine, {
      Call: invokeState(
        "thrower",
        { name: "NoSpeech" },
        {
          Catch: [
            { ErrorEquals: ["Other"], Next: "Wrong" },
            { ErrorEquals: ["NoSpeech"], Next: "Right", Output: "{% $states.errorOutput.Error %}" },
          ],
        },
      ),
      Right: { Type: "Succeed", Output: { caught: "{% $states.input %}" } },
      Wrong: { Type: "Fail" },
    });
    expect(output(execution)).toEqual({ caught: "NoSpeech" });
  });

  test("fail the task also after its token was received", async () => {
    const Payload = { name: "NoSpeech", token: "{% $states.context.Task.Token %}" };
    const execution = await run(engine, { Call: invokeState("thrower", Payload, waitForToken) });
    expect(execution).toMatchObject({ status: "FAILED", error: "NoSpeech" });
  });

  test("are retried up to MaxAttempts, each attempt with its own token", async () => {
    await createFunction(
      engine,
      "collector",
      `const tokens = [];
       export async function handler({ token }) {
         tokens.push(token);
         if (tokens.length < 3) throw new Error("again");
         throw Object.assign(new Error(JSON.stringify(tokens)), { name: "Enough" });
       }`,
    );
    const execution = await run(engine, {
      Call: invokeState(
        "collector",
        { token: "{% $states.context.Task.Token %}" },
        {
          ...waitForToken,
          Retry: [{ ErrorEquals: ["Error"], IntervalSeconds: 1, MaxAttempts: 5, MaxDelaySeconds: 1 }],
        },
      ),
    });
    expect(execution.error).toBe("Enough");
    const tokens = JSON.parse(JSON.parse(execution.cause ?? "").errorMessage);
    expect(new Set(tokens).size).toBe(3);
  });
});

describe("States.ALL and States.TaskFailed do not catch", () => {
  const caught = (ErrorEquals: string[]) => ({ Catch: [{ ErrorEquals, Next: "Caught" }] });
  const Caught = { Type: "Succeed" };

  test("States.Runtime", async () => {
    const Call = {
      Type: "Task",
      Resource: "arn:aws:states:::glue:startJobRun",
      End: true,
      ...caught(["States.ALL"]),
    };
    expect(await run(engine, { Call, Caught })).toMatchObject({ status: "FAILED", error: "States.Runtime" });
  });

  test("States.DataLimitExceeded, for an output of more than 256 KiB", async () => {
    const Call = { Type: "Pass", Output: "{% $pad('x', 270000) %}", End: true };
    expect(await run(engine, { Call })).toMatchObject({
      status: "FAILED",
      error: "States.DataLimitExceeded",
    });
  });

  test("States.Timeout, in the case of States.TaskFailed", async () => {
    await createFunction(
      engine,
      "slow",
      "export const handler = () => new Promise((r) => setTimeout(r, 4000));",
    );
    const Call = invokeState("slow", {}, { TimeoutSeconds: 1, ...caught(["States.TaskFailed"]) });
    expect(await run(engine, { Call, Caught })).toMatchObject({ status: "FAILED", error: "States.Timeout" });
  });
});

describe("startExecution.sync:2", () => {
  const nested = (StateMachineArn: string, more: object = {}) => ({
    Type: "Task",
    Resource: "arn:aws:states:::states:startExecution.sync:2",
    Arguments: { StateMachineArn, Input: { from: "parent" } },
    End: true,
    ...more,
  });

  test("returns the child's output as an object", async () => {
    const child = await createMachine(engine, {
      Say: { Type: "Pass", Output: { got: "{% $states.input %}" }, End: true },
    });
    const execution = await run(engine, { Run: nested(child) });
    expect(output(execution)).toMatchObject({ Status: "SUCCEEDED", Output: { got: { from: "parent" } } });
  });

  test("fails with States.TaskFailed and the child's description in the cause", async () => {
    const child = await createMachine(engine, {
      No: { Type: "Fail", Error: "NoSpeech", Cause: "nobody speaks" },
    });
    const execution = await run(engine, { Run: nested(child) });
    expect(execution).toMatchObject({ status: "FAILED", error: "States.TaskFailed" });
    expect(JSON.parse(execution.cause ?? "")).toMatchObject({
      Status: "FAILED",
      Error: "NoSpeech",
      Cause: "nobody speaks",
      StateMachineArn: child,
      Input: '{"from": "parent"}',
    });
  });

  test("lets Catch read the child's error", async () => {
    const child = await createMachine(engine, {
      No: { Type: "Fail", Error: "NoSpeech", Cause: "nobody speaks" },
    });
    const execution = await run(engine, {
      Run: nested(child, {
        Catch: [
          {
            ErrorEquals: ["States.TaskFailed"],
            Next: "End",
            Output: "{% $parse($states.errorOutput.Cause).Error %}",
          },
        ],
      }),
      End: { Type: "Succeed" },
    });
    expect(output(execution)).toBe("NoSpeech");
  });
});
