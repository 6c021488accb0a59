import type { EventPublisher } from "../events/outbox.ts";
import { captioningTaskProgress, type ProgressEvent } from "../events/progress-event.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import { newDelivery } from "./delivery.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import { laneOf } from "./lane.ts";
import { plannedProgress } from "./planned-notification.ts";
import { webhookBody } from "./webhook-body.ts";

export interface ProgressDeps {
  publisher: EventPublisher;
  deliveries: Pick<DeliveryStore, "add">;
  wakeUps: WakeUps;
  /** When a task's progress was last told, in milliseconds; kept between calls. */
  toldMs: Map<string, number>;
  now: () => Date;
}

const gapMs = 2000;
const keptTasks = 1000;

/**
 * Tells of the progress of rendering tasks, as their records stood one after the other: an event on the bus, and a
 * delivery to the subscriber. At most every two seconds per task; what is left out is made good by the next.
 */
export const reportProgress = async (
  records: readonly CaptioningTask[],
  deps: ProgressDeps,
): Promise<void> => {
  const newest = new Map(records.map((task) => [task.id, task]));
  for (const task of newest.values()) {
    const percent = Math.floor(task.stageProgress * 100);
    const nowMs = deps.now().getTime();
    if (task.status !== "rendering" || percent === 0) continue;
    if (nowMs - (deps.toldMs.get(task.id) ?? 0) < gapMs) continue;
    await tell(task, percent, deps);
    deps.toldMs.delete(task.id);
    deps.toldMs.set(task.id, nowMs);
    for (const id of [...deps.toldMs.keys()].slice(0, -keptTasks)) deps.toldMs.delete(id);
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
