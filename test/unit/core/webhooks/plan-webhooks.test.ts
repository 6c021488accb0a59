import { beforeEach, describe, expect, test } from "@jest/globals";
import { type OutboxEvent, publishOutbox } from "../../../../core/events/outbox.ts";
import { captioningTaskStatusChanged } from "../../../../core/events/status-event.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import type { Notification } from "../../../../core/tasks/notification.ts";
import { planWebhooks } from "../../../../core/webhooks/plan-webhooks.ts";
import { reportProgress } from "../../../../core/webhooks/report-progress.ts";
import { webhookBodySchema } from "../../../../core/webhooks/webhook-body.ts";
import { aTask, createdAt } from "../../../fakes/builders.ts";
import { createMemoryDeliveries, createMemoryWakeUps, outboxRows } from "../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../workflows/workflow-deps.ts";

const notification: Notification = {
  recipient: "https://example.com/hook?token=1",
  type: "webhook",
  notificationsFor: ["transcript", "render", "renderProgress"],
};
const request = { ...aTask().request, notification, metadata: { order: "17" } };
const queue = "account|https://example.com";

let fixture: Awaited<ReturnType<typeof createWorkflowFixture>>;
let deliveries: ReturnType<typeof createMemoryDeliveries>;
let wakeUps: ReturnType<typeof createMemoryWakeUps>;

const rowsOf = (taskId: string): OutboxEvent[] =>
  outboxRows(fixture.events, taskId, captioningTaskStatusChanged);

const planDeps = () => ({
  ...fixture,
  deliveries,
  wakeUps,
  outbox: { listEvents: async (pk: string) => rowsOf(pk.slice("TASK#".length)) },
});

beforeEach(async () => {
  fixture = await createWorkflowFixture();
  deliveries = createMemoryDeliveries();
  wakeUps = createMemoryWakeUps();
});

const move = async (task: CaptioningTask, fields: Partial<CaptioningTask>): Promise<CaptioningTask> => {
  const next = { ...task, ...fields, sequence: task.sequence + 1 } as CaptioningTask;
  await fixture.tasks.update(task, next);
  return next;
};

/** A task through its whole life with autoApprove. */
const completedTask = async (taskRequest = request): Promise<CaptioningTask> => {
  const video = await fixture.addVideo();
  const pending = await fixture.addTask({ videoId: video.id, request: taskRequest });
  const transcribing = await move(pending, { status: "transcribing" });
  await fixture.tasks.update(transcribing, { ...transcribing, transcriptRevision: 1 });
  const rendering = await move({ ...transcribing, transcriptRevision: 1 }, { status: "rendering" });
  const end = { status: "completed", outputKey: "tasks/1/render/captioned.mp4", completedAt: createdAt };
  return move(rendering, end as never);
};

const bodies = async (taskId: string) => {
  const rows = await deliveries.listOfTask(taskId);
  return Promise.all(
    rows.map(async (row) => webhookBodySchema.parse(JSON.parse(await deliveries.readBody(row)))),
  );
};

