import type { EventPublisher } from "../events/outbox.ts";
import { captioningTaskProgress, type ProgressEvent } from "../events/progress-event.ts";
import { setInLruCache } from "../lru-cache.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { Task } from "../tasks/task.ts";
import type { CaptioningTaskStore } from "../tasks/task-store.ts";
import { newDelivery } from "./delivery.ts";
import { laneOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import { progressGapMs } from "./next-attempt.ts";
import { plannedProgress } from "./planned-notification.ts";
import { webhookBody } from "./webhook-body.ts";

export interface ProgressDeps {
  publisher: EventPublisher;
  tasks: Pick<CaptioningTaskStore, "get">;
  deliveries: Pick<DeliveryStore, "add">;
  wakeUps: WakeUps;
  /** What was last told of a task, and when; kept between calls. */
  told: Map<string, { atMs: number; percent: number }>;
  now: () => Date;
}

const keptTasks = 1000;

/**
 * Tells of the progress of rendering tasks: an event on the bus, and a delivery to the subscriber. At most every two
 * seconds per task; what is left out is made good by the next. `records` only say of whom there is something to tell: they
 * may be old when a stream repeats itself. What is told is what the task's record says now, so that it never goes back,
 * and nothing is told after the task's end.
 */
export const reportProgress = async (
  records: readonly Pick<Task, "id">[],
  deps: ProgressDeps,
): Promise<void> => {
  for (const id of new Set(records.map((record) => record.id))) {
    const nowMs = deps.now().getTime();
    const last = deps.told.get(id) ?? { atMs: 0, percent: 0 };
    if (nowMs - last.atMs < progressGapMs) continue;
    const task = await deps.tasks.get(id);
    if (task?.status !== "rendering") continue;
    const percent = Math.floor(task.stageProgress * 100);
    if (percent <= last.percent) continue;
    await tell(task, percent, deps);
    setInLruCache(deps.told, id, { atMs: nowMs, percent }, keptTasks);
  }
};

const tell = async (task: CaptioningTask, progress: number, deps: ProgressDeps): Promise<void> => {
  const { id: taskId, accountId, videoId, status, sequence } = task;
  const planned = plannedProgress(taskId, sequence, progress);
  const now = deps.now();
  const occurredAt = now.toISOString();
  const event: ProgressEvent = {
    version: 1,
    eventId: planned.eventId,
    sequence,
    accountId,
    videoId,
    taskId,
    status,
    progress,
    occurredAt,
  };
  await deps.publisher.publish([{ detailType: captioningTaskProgress, event }]);
  const { notification, metadata } = task.request;
  if (!notification?.notificationsFor.includes("renderProgress")) return;
  const body = webhookBody(planned, { taskId, videoId, metadata }, { status, occurredAt }, { progress });
  await deps.deliveries.add(
    newDelivery(planned, { accountId, taskId, videoId }, notification.recipient, now),
    body,
  );
  await deps.wakeUps.wake(laneOf(accountId, notification.recipient));
};
