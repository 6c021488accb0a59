import { expect, test } from "@jest/globals";
import type { Task } from "../../../../core/tasks/task.ts";
import { measureEnds, measureUnfinished, type TaskMetric } from "../../../../core/tasks/task-metrics.ts";
import { aTask } from "../../../fakes/builders.ts";

type Values = Partial<Record<TaskMetric, number>>;

const recorder = () => {
  const recorded: Values[] = [];
  return { recorded, metrics: { record: (values: Values) => void recorded.push(values) } };
};

const created = "2026-11-29T12:00:00.000Z";
const ended = "2026-11-29T12:10:00.000Z";
const about = { createdAt: created, mediaMilliseconds: 120_000, costMicroUsd: 200_000 };

const measured = async (task: Task): Promise<Values[]> => {
  const { recorded, metrics } = recorder();
  const event = { taskId: task.id, status: task.status } as Parameters<typeof measureEnds>[0][number];
  const started = { ...event, status: "rendering" };
  await measureEnds([started, event], { allTasks: { get: async () => task }, metrics });
  return recorded;
};

test("a completed task counts its minutes, its price and, if it waited for nobody, its speed", async () => {
  const done = { ...about, status: "completed", completedAt: ended, outputKey: "k" } as const;
  const patient = aTask(done as never);
  const expected = { Completed: 1, MinutesToEnd: 10, ChargedPerMinute: 0.1 };
  const { request } = patient;
  const approving = { ...patient, request: { ...request, autoApprove: false } } as Task;
  const automatic = { ...patient, request: { ...request, autoApprove: true } } as Task;
  expect(await measured(approving)).toEqual([expected]);
  expect(await measured(automatic)).toEqual([{ ...expected, SpeedFactor: 5 }]);
});

test.each([
  ["RenderFailed", 1],
  ["NoSpeech", 0],
])("a task that failed as %s counts %d failures of the service", async (errorName, count) => {
  const failed = aTask({ ...about, status: "failed", completedAt: ended, errorName, error: "e" } as never);
  expect(await measured(failed)).toEqual([{ Failed: 1, FailedByService: count }]);
});

test("unfinished tasks count by what they wait for, with the age of the oldest running one and what they hold", () => {
  const { recorded, metrics } = recorder();
  const task = (fields: object) => aTask({ ...about, ...fields } as never);
  const tasks = [
    task({ status: "transcribing", attempt: 1 }),
    task({ status: "rendering", attempt: 1, createdAt: "2026-11-29T12:05:00.000Z" }),
    task({ status: "pending", attempt: 0, waitsForVideo: false, costMicroUsd: null }),
    task({ status: "transcriptionCompleted", attempt: 1, createdAt: "2026-11-01T00:00:00.000Z" }),
  ];
  measureUnfinished(tasks, new Date(ended), metrics);
  expect(recorded).toEqual([
    { Running: 2, Queued: 1, Approval: 1, OldestRunningMinutes: 10, Held: expect.closeTo(0.6) },
  ]);
});

test("an idle service records nothing", () => {
  const { recorded, metrics } = recorder();
  measureUnfinished([], new Date(), metrics);
  expect(recorded).toEqual([]);
});
