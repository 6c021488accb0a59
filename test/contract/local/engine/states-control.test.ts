import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";
import { createMachine, ended, output, run, start, tokenState } from "./machines.ts";
import { tokensOf } from "./tokens.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(60_000);

let engine: Engine;
let queue: string;
beforeAll(async () => {
  engine = await startEngine();
  queue = await createQueue("tokens");
});
afterAll(async () => {
  await engine.stop();
});

const { createQueue, takeToken, succeed } = tokensOf(() => engine);

describe("Task tokens", () => {
  test("complete a task once and are invalid afterwards", async () => {
    const execution = await start(engine, await createMachine(engine, { Wait: tokenState(queue) }));
    const token = await takeToken(queue);
    await succeed(token, { done: true });
    expect(output(await ended(engine, execution))).toEqual({ done: true });
    await expect(succeed(token)).rejects.toMatchObject({ name: "TaskTimedOut" });
    const failure = engine.sfn().send(new SendTaskFailureCommand({ taskToken: token, error: "Late" }));
    await expect(failure).rejects.toMatchObject({ name: "TaskTimedOut" });
    const beat = engine.sfn().send(new SendTaskHeartbeatCommand({ taskToken: token }));
    await expect(beat).rejects.toMatchObject({ name: "TaskTimedOut" });
  });

  test("that do not exist are rejected, as is an output that is not JSON", async () => {
    await expect(succeed("made up")).rejects.toMatchObject({ name: "InvalidToken" });
    const execution = await start(engine, await createMachine(engine, { Wait: tokenState(queue) }));
    const taskToken = await takeToken(queue);
    const bad = engine.sfn().send(new SendTaskSuccessCommand({ taskToken, output: "{" }));
    await expect(bad).rejects.toMatchObject({ name: "InvalidOutput" });
    await succeed(taskToken);
    await ended(engine, execution);
  });

  test("are invalid after StopExecution", async () => {
    const execution = await start(
      engine,
      await createMachine(engine, {
        Wait: tokenState(queue, { Next: "After", End: undefined }),
        After: { Type: "Pass", End: true },
      }),
    );
    const token = await takeToken(queue);
    await engine
      .sfn()
      .send(new StopExecutionCommand({ executionArn: execution, error: "Stopped", cause: "by hand" }));
    await expect(succeed(token)).rejects.toMatchObject({ name: "TaskTimedOut" });
    const described = await engine.sfn().send(new DescribeExecutionCommand({ executionArn: execution }));
    expect(described).toMatchObject({ status: "ABORTED", error: "Stopped", cause: "by hand" });
    const { events } = await engine.sfn().send(new GetExecutionHistoryCommand({ executionArn: execution }));
    expect(events?.at(-1)?.type).toBe("ExecutionAborted");
  });

  test("are invalid after TimeoutSeconds and after a restart", async () => {
    const [short, long] = [tokenState(queue, { TimeoutSeconds: 1 }), tokenState(queue)];
    const timedOut = await start(engine, await createMachine(engine, { Wait: short }));
    const first = await takeToken(queue);
    expect(await ended(engine, timedOut)).toMatchObject({ status: "FAILED", error: "States.Timeout" });
    await expect(succeed(first)).rejects.toMatchObject({ name: "TaskTimedOut" });

    const machine = await createMachine(engine, { Wait: long });
    await engine.snapshot();
    const unsaved = await start(engine, machine);
    const second = await takeToken(queue);
    engine = await engine.crashAndRestart();
    await expect(succeed(second)).rejects.toMatchObject({ name: "TaskTimedOut" });
    const described = engine.sfn().send(new DescribeExecutionCommand({ executionArn: unsaved }));
    await expect(described).rejects.toMatchObject({ name: "ExecutionDoesNotExist" });

    const saved = await start(engine, machine);
    await engine.snapshot();
    engine = await engine.crashAndRestart();
    expect(await ended(engine, saved)).toMatchObject({ status: "ABORTED" });
    queue = await createQueue("tokens-again");
  });
});

