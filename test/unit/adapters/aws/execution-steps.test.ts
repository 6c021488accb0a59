import { ExecutionDoesNotExist, type HistoryEvent, SFNClient } from "@aws-sdk/client-sfn";
import { expect, test } from "@jest/globals";
import { createExecutionSteps } from "../../../../adapters/aws/execution-steps.ts";

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const entered = (second: number, name: string, type = "TaskStateEntered") =>
  ({ type, timestamp: at(second), stateEnteredEventDetails: { name } }) as HistoryEvent;
const exited = (second: number, name: string) =>
  ({ type: "TaskStateExited", timestamp: at(second), stateExitedEventDetails: { name } }) as HistoryEvent;
const failed = (second: number, error: string) =>
  ({ type: "TaskFailed", timestamp: at(second), taskFailedEventDetails: { error } }) as HistoryEvent;
const submitted = (second: number, ExecutionArn: string) =>
  ({
    type: "TaskSubmitted",
    timestamp: at(second),
    taskSubmittedEventDetails: { resourceType: "states", output: JSON.stringify({ ExecutionArn }) },
  }) as HistoryEvent;

/** A client that responds with one event per page. */
const clientOf = (histories: Record<string, HistoryEvent[]>): SFNClient => {
  const client = new SFNClient({ region: "eu-west-1" });
  client.send = (async ({ input }: { input: { executionArn: string; nextToken?: string } }) => {
    const events = histories[input.executionArn];
    if (!events) throw new ExecutionDoesNotExist({ message: "unknown", $metadata: {} });
    const index = Number(input.nextToken ?? 0);
    const nextToken = index + 1 < events.length ? String(index + 1) : undefined;
    return { events: events.slice(index, index + 1), nextToken };
  }) as never;
  return client;
};

test("lists the states of an execution and of the one that it waits for, with their times and errors", async () => {
  const steps = createExecutionSteps(
    clientOf({
      parent: [
        entered(0, "Transcribe"),
        submitted(1, "child"),
        exited(9, "Transcribe"),
        entered(9, "HowRendered", "ChoiceStateEntered"),
        entered(9, "RenderByFunction"),
        failed(10, "Lambda.TooManyRequestsException"),
        exited(10, "RenderByFunction"),
        entered(10, "ReserveRender"),
      ],
      child: [entered(1, "RecognizeSpeechByFunction"), exited(8, "RecognizeSpeechByFunction")],
    }),
  );
  expect(await steps.list("parent")).toEqual([
    { name: "Transcribe", enteredAt: at(0).toISOString(), seconds: 9, errors: [] },
    {
      name: "Transcribe / RecognizeSpeechByFunction",
      enteredAt: at(1).toISOString(),
      seconds: 7,
      errors: [],
    },
    {
      name: "RenderByFunction",
      enteredAt: at(9).toISOString(),
      seconds: 1,
      errors: ["Lambda.TooManyRequestsException"],
    },
    { name: "ReserveRender", enteredAt: at(10).toISOString(), seconds: null, errors: [] },
  ]);
});

test("knows nothing of an execution that has expired", async () => {
  expect(await createExecutionSteps(clientOf({})).list("old")).toBeNull();
});

test("names the step of an error among steps that run at the same time", async () => {
  const chained = (id: number, previousEventId: number, event: HistoryEvent): HistoryEvent => ({
    ...event,
    id,
    previousEventId,
  });
  const segment = "RenderSegmentByFunction";
  const steps = createExecutionSteps(
    clientOf({
      parallel: [
        chained(1, 0, entered(0, "RenderSegments", "MapStateEntered")),
        chained(2, 1, entered(1, segment)),
        chained(3, 1, entered(2, segment)),
        chained(4, 2, failed(3, "Lambda.TooManyRequestsException")),
        chained(5, 4, exited(3, segment)),
        chained(6, 5, entered(3, "RenderSegment")),
        chained(7, 3, failed(5, "ContainerStopped")),
        chained(8, 7, exited(5, segment)),
        chained(9, 6, exited(9, "RenderSegment")),
      ],
    }),
  );
  const listed = (await steps.list("parallel")) ?? [];
  expect(listed.map(({ name, seconds, errors }) => [name, seconds, errors])).toEqual([
    ["RenderSegments", null, []],
    [segment, 2, ["Lambda.TooManyRequestsException"]],
    [segment, 3, ["ContainerStopped"]],
    ["RenderSegment", 6, []],
  ]);
});
