import type { Outbox, OutboxEvent } from "../events/outbox.ts";
import type { StatusEvent } from "../events/status-event.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { ClipTask } from "../tasks/clip-task.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import { signClips, signOutput, signTranscript } from "../tasks/output-urls.ts";
import type { Task } from "../tasks/task.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { captioningNotifications, toldStatuses, toolsOf } from "./captioning-notifications.ts";
import { clipNotifications } from "./clip-notifications.ts";
import { newDelivery } from "./delivery.ts";
import { laneOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { PlannedNotification } from "./planned-notification.ts";
import { type Outcome, webhookBody, webhookUrlSeconds } from "./webhook-body.ts";

export interface PlanDeps {
  outbox: Pick<Outbox, "listEvents">;
  allTasks: Pick<AllTasks, "get">;
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
  const told = events.filter(({ event }) => event.taskId !== undefined && toldStatuses.has(event.status));
  for (const pk of new Set(told.map((row) => row.pk))) {
    const newest = told.filter((row) => row.pk === pk).at(-1);
    if (newest !== undefined) await planTask(pk, newest.event, deps);
  }
};

const planTask = async (pk: string, newest: StatusEvent, deps: PlanDeps): Promise<void> => {
  const task = await deps.allTasks.get(newest.taskId ?? "");
  const notification = task?.request.notification;
  if (!task || !notification) return;
  const events = (await deps.outbox.listEvents(pk))
    .map(({ event }) => event)
    .filter(({ sequence }) => sequence <= newest.sequence);
  const { id: taskId, accountId, videoId } = task;
  const { metadata } = task.request;
  let isPlanned = false;
  for (const event of events) {
    for (const planned of notificationsOf(event, task, notification.notificationsFor)) {
      const outcome = await outcomeOf(planned, event, task, deps);
      const body = webhookBody(planned, { taskId, videoId, metadata }, event, outcome);
      const subject = { accountId, taskId, videoId };
      await deps.deliveries.add(newDelivery(planned, subject, notification.recipient, deps.now()), body);
      isPlanned = true;
    }
  }
  // Also when all were there: the earlier planning may have died before this.
  if (isPlanned) await deps.wakeUps.wake(laneOf(accountId, notification.recipient));
};

const notificationsOf = (
  event: StatusEvent,
  task: Task,
  subscribed: readonly NotificationKind[],
): PlannedNotification[] =>
  task.kind === "clip"
    ? clipNotifications(event, subscribed)
    : captioningNotifications(event, subscribed, toolsOf(task.request));

const outcomeOf = async (
  planned: PlannedNotification,
  event: StatusEvent,
  task: Task,
  deps: PlanDeps,
): Promise<Outcome> => {
  if (planned.event === "failed") {
    const { name, message } = event.error ?? { name: "InternalError", message: "The task failed." };
    return { error: `${name}: ${message}`, errorName: name };
  }
  return task.kind === "clip" ? clipOutcome(task, deps) : captioningOutcome(planned, task, deps);
};

const clipOutcome = async (task: ClipTask, { bucket, videos, now }: PlanDeps): Promise<Outcome> => {
  if (task.status !== "completed") return {};
  const name = (await videos.get(task.videoId))?.filename ?? null;
  return { clips: await signClips(task.clips, name, bucket, webhookUrlSeconds(task.expiresAt, now())) };
};

const captioningOutcome = async (
  planned: PlannedNotification,
  task: CaptioningTask,
  { bucket, videos, now }: PlanDeps,
): Promise<Outcome> => {
  const seconds = webhookUrlSeconds(task.expiresAt, now());
  const transcript =
    task.transcriptRevision > 0 ? { transcriptUrl: await signTranscript(task, bucket, seconds) } : {};
  if (planned.kind !== "render" || task.status !== "completed") return transcript;
  const name = (await videos.get(task.videoId))?.filename ?? null;
  return { ...transcript, renderUrl: await signOutput(task.outputKey, name, bucket, seconds) };
};
