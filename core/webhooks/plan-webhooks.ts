import type { Outbox, OutboxEvent } from "../events/outbox.ts";
import { captioningTaskStatusChanged, type StatusEvent } from "../events/status-event.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import { signOutput, signTranscript } from "../tasks/output-urls.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { captioningNotifications, toldStatuses, toolsOf } from "./captioning-notifications.ts";
import { newDelivery } from "./delivery.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import { laneOf } from "./lane.ts";
import type { PlannedNotification } from "./planned-notification.ts";
import { type Outcome, webhookBody, webhookUrlSeconds } from "./webhook-body.ts";

export interface PlanDeps {
  outbox: Pick<Outbox, "listEvents">;
  tasks: Pick<CaptioningTaskStore, "get">;
  videos: Pick<VideoStore, "get">;
  bucket: Pick<MediaBucket, "signDownload">;
  deliveries: Pick<DeliveryStore, "add">;
  wakeUps: WakeUps;
  now: () => Date;
}

/**
 * Writes the deliveries that follow from status events. Their ids and bodies follow from the events, and what is there
 * already stays: planning twice is harmless, and a crash halfway is put right by planning again. A task's earlier events
 * are planned along with the newest, so that a delivery never stands without those before it.
 */
export const planWebhooks = async (events: readonly OutboxEvent[], deps: PlanDeps): Promise<void> => {
  const told = events.filter(
    ({ detailType, event }) => detailType === captioningTaskStatusChanged && toldStatuses.has(event.status),
  );
  for (const pk of new Set(told.map((row) => row.pk))) {
    const newest = told.filter((row) => row.pk === pk).at(-1);
    if (newest?.event.taskId !== undefined) await planCaptioningTask(pk, newest.event, deps);
  }
};

const planCaptioningTask = async (pk: string, newest: StatusEvent, deps: PlanDeps): Promise<void> => {
  const task = await deps.tasks.get(newest.taskId ?? "");
  const notification = task?.request.notification;
  if (!task || !notification) return;
  const events = (await deps.outbox.listEvents(pk))
    .map(({ event }) => event)
    .filter(({ sequence }) => sequence <= newest.sequence);
  const { id: taskId, accountId, videoId } = task;
  const { metadata } = task.request;
  const tools = toolsOf(task.request);
  let isPlanned = false;
  for (const event of events) {
    for (const planned of captioningNotifications(event, notification.notificationsFor, tools)) {
      const outcome = await captioningOutcome(planned, event, task, deps);
      const body = webhookBody(planned, { taskId, videoId, metadata }, event, outcome);
      const subject = { accountId, taskId, videoId };
      await deps.deliveries.add(newDelivery(planned, subject, notification.recipient, deps.now()), body);
      isPlanned = true;
    }
  }
  // Also when all were there: the earlier planning may have died before this.
  if (isPlanned) await deps.wakeUps.wake(laneOf(accountId, notification.recipient));
};

const captioningOutcome = async (
  planned: PlannedNotification,
  event: StatusEvent,
  task: CaptioningTask,
  { bucket, videos, now }: PlanDeps,
): Promise<Outcome> => {
  if (planned.event === "failed") {
    const { name, message } = event.error ?? { name: "InternalError", message: "The task failed." };
    return { error: `${name}: ${message}`, errorName: name };
  }
  const seconds = webhookUrlSeconds(task.expiresAt, now());
  const transcript =
    task.transcriptRevision > 0 ? { transcriptUrl: await signTranscript(task, bucket, seconds) } : {};
  if (planned.kind !== "render" || task.status !== "completed") return transcript;
  const name = (await videos.get(task.videoId))?.filename ?? null;
  return { ...transcript, renderUrl: await signOutput(task.outputKey, name, bucket, seconds) };
};
