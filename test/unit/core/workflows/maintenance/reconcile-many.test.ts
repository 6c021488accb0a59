import { describe, expect, test } from "@jest/globals";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { createMemoryDeliveries, createMemoryWakeUps } from "../../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const ready = async () => {
  const fixture = await createWorkflowFixture();
  const deps = {
    ...fixture,
    outbox: { listEvents: async () => [], listUnpublished: async () => [], markPublished: async () => {} },
    publisher: { publish: async () => {} },
    planWebhooks: async () => {},
    measureEnds: async () => {},
    taskMetrics: { record: () => {} },
    deliveries: createMemoryDeliveries(),
    wakeUps: createMemoryWakeUps(),
    metrics: { record: () => {} },
  };
  return { ...fixture, run: () => reconcile(deps) };
};

const atWork = { status: "transcribing" as const, attempt: 1, executionArn: "arn:captioning old-1" };

describe("reconcile: many tasks", () => {
  test("repairs a running task immediately despite 1,200 that wait for approval and 1,200 in the queue", async () => {
    const fixture = await ready();
    const video = await fixture.addVideo({ status: "inProgress" });
    for (let index = 0; index < 1200; index += 1) {
      await fixture.addTask({ status: "transcriptionCompleted", executionArn: "arn", attempt: 1 } as never);
      await fixture.addTask({ videoId: video.id, waitsForVideo: true });
    }
    fixture.die("arn", "running");
    const dead = await fixture.addTask(atWork);
    fixture.die(atWork.executionArn);
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${dead.id}-2`]);
  });

  test("processes every running task within several runs, and starts again", async () => {
    const fixture = await ready();
    const tasks = [];
    for (let index = 0; index < 1001; index += 1)
      tasks.push(await fixture.addTask({ ...atWork, executionArn: `arn ${index}` }));
    for (const { executionArn } of tasks) fixture.die(executionArn, "running");
    // IDs are ordered, so the last one is in the last part.
    fixture.die(tasks.at(-1)?.executionArn ?? null);
    for (let run = 1; run <= 3; run += 1) await fixture.run();
    expect(fixture.workflows.started).toEqual([]);
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${tasks.at(-1)?.id}-2`]);
    fixture.die(tasks[0]?.executionArn ?? null);
    await fixture.run();
    expect(fixture.workflows.started).toHaveLength(2);
  });

  test("fails a waiting task before it expires, regardless of how many others wait", async () => {
    const fixture = await ready();
    const waiting = { status: "transcriptionCompleted", executionArn: "arn", attempt: 1 } as const;
    fixture.die("arn", "running");
    for (let index = 0; index < 300; index += 1) await fixture.addTask(waiting as never);
    const expiring = await fixture.addTask({ ...waiting, expiresAt: "2026-03-01T12:04:00.000Z" } as never);
    await fixture.run();
    expect(await fixture.task(expiring.id)).toMatchObject({ status: "failed", errorName: "TaskExpired" });
  });
});
