import { describe, expect, test } from "@jest/globals";
import type { BusEvent, OutboxEvent } from "../../../../../core/events/outbox.ts";
import { renderJobKey } from "../../../../../core/storage/keys.ts";
import { newDelivery } from "../../../../../core/webhooks/delivery.ts";
import { plannedProgress } from "../../../../../core/webhooks/planned-notification.ts";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { createMemoryDeliveries, createMemoryWakeUps } from "../../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const ready = async (fields: Parameters<typeof createWorkflowFixture>[0] = {}) => {
  const fixture = await createWorkflowFixture(fields);
  const unpublished: OutboxEvent[] = [];
  const published: OutboxEvent[] = [];
  const outbox = {
    listEvents: async () => [],
    listUnpublished: async (before: Date, limit: number) =>
      unpublished.filter(({ event }) => event.occurredAt < before.toISOString()).slice(0, limit),
    markPublished: async (events: readonly OutboxEvent[]) => {
      for (const event of events) unpublished.splice(unpublished.indexOf(event), 1);
    },
  };
  const publisher = {
    publish: async (events: readonly BusEvent[]) => {
      published.push(...(events as OutboxEvent[]));
    },
  };
  const webhooks = {
    planWebhooks: async () => {},
    measureEnds: async () => {},
    taskMetrics: { record: () => {} },
    deliveries: createMemoryDeliveries(),
    wakeUps: createMemoryWakeUps(),
    metrics: { record: (values: object) => void Object.assign(measured, values) },
  };
  const measured: Record<string, number> = {};
  const deps = { ...fixture, ...webhooks, measured, outbox, publisher };
  return { ...deps, unpublished, published, run: () => reconcile(deps) };
};

const atWork = { status: "transcribing" as const, attempt: 1, executionArn: "arn:captioning old-1" };

