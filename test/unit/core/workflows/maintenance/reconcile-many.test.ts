import { describe, expect, test } from "@jest/globals";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { createMemoryDeliveries, createMemoryWakeUps } from "../../../../fakes/webhooks.ts";
import { setStage } from "../workflow-deps.ts";

const ready = async () => {
  const stage = await setStage();
  const deps = {
    ...stage,
    outbox: { listEvents: async () => [], listUnpublished: async () => [], markPublished: async () => {} },
    publisher: { publish: async () => {} },
    planWebhooks: async () => {},
    deliveries: createMemoryDeliveries(),
    wakeUps: createMemoryWakeUps(),
    metrics: { record: () => {} },
  };
  return { ...stage, run: () => reconcile(deps) };
};

const atWork = { status: "transcribing" as const, attempt: 1, executionArn: "arn:captioning old-1" };

describe("reconcile: many tasks", () => {
  test("repairs a running task immediately despite 1,200 that wait for approval and 1,200 in the queue", async () => {
    const stage = await ready();
    const video = await stage.addVideo({ status: "inProgress" });
    for (let index = 0; index < 1200; index += 1) {
      await stage.addTask({ status: "transcriptionCompleted", executionArn: "arn", attempt: 1 } as never);
      await stage.addTask({ videoId: video.id, waitsForVideo: true });
    }
    stage.die("arn", "running");
    const dead = await stage.addTask(atWork);
    stage.die(atWork.executionArn);
    await stage.run();
    expect(stage.workflows.started).toEqual([`captioning ${dead.id}-2`]);
  });

  test("processes every running task within several runs, and starts again", async () => {
    const stage = await ready();
    const tasks = [];
    for (let index = 0; index < 1001; index += 1)
      tasks.push(await stage.addTask({ ...atWork, executionArn: `arn ${index}` }));
    for (const { executionArn } of tasks) stage.die(executionArn, "running");
    // IDs are ordered, so the last one is in the last part.
    stage.die(tasks.at(-1)?.executionArn ?? null);
    for (let run = 1; run <= 3; run += 1) await stage.run();
    expect(stage.workflows.started).toEqual([]);
    await stage.run();
    expect(stage.workflows.started).toEqual([`captioning ${tasks.at(-1)?.id}-2`]);
    stage.die(tasks[0]?.executionArn ?? null);
    await stage.run();
    expect(stage.workflows.started).toHaveLength(2);
  });

  test("fails a waiting task before it expires, regardless of how many others wait", async () => {
    const stage = await ready();
    const waiting = { status: "transcriptionCompleted", executionArn: "arn", attempt: 1 } as const;
    stage.die("arn", "running");
    for (let index = 0; index < 300; index += 1) await stage.addTask(waiting as never);
    const expiring = await stage.addTask({ ...waiting, expiresAt: "2026-03-01T12:04:00.000Z" } as never);
    await stage.run();
    expect(await stage.task(expiring.id)).toMatchObject({ status: "failed", errorName: "TaskExpired" });
  });
});
