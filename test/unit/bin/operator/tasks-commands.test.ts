import { expect, test } from "@jest/globals";
import type { OperatorDeps } from "../../../../bin/operator/command.ts";
import { parseOperatorArguments, runCommand } from "../../../../bin/operator/commands.ts";
import { captioningTaskStatusChanged } from "../../../../core/events/status-event.ts";
import { aTask, createdAt } from "../../../fakes/builders.ts";
import { outboxRows } from "../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../../core/workflows/workflow-deps.ts";

const setUp = async () => {
  const fixture = await createWorkflowFixture();
  const deps = {
    ...fixture,
    outbox: {
      listEvents: async (pk: string) =>
        outboxRows(fixture.events, pk.slice("TASK#".length), captioningTaskStatusChanged),
    },
    executionSteps: {
      list: async () => [
        {
          name: "RenderByFunction",
          enteredAt: createdAt,
          seconds: 0.2,
          errors: ["Lambda.TooManyRequestsException"],
        },
        { name: "ReserveRender", enteredAt: createdAt, seconds: null, errors: [] },
      ],
    },
  } as unknown as OperatorDeps;
  const run = (line: string) => runCommand(parseOperatorArguments(line.split(" ")), deps, async () => true);
  return { fixture, run };
};

test("the list shows an account's unfinished tasks, and what each waits for", async () => {
  const { fixture, run } = await setUp();
  const { id: waiting } = await fixture.addTask({ id: "waiting", isWaitingForVideo: true } as never);
  const { id: pending } = await fixture.addTask({ id: "pending" });
  const { value } = await run("tasks list --account account");
  const { tasks } = value as { tasks: { taskId: string; state: string }[] };
  expect(tasks.map(({ taskId }) => taskId)).toEqual(expect.arrayContaining([pending]));
  expect(tasks.every(({ state }) => state.startsWith("waits for"))).toBe(true);
  expect(waiting).toBe("waiting");
});

test("a task's history has its status changes with their times, its execution and the query of its logs", async () => {
  const { fixture, run } = await setUp();
  const arn = "arn:aws:states:eu-west-1:123456789012:execution:Capstack-captioning-task:t-1";
  const task = await fixture.addTask({ id: "t-1", executionArn: arn });
  const next = { ...task, status: "transcribing", sequence: task.sequence + 1 };
  await fixture.tasks.update(task, { ...next, updatedAt: "2026-03-01T12:01:30.000Z" } as never);
  const { value, lines } = await run("tasks show --task t-1");
  expect(value).toMatchObject({
    taskId: "t-1",
    status: "transcribing",
    events: [
      { status: "pending", secondsBefore: 0, error: null },
      { status: "transcribing", secondsBefore: 90, error: null },
    ],
    steps: [
      { name: "RenderByFunction", seconds: 0.2, errors: "Lambda.TooManyRequestsException" },
      { name: "ReserveRender", seconds: null, errors: "" },
    ],
    execution: `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/${arn}`,
    query: 'fields @timestamp, level, message | filter taskId = "t-1" | sort @timestamp',
  });
  expect(lines.join("\n")).toContain("2026-03-01T12:01:30.000Z");
});

test("an unknown task is reported", async () => {
  const { run } = await setUp();
  await expect(run("tasks show --task nothing")).rejects.toMatchObject({ name: "NotFound" });
  expect(aTask().id).not.toBe("nothing");
});
