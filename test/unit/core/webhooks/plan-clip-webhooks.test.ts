import { beforeEach, describe, expect, test } from "@jest/globals";
import type { OutboxEvent } from "../../../../core/events/outbox.ts";
import { clipTaskStatusChanged } from "../../../../core/events/status-event.ts";
import type { ClipTask, CutClip } from "../../../../core/tasks/clip-task.ts";
import type { NotificationKind } from "../../../../core/tasks/notification.ts";
import { planWebhooks } from "../../../../core/webhooks/plan-webhooks.ts";
import { webhookBodySchema } from "../../../../core/webhooks/webhook-body.ts";
import { aClipTask, createdAt } from "../../../fakes/builders.ts";
import { createMemoryDeliveries, createMemoryWakeUps, outboxRows } from "../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../workflows/workflow-deps.ts";

const clips: CutClip[] = [
  {
    outputKey: "tasks/t/clips/clip-1.mp4",
    theme: "Stripes",
    startSeconds: 18.8,
    endSeconds: 44.2,
    durationSeconds: 25.4,
  },
];

let fixture: Awaited<ReturnType<typeof createWorkflowFixture>>;
let deliveries: ReturnType<typeof createMemoryDeliveries>;

beforeEach(async () => {
  fixture = await createWorkflowFixture();
  deliveries = createMemoryDeliveries();
});

const rowsOf = (taskId: string): OutboxEvent[] => outboxRows(fixture.events, taskId, clipTaskStatusChanged);

const move = async (task: ClipTask, fields: object): Promise<ClipTask> => {
  const next = { ...task, ...fields, sequence: task.sequence + 1 } as ClipTask;
  await fixture.clipTasks.update(task, next);
  return next;
};

/** Returns the bodies for a subscriber of these kinds after the changes of a task. */
const bodiesFor = async (notificationsFor: NotificationKind[], ...moves: object[]) => {
  const video = await fixture.addVideo();
  const request = {
    ...aClipTask().request,
    metadata: { order: "17" },
    notification: { recipient: "https://example.com/hook", type: "webhook" as const, notificationsFor },
  };
  let task = await fixture.addClipTask({ videoId: video.id, request });
  for (const fields of moves) task = await move(task, fields);
  const deps = {
    ...fixture,
    deliveries,
    wakeUps: createMemoryWakeUps(),
    outbox: { listEvents: async (pk: string) => rowsOf(pk.slice("TASK#".length)) },
  };
  await planWebhooks(rowsOf(task.id), deps);
  await planWebhooks(rowsOf(task.id), deps);
  const rows = await deliveries.listOfTask(task.id);
  return Promise.all(
    rows.map(async (row) => webhookBodySchema.parse(JSON.parse(await deliveries.readBody(row)))),
  );
};

const clipping = { status: "clipping" };
const clipped = { status: "clipped", clips };
const completed = { status: "completed", clips, completedAt: createdAt };
const failed = {
  status: "failed",
  errorName: "NoSpeech",
  error: "Nothing is said in this video.",
  completedAt: createdAt,
};

describe("a clip task's subscriber", () => {
  test("of kind tool gets one notification of its end, with the clips", async () => {
    const bodies = await bodiesFor(["tool"], clipping, clipped, completed);
    expect(bodies).toMatchObject([
      {
        event: "completed",
        status: "completed",
        notificationFor: "tool",
        tool: "clip",
        metadata: { order: "17" },
        clips: [
          {
            url: expect.stringContaining("clips/clip-1.mp4"),
            theme: "Stripes",
            startTime: 18.8,
            endTime: 44.2,
            duration: 25.4,
          },
        ],
      },
    ]);
    // Until the task expires, seven days at most.
    expect(bodies[0]?.clips?.[0]?.url).toContain("expires=20");
    expect(bodies[0]).not.toHaveProperty("renderUrl");
  });

  test("of kind tool gets one notification of its failure, regardless of other subscribed kinds", async () => {
    const bodies = await bodiesFor(["render", "transcript", "tool", "renderProgress"], clipping, failed);
    expect(bodies).toMatchObject([
      {
        event: "failed",
        notificationFor: "tool",
        tool: "clip",
        errorName: "NoSpeech",
        error: "NoSpeech: Nothing is said in this video.",
      },
    ]);
    expect(bodies[0]).not.toHaveProperty("clips");
  });

  test("of other kinds gets none, because a clip task has neither a transcript nor a render", async () => {
    expect(await bodiesFor(["render", "transcript", "renderProgress"], clipping, clipped, completed)).toEqual(
      [],
    );
    expect(await bodiesFor(["render"], clipping, failed)).toEqual([]);
  });
});