describe("Timeouts", () => {
  test("fail a task without heartbeats with States.HeartbeatTimeout", async () => {
    const Wait = tokenState(queue, { HeartbeatSeconds: 1, TimeoutSeconds: 30 });
    expect(await run(engine, { Wait })).toMatchObject({ status: "FAILED", error: "States.HeartbeatTimeout" });
    await takeToken(queue);
  });

  test("are extended by heartbeats; States.Timeout catches a missing one", async () => {
    const machine = await createMachine(engine, {
      Wait: tokenState(queue, {
        HeartbeatSeconds: "{% $states.input.beat %}",
        Catch: [
          { ErrorEquals: ["States.Timeout"], Next: "Caught", Output: "{% $states.errorOutput.Error %}" },
        ],
      }),
      Caught: { Type: "Succeed" },
    });
    const execution = await start(engine, machine, { beat: 2 });
    const taskToken = await takeToken(queue);
    const until = Date.now() + 3500;
    await waitFor(async () => {
      await engine.sfn().send(new SendTaskHeartbeatCommand({ taskToken }));
      return Date.now() > until;
    });
    expect(output(await ended(engine, execution))).toBe("States.HeartbeatTimeout");
  });

  test("may be JSONata and must be positive integers", async () => {
    const Wait = tokenState(queue, { TimeoutSeconds: "{% $states.input.limit %}" });
    expect(await run(engine, { Wait }, { limit: 1 })).toMatchObject({ error: "States.Timeout" });
    await takeToken(queue);
    expect(await run(engine, { Wait }, { limit: "x" })).toMatchObject({
      error: "States.QueryEvaluationError",
    });
  });

  test("of the state machine end the execution as TIMED_OUT", async () => {
    const Long = { Type: "Wait", Seconds: 50, End: true };
    const execution = await run(engine, { Long }, {}, { TimeoutSeconds: 1 });
    expect(execution.status).toBe("TIMED_OUT");
    const { events } = await engine
      .sfn()
      .send(new GetExecutionHistoryCommand({ executionArn: execution.executionArn }));
    expect(events?.at(-1)?.type).toBe("ExecutionTimedOut");
  });

  test("between retries are capped by MaxDelaySeconds", async () => {
    const Call = {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke",
      Arguments: { FunctionName: "missing" },
      // Uncapped, the second wait would be 1000 s.
      Retry: [
        {
          ErrorEquals: ["States.ALL"],
          IntervalSeconds: 1,
          BackoffRate: 1000,
          MaxAttempts: 2,
          MaxDelaySeconds: 1,
        },
      ],
      End: true,
    };
    expect(await run(engine, { Call })).toMatchObject({ error: "Lambda.ResourceNotFoundException" });
  });
});

describe("Executions", () => {
  test("are the same if started again with the same name and input while they run", async () => {
    const stateMachineArn = await createMachine(engine, { Wait: { Type: "Wait", Seconds: 30, End: true } });
    const request = { stateMachineArn, name: "once", input: "{}" };
    const first = await engine.sfn().send(new StartExecutionCommand(request));
    const again = await engine.sfn().send(new StartExecutionCommand(request));
    expect(again.executionArn).toBe(first.executionArn);
    const other = engine.sfn().send(new StartExecutionCommand({ ...request, input: '{"a":1}' }));
    await expect(other).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
    await engine.sfn().send(new StopExecutionCommand({ executionArn: first.executionArn }));
    const ofEnded = engine.sfn().send(new StartExecutionCommand(request));
    await expect(ofEnded).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
  });

  test("are stopped with the parent that waits for them", async () => {
    const child = await createMachine(engine, { Wait: { Type: "Wait", Seconds: 50, End: true } });
    const parent = await start(
      engine,
      await createMachine(engine, {
        Run: {
          Type: "Task",
          Resource: "arn:aws:states:::states:startExecution.sync:2",
          Arguments: { StateMachineArn: child, Input: {} },
          End: true,
        },
      }),
    );
    const list = () => engine.sfn().send(new ListExecutionsCommand({ stateMachineArn: child }));
    await waitFor(async () => (await list()).executions?.length);
    await engine.sfn().send(new StopExecutionCommand({ executionArn: parent }));
    const status = async () => (await list()).executions?.[0]?.status;
    expect(await waitFor(async () => (await status()) === "ABORTED")).toBe(true);
  });
});
