import type { EventPublisher } from "../events/outbox.ts";
import { captioningTaskProgress, type ProgressEvent } from "../events/progress-event.ts";
import { setInLruCache } from "../lru-cache.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { Task } from "../tasks/task.ts";
import type { CaptioningTaskStore } from "../tasks/task-store.ts";
import { newDelivery } from "./delivery.ts";
import { deliveryQueueOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import { progressGapMs } from "./next-attempt.ts";
import { plannedProgress } from "./planned-notification.ts";
import { webhookBody } from "./webhook-body.ts";

export interface ReportProgressDeps {
  publisher: EventPublisher;
  tasks: Pick<CaptioningTaskStore, "get">;
  deliveries: Pick<DeliveryStore, "add">;
  wakeUps: WakeUps;
  /** The last report of each task; kept between calls. */
  lastReports: Map<string, { atMs: number; percent: number }>;
  now: () => Date;
}

const maxLastReports = 1000;

/**
 * Reports the progress of rendering tasks: an event on the bus, and a delivery to the subscriber, at most every two seconds
 * per task. `records` only name the tasks: a stream may repeat old ones. The report contains the current progress of the
 * task's record, so that it never decreases, and nothing is reported after the end of the task.
 */
export const reportProgress = async (
  records: readonly Pick<Task, "id">[],
  deps: ReportProgressDeps,
): Promise<void> => {
  for (const id of new Set(records.map((record) => record.id))) {
    const nowMs = deps.now().getTime();
    const last = deps.lastReports.get(id) ?? { atMs: 0, percent: 0 };
    if (nowMs - last.atMs < progressGapMs) continue;
    const task = await deps.tasks.get(id);
    if (task?.status !== "rendering") continue;
    const percent = Math.floor(task.stageProgress * 100);
    if (percent <= last.percent) continue;
    await sendProgress(task, percent, deps);
    setInLruCache(deps.lastReports, id, { atMs: nowMs, percent }, maxLastReports);
  }
};

const sendProgress = async (
  task: CaptioningTask,
  progress: number,
  deps: ReportProgressDeps,
): Promise<void> => {
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
  await deps.wakeUps.wake(deliveryQueueOf(accountId, notification.recipient));
};