describe("planning", () => {
  test("writes each delivery once, with its body, also when it is planned repeatedly or concurrently", async () => {
    const task = await completedTask();
    const rows = rowsOf(task.id);
    // Only the newest event: earlier ones are planned with it.
    await planWebhooks(rows.slice(-1), planDeps());
    const first = await bodies(task.id);
    expect(first).toEqual([
      {
        eventId: expect.any(String),
        sequence: 2010,
        event: "transcriptionCompleted",
        status: "rendering",
        taskId: task.id,
        videoId: task.videoId,
        notificationFor: "transcript",
        // Until the task expires, also beyond the seven days that S3 signs for.
        transcriptUrl: expect.stringContaining(`expires=${task.expiresAt}`),
        metadata: { order: "17" },
        timestamp: createdAt,
      },
      {
        ...first[0],
        eventId: expect.any(String),
        sequence: 3020,
        event: "completed",
        status: "completed",
        notificationFor: "render",
        renderUrl: expect.stringContaining("interview.captioned.mp4"),
      },
    ]);
    await planWebhooks(rows, planDeps());
    await planWebhooks(rows.slice(0, 3), planDeps());
    expect(await bodies(task.id)).toEqual(first);
    expect(wakeUps.woken.length).toBeGreaterThan(0);
    expect(new Set(wakeUps.woken.map(([name]) => name))).toEqual(new Set([queue]));
  });

  test("creates one delivery for a failed task that subscribed to all kinds, with name and message", async () => {
    const all = { ...notification, notificationsFor: [...notification.notificationsFor, "tool" as const] };
    const task = await fixture.addTask({ request: { ...request, notification: all } });
    const failure = {
      status: "failed",
      errorName: "NoSpeech",
      error: "Nobody speaks.",
      completedAt: createdAt,
    };
    await move(task, failure as never);
    await planWebhooks(rowsOf(task.id), planDeps());
    expect(await bodies(task.id)).toMatchObject([
      {
        event: "failed",
        status: "failed",
        notificationFor: "render",
        error: "NoSpeech: Nobody speaks.",
        errorName: "NoSpeech",
      },
    ]);
  });

  test.each([
    ["asked for", { autoCut: { silenceRemoval: 0.5, disfluencyRemoval: false } }, ["autoCut"]],
    ["not asked for", {}, []],
  ])(
    "notifies subscribers of tools about cuts that were %s, before the transcript",
    async (_, taskRequest, tools) => {
      const kinds = [...notification.notificationsFor, "tool" as const];
      const { id } = await completedTask({
        ...request,
        ...taskRequest,
        notification: { ...notification, notificationsFor: kinds },
      });
      await planWebhooks(rowsOf(id), planDeps());
      const sent = await bodies(id);
      expect(sent.map(({ tool }) => tool).filter(Boolean)).toEqual(tools);
      expect(sent.map(({ event }) => event)).toEqual([
        ...tools.map(() => "completed"),
        "transcriptionCompleted",
        "completed",
      ]);
      const sequences = sent.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      for (const body of sent.slice(0, tools.length))
        expect(body).toMatchObject({
          notificationFor: "tool",
          status: "rendering",
          transcriptUrl: sent.at(-1)?.transcriptUrl,
        });
    },
  );

  test("notifies a subscriber of tools about the tool of a task that fails after its cuts", async () => {
    const only = { ...notification, notificationsFor: ["tool" as const] };
    const autoCut = { silenceRemoval: null, disfluencyRemoval: true };
    const task = await fixture.addTask({ request: { ...request, autoCut, notification: only } });
    const failure = { status: "failed", errorName: "NoSpeech", error: "No.", completedAt: createdAt };
    await move(task, failure as never);
    await planWebhooks(rowsOf(task.id), planDeps());
    expect(await bodies(task.id)).toMatchObject([
      { event: "failed", notificationFor: "tool", tool: "autoCut" },
    ]);
  });

  test("plans no delivery for a task without a subscription", async () => {
    const task = await fixture.addTask();
    await move(task, {
      status: "failed",
      errorName: "NoSpeech",
      error: "x",
      completedAt: createdAt,
    } as never);
    await planWebhooks(rowsOf(task.id), planDeps());
    expect(await deliveries.listOfTask(task.id)).toEqual([]);
    expect(wakeUps.woken).toEqual([]);
  });

  test.each(["publisher", "planner"])(
    "a failing %s leaves the events unmarked and the other done",
    async (which) => {
      const done: string[] = [];
      const step = (name: string) => async () => {
        if (name === which) throw new Error("down");
        done.push(name);
      };
      const deps = {
        outbox: {
          listEvents: async () => [],
          listUnpublished: async () => [],
          markPublished: step("marked"),
        },
        publisher: { publish: step("publisher") },
        planWebhooks: step("planner"),
        measureEnds: async () => {},
      };
      const task = await fixture.addTask();
      await expect(publishOutbox(rowsOf(task.id), deps)).rejects.toThrow(AggregateError);
      expect(done).toEqual([which === "publisher" ? "planner" : "publisher"]);
    },
  );
});

describe("progress", () => {
  test("is sent to the bus and to subscribers, the newest of a batch, at most every two seconds, never decreasing or after the end", async () => {
    const published: { detailType: string; event: object }[] = [];
    let ms = Date.parse(createdAt);
    const now = new Map<string, CaptioningTask>();
    const deps = {
      publisher: {
        publish: async (events: readonly { detailType: string; event: object }[]) =>
          void published.push(...events),
      },
      deliveries,
      wakeUps,
      tasks: { get: async (id: string) => now.get(id) ?? null },
      lastReports: new Map<string, { atMs: number; percent: number }>(),
      now: () => new Date(ms),
    };
    const at = (stageProgress: number, fields: object = {}) =>
      aTask({ id: "task", status: "rendering", sequence: 3, stageProgress, request, ...fields } as never);
    /** Reports stream records; the last one is also the current record. */
    const report = (...records: CaptioningTask[]) => {
      for (const record of records) now.set(record.id, record);
      return reportProgress(records, deps);
    };
    await report(at(0));
    await report(at(0.1), at(0.204));
    ms += 1900;
    await report(at(0.3));
    ms += 100;
    await report(at(0.4), at(1, { id: "other", request: { ...request, notification: undefined } }));
    // A repeated record, an insignificant change, and a report after the end.
    ms += 2000;
    await reportProgress([at(0.1)], deps);
    await report(at(0.409));
    now.set("task", at(1, { status: "completed", outputKey: "key", completedAt: createdAt }));
    await reportProgress([at(0.9)], deps);
    expect(published).toMatchObject([
      { detailType: "Captioning Task Progress", event: { taskId: "task", sequence: 3, progress: 20 } },
      { event: { taskId: "task", progress: 40 } },
      { event: { taskId: "other", progress: 100 } },
    ]);
    expect(await bodies("task")).toMatchObject([
      {
        event: "progress",
        status: "rendering",
        notificationFor: "renderProgress",
        progress: 20,
        sequence: 3120,
      },
      { progress: 40 },
    ]);
    expect(await bodies("other")).toEqual([]);
  });
});
