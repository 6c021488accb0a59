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
import { CreateQueueCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";
import { createMachine, ended, output, run, start, tokenState } from "./machines.ts";
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

async function createQueue(QueueName: string): Promise<string> {
  return (await engine.sqs().send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
}

async function takeToken(QueueUrl = queue): Promise<string> {
  const body = await waitFor(async () => {
    const { Messages } = await engine.sqs().send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
    return Messages?.[0]?.Body;
  });
  return JSON.parse(body).token;
}

const succeed = (taskToken: string, value: unknown = "ok") =>
  engine.sfn().send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(value) }));

describe("task tokens", () => {
  test("end the task once, then are dead", async () => {
    const execution = await start(engine, await createMachine(engine, { Wait: tokenState(queue) }));
    const token = await takeToken();
    await succeed(token, { done: true });
    expect(output(await ended(engine, execution))).toEqual({ done: true });
    await expect(succeed(token)).rejects.toMatchObject({ name: "TaskTimedOut" });
    const failure = engine.sfn().send(new SendTaskFailureCommand({ taskToken: token, error: "Late" }));
    await expect(failure).rejects.toMatchObject({ name: "TaskTimedOut" });
    const beat = engine.sfn().send(new SendTaskHeartbeatCommand({ taskToken: token }));
    await expect(beat).rejects.toMatchObject({ name: "TaskTimedOut" });
  });

  test("that never were are invalid, as is an output that is no JSON", async () => {
    await expect(succeed("made up")).rejects.toMatchObject({ name: "InvalidToken" });
    const execution = await start(engine, await createMachine(engine, { Wait: tokenState(queue) }));
    const taskToken = await takeToken();
    const bad = engine.sfn().send(new SendTaskSuccessCommand({ taskToken, output: "{" }));
    await expect(bad).rejects.toMatchObject({ name: "InvalidOutput" });
    await succeed(taskToken);
    await ended(engine, execution);
  });

  test("die with StopExecution, and nothing happens after it", async () => {
    const execution = await start(
      engine,
      await createMachine(engine, {
        Wait: tokenState(queue, { Next: "After", End: undefined }),
        After: { Type: "Pass", End: true },
      }),
    );
    const token = await takeToken();
    await engine
      .sfn()
      .send(new StopExecutionCommand({ executionArn: execution, error: "Stopped", cause: "by hand" }));
    await expect(succeed(token)).rejects.toMatchObject({ name: "TaskTimedOut" });
    const described = await engine.sfn().send(new DescribeExecutionCommand({ executionArn: execution }));
    expect(described).toMatchObject({ status: "ABORTED", error: "Stopped", cause: "by hand" });
    const { events } = await engine.sfn().send(new GetExecutionHistoryCommand({ executionArn: execution }));
    expect(events?.at(-1)?.type).toBe("ExecutionAborted");
  });

  test("outlive neither TimeoutSeconds nor a restart", async () => {
    const [short, long] = [tokenState(queue, { TimeoutSeconds: 1 }), tokenState(queue)];
    const timedOut = await start(engine, await createMachine(engine, { Wait: short }));
    const first = await takeToken();
    expect(await ended(engine, timedOut)).toMatchObject({ status: "FAILED", error: "States.Timeout" });
    await expect(succeed(first)).rejects.toMatchObject({ name: "TaskTimedOut" });

    const machine = await createMachine(engine, { Wait: long });
    await engine.snapshot();
    const unsaved = await start(engine, machine);
    const second = await takeToken();
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

describe("timeouts", () => {
  test("HeartbeatSeconds fails a silent task with States.HeartbeatTimeout", async () => {
    const Wait = tokenState(queue, { HeartbeatSeconds: 1, TimeoutSeconds: 30 });
    expect(await run(engine, { Wait })).toMatchObject({ status: "FAILED", error: "States.HeartbeatTimeout" });
    await takeToken();
  });

  test("heartbeats keep it alive; States.Timeout catches a missing one", async () => {
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
    const taskToken = await takeToken();
    const until = Date.now() + 3500;
    await waitFor(async () => {
      await engine.sfn().send(new SendTaskHeartbeatCommand({ taskToken }));
      return Date.now() > until;
    });
    expect(output(await ended(engine, execution))).toBe("States.HeartbeatTimeout");
  });

  test("TimeoutSeconds may be a JSONata string, and must be a positive integer", async () => {
    const Wait = tokenState(queue, { TimeoutSeconds: "{% $states.input.limit %}" });
    expect(await run(engine, { Wait }, { limit: 1 })).toMatchObject({ error: "States.Timeout" });
    await takeToken();
    expect(await run(engine, { Wait }, { limit: "x" })).toMatchObject({
      error: "States.QueryEvaluationError",
    });
  });

  test("the machine's TimeoutSeconds ends the execution as TIMED_OUT, whatever it does", async () => {
    const Long = { Type: "Wait", Seconds: 50, End: true };
    const execution = await run(engine, { Long }, {}, { TimeoutSeconds: 1 });
    expect(execution.status).toBe("TIMED_OUT");
    const { events } = await engine
      .sfn()
      .send(new GetExecutionHistoryCommand({ executionArn: execution.executionArn }));
    expect(events?.at(-1)?.type).toBe("ExecutionTimedOut");
  });

  test("MaxDelaySeconds caps the backoff", async () => {
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

describe("Parallel and Map", () => {
  const branch = (States: object) => ({ StartAt: Object.keys(States)[0], States });

  test("Parallel applies Output and Assign; variables of a branch end with it", async () => {
    const execution = await run(engine, {
      Both: {
        Type: "Parallel",
        Branches: [
          branch({ A: { Type: "Pass", Assign: { own: 1 }, Output: "a", End: true } }),
          branch({ B: { Type: "Pass", Output: "b", End: true } }),
        ],
        Output: { letters: "{% $join($states.result) %}" },
        Assign: { count: "{% $count($states.result) %}" },
        Next: "Say",
      },
      Say: {
        Type: "Succeed",
        Output: { letters: "{% $states.input.letters %}", count: "{% $count %}", own: "{% $exists($own) %}" },
      },
    });
    expect(output(execution)).toEqual({ letters: "ab", count: 2, own: false });
  });

  test("the first failed branch cancels its siblings and kills their tokens", async () => {
    const execution = await start(
      engine,
      await createMachine(engine, {
        Both: {
          Type: "Parallel",
          Branches: [
            branch({ Wait: tokenState(queue) }),
            branch({
              Wait: { ...tokenState(queue), Next: "Boom", End: undefined },
              Boom: { Type: "Fail", Error: "Boom" },
            }),
          ],
          End: true,
        },
      }),
    );
    const tokens = [await takeToken(), await takeToken()];
    // Whichever token belongs to the failing branch: both are answered, one of them ends the execution.
    for (const token of tokens) await succeed(token);
    expect(await ended(engine, execution)).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("a failed sibling does not wait for a branch that sleeps", async () => {
    const execution = await run(engine, {
      Both: {
        Type: "Parallel",
        Branches: [
          branch({ Sleep: { Type: "Wait", Seconds: 50, End: true } }),
          branch({ Boom: { Type: "Fail", Error: "Boom" } }),
        ],
        End: true,
      },
    });
    expect(execution).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("a failed iteration of an inline Map stops the others", async () => {
    const execution = await run(
      engine,
      {
        Each: {
          Type: "Map",
          Items: "{% $states.input %}",
          ItemProcessor: branch({
            Which: {
              Type: "Choice",
              Choices: [{ Condition: "{% $states.input = 2 %}", Next: "Boom" }],
              Default: "Sleep",
            },
            Sleep: { Type: "Wait", Seconds: 50, End: true },
            Boom: { Type: "Fail", Error: "Boom" },
          }),
          End: true,
        },
      },
      [1, 2, 3],
    );
    expect(execution).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("a Map keeps the order of its items", async () => {
    const execution = await run(
      engine,
      {
        Each: {
          Type: "Map",
          Items: "{% $states.input %}",
          MaxConcurrency: 2,
          ItemSelector: { n: "{% $states.context.Map.Item.Value * 10 %}" },
          ItemProcessor: branch({ Say: { Type: "Pass", Output: "{% $states.input.n + 1 %}", End: true } }),
          End: true,
        },
      },
      [3, 1, 2],
    );
    expect(output(execution)).toEqual([31, 11, 21]);
  });
});

describe("starting and stopping", () => {
  test("starting again with the same name and input is the same execution while it runs", async () => {
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

  test("stopping a parent stops the child that it waits for", async () => {
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
    await waitFor(async () => (await list()).executions?.[0]?.status === "ABORTED");
  });
});