describe("reconcile: tasks", () => {
  test("ignores a task whose execution is running", async () => {
    const fixture = await ready();
    const task = await fixture.addTask(atWork);
    fixture.die(atWork.executionArn, "running");
    await fixture.run();
    expect(fixture.workflows.started).toEqual([]);
    expect(await fixture.task(task.id)).toMatchObject(atWork);
  });

  test.each(["failed", "missing", "succeeded"] as const)(
    "starts a new execution when the old one is %s and the task has not ended",
    async (state) => {
      const fixture = await ready();
      const task = await fixture.addTask(atWork);
      fixture.die(atWork.executionArn, state);
      await fixture.run();
      expect(fixture.workflows.started).toEqual([`captioning ${task.id}-2`]);
      expect(await fixture.task(task.id)).toMatchObject({
        status: "transcribing",
        attempt: 2,
        redrives: 1,
        executionArn: `arn:captioning ${task.id}-2`,
      });
    },
  );

  test("fails a task after three executions in one status, and releases its hold", async () => {
    const fixture = await ready();
    const { id } = await fixture.addTask({ ...atWork, costMicroUsd: 100_000 });
    await fixture.slots.acquire("account", id, 50);
    for (let run = 0; run < 3; run += 1) {
      fixture.die((await fixture.task(id)).executionArn);
      await fixture.run();
    }
    expect(await fixture.task(id)).toMatchObject({
      status: "failed",
      errorName: "InternalError",
      attempt: 3,
    });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
  });

  test("restarts an execution that waits for approval without limit", async () => {
    const fixture = await ready();
    const waiting = { ...atWork, status: "transcriptionCompleted" as const, taskToken: "t" };
    const { id } = await fixture.addTask(waiting);
    for (let run = 0; run < 8; run += 1) {
      fixture.die((await fixture.task(id)).executionArn);
      await fixture.run();
    }
    const task = await fixture.task(id);
    expect(task).toMatchObject({ status: "transcriptionCompleted", attempt: 9, redrives: 0 });
  });

  test("completes an interrupted launch", async () => {
    const fixture = await ready();
    const task = await fixture.addTask({ ...atWork, attempt: 2, executionArn: null });
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${task.id}-2`]);
    expect(await fixture.task(task.id)).toMatchObject({ executionArn: `arn:captioning ${task.id}-2` });
  });

  test("admits tasks whose video has arrived, and starts those that have a slot and were not started", async () => {
    const fixture = await ready({ maxConcurrentTasks: 1 });
    const video = await fixture.addVideo();
    const first = await fixture.addTask({ videoId: video.id, attempt: 1 });
    const second = await fixture.addTask({ videoId: video.id, waitsForVideo: true });
    await fixture.slots.acquire("account", first.id, 1);
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${first.id}-1`]);
    expect(await fixture.task(second.id)).toMatchObject({ status: "pending", waitsForVideo: false });
  });

  const approved = { ...atWork, status: "rendering" as const, taskToken: "token-1" };

  test("sends the success of an approval again while the execution has not continued", async () => {
    const fixture = await ready();
    await fixture.addTask(approved);
    fixture.die(approved.executionArn, "running");
    await fixture.run();
    expect(fixture.workflows.succeeded).toEqual(["token-1"]);
    expect(fixture.workflows.started).toEqual([]);
  });

  test("starts a new execution when that does not help for minutes", async () => {
    const fixture = await ready();
    const task = await fixture.addTask(approved);
    fixture.die(approved.executionArn, "running");
    fixture.passMinutes(6);
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${task.id}-2`]);
  });

  test("ignores a long render", async () => {
    const fixture = await ready();
    const task = await fixture.addTask(approved);
    await fixture.bucket.putJson(renderJobKey(task.id), {});
    fixture.die(approved.executionArn, "running");
    fixture.passMinutes(90);
    await fixture.run();
    expect(fixture.workflows).toMatchObject({ started: [], succeeded: [] });
  });

  test("admits waiting tasks, and releases slots of ended ones", async () => {
    const fixture = await ready({ maxConcurrentTasks: 2 });
    const video = await fixture.addVideo();
    const ended = await fixture.addTask({ status: "failed", errorName: "X", error: "x", completedAt: "now" });
    const waits = await fixture.addTask({ status: "transcriptionCompleted", taskToken: "t", ...running });
    const pending = await fixture.addTask({ videoId: video.id });
    fixture.die(running.executionArn, "running");
    for (const holder of ["gone", ended.id, waits.id]) await fixture.slots.acquire("account", holder, 50);
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`captioning ${pending.id}-1`]);
    expect(await fixture.slots.listHolders("account")).toEqual([pending.id]);
  });

  test("fails a task that never started before its record expires", async () => {
    const fixture = await ready();
    const video = await fixture.addVideo({ status: "todo" });
    const expiresAt = new Date(fixture.now().getTime() + 20 * 60_000).toISOString();
    const task = await fixture.addTask({ videoId: video.id, expiresAt, costMicroUsd: 100_000 });
    await fixture.run();
    expect(await fixture.task(task.id)).toMatchObject({ status: "failed", errorName: "VideoUnavailable" });
    expect((await fixture.balance()).heldMicroUsd).toBe(0);
  });

  test("one task's error does not delay the others, and is reported", async () => {
    const fixture = await ready();
    const video = await fixture.addVideo();
    const bad = await fixture.addTask({ ...atWork, executionArn: "arn:bad" });
    const pending = await fixture.addTask({ videoId: video.id });
    const stateOf = async (arn: string) => {
      if (arn === "arn:bad") throw new Error("throttled");
      return "running" as const;
    };
    const workflows = { ...fixture.workflows, stateOf };
    await expect(reconcile({ ...fixture, workflows })).rejects.toThrow(AggregateError);
    expect(fixture.workflows.started).toEqual([`captioning ${pending.id}-1`]);
    expect(await fixture.task(bad.id)).toMatchObject({ attempt: 1 });
  });
});

const running = { attempt: 1, executionArn: "arn:captioning running-1" };

describe("reconcile: videos", () => {
  const fromUrl = { origin: { kind: "url" as const, url: "https://example.com/a.mp4" } };

  test("starts an import whose start was lost, with the same name", async () => {
    const fixture = await ready();
    const video = await fixture.addVideo({ status: "todo", attempt: 1, ...fromUrl });
    await fixture.run();
    expect(fixture.workflows.started).toEqual([`import ${video.id}-1`]);
    expect(await fixture.video(video.id)).toMatchObject({ status: "todo", attempt: 1 });
  });

  test("restarts an import whose execution has died, and aborts it after three executions", async () => {
    const fixture = await ready();
    const { id } = await fixture.addVideo({ status: "inProgress", attempt: 1, ...fromUrl });
    for (const attempt of [1, 2]) {
      fixture.die(`arn:import ${id}-${attempt}`);
      await fixture.run();
      expect(await fixture.video(id)).toMatchObject({ status: "inProgress", attempt: attempt + 1 });
    }
    fixture.die(`arn:import ${id}-3`);
    await fixture.run();
    expect(await fixture.video(id)).toMatchObject({ status: "aborted", errorName: "InternalError" });
  });

  test.each([
    ["direct", { origin: { kind: "direct" as const }, status: "inProgress" as const }],
    [
      "multipart",
      { origin: { kind: "multipart" as const, uploadId: "u", partSizes: [1] }, status: "todo" as const },
    ],
  ])(
    "aborts a %s upload that was idle for a day, and fails the tasks that wait for it",
    async (_, fields) => {
      const fixture = await ready();
      const { id } = await fixture.addVideo(fields);
      const task = await fixture.addTask({ videoId: id });
      fixture.passMinutes(23 * 60);
      await fixture.run();
      expect(await fixture.video(id)).toMatchObject({ status: fields.status });
      fixture.passMinutes(61);
      await fixture.run();
      expect(await fixture.video(id)).toMatchObject({ status: "aborted", errorName: "UploadAbandoned" });
      expect(await fixture.task(task.id)).toMatchObject({ status: "failed", errorName: "UploadAbandoned" });
      expect(fixture.workflows.started).toEqual([]);
    },
  );
});

describe("reconcile: events", () => {
  test("publishes an event again that was not published for a minute, with the same ID", async () => {
    const fixture = await ready();
    await fixture.addVideo();
    const [event] = fixture.events;
    if (!event) throw new Error("no event");
    const row = { pk: "VIDEO#1", sk: "EVENT#000000", detailType: "Video Status Changed" as const, event };
    fixture.unpublished.push(row);
    await fixture.run();
    expect(fixture.published).toEqual([]);
    fixture.passMinutes(2);
    await fixture.run();
    await fixture.run();
    expect(fixture.published).toEqual([row]);
  });
});

describe("reconcile: webhooks", () => {
  test("wakes each delivery queue with due deliveries once, and measures the waiting ones", async () => {
    const fixture = await ready();
    const add = async (taskId: string, recipient: string): Promise<void> => {
      const subject = { accountId: "account", taskId, videoId: "video" };
      const delivery = newDelivery(plannedProgress(taskId, 3, 1), subject, recipient, fixture.now());
      await fixture.deliveries.add(delivery, "{}");
    };
    await add("a", "https://one.example/x");
    await add("b", "https://one.example/y");
    fixture.passMinutes(2);
    await add("c", "https://two.example/");
    await fixture.run();
    expect(fixture.wakeUps.woken).toEqual([
      ["account|https://one.example", 0],
      ["account|https://two.example", 0],
    ]);
    expect(fixture.measured).toEqual({ Waiting: 3, OldestUndeliveredSeconds: 120, OverdueSeconds: 120 });
  });
});
