import type { Outbox, OutboxEvent } from "../events/outbox.ts";
import type { StatusEvent } from "../events/status-event.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { ClipTask } from "../tasks/clip-task.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import { signClips, signOutput, signTranscript } from "../tasks/output-urls.ts";
import type { Task } from "../tasks/task.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { captioningNotifications, notifiedStatuses, toolsOf } from "./captioning-notifications.ts";
import { clipNotifications } from "./clip-notifications.ts";
import { newDelivery } from "./delivery.ts";
import { deliveryQueueOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { PlannedNotification } from "./planned-notification.ts";
import { type WebhookOutcome, webhookBody } from "./webhook-body.ts";

export interface PlanWebhooksDeps {
  outbox: Pick<Outbox, "listEvents">;
  allTasks: Pick<AllTasks, "get">;
  videos: Pick<VideoStore, "get">;
  links: MediaLinks;
  deliveries: Pick<DeliveryStore, "add">;
  wakeUps: WakeUps;
  now: () => Date;
}

/**
 * Stores the deliveries of status events. Event IDs and bodies are derived from the events and existing deliveries stay, so
 * that planning is idempotent and can resume after a crash. A task's earlier events are planned together with the newest, so
 * that no delivery exists without those before it.
 */
export const planWebhooks = async (events: readonly OutboxEvent[], deps: PlanWebhooksDeps): Promise<void> => {
  const notified = events.filter(
    ({ event }) => event.taskId !== undefined && notifiedStatuses.has(event.status),
  );
  for (const pk of new Set(notified.map((row) => row.pk))) {
    const newest = notified.filter((row) => row.pk === pk).at(-1);
    if (newest !== undefined) await planTask(pk, newest.event, deps);
  }
};

const planTask = async (pk: string, newest: StatusEvent, deps: PlanWebhooksDeps): Promise<void> => {
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
  // Also when all of them existed: an earlier call may have crashed before this.
  if (isPlanned) await deps.wakeUps.wake(deliveryQueueOf(accountId, notification.recipient));
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
  deps: PlanWebhooksDeps,
): Promise<WebhookOutcome> => {
  if (planned.event === "failed") {
    const { name, message } = event.error ?? { name: "InternalError", message: "The task failed." };
    return { error: `${name}: ${message}`, errorName: name };
  }
  return task.kind === "clip" ? clipOutcome(task, deps) : captioningOutcome(planned, task, deps);
};

const clipOutcome = async (task: ClipTask, { links, videos }: PlanWebhooksDeps): Promise<WebhookOutcome> => {
  if (task.status !== "completed") return {};
  const name = (await videos.get(task.videoId))?.filename ?? null;
  return { clips: await signClips(task.clips, name, links, task.expiresAt) };
};

const captioningOutcome = async (
  planned: PlannedNotification,
  task: CaptioningTask,
  { links, videos }: PlanWebhooksDeps,
): Promise<WebhookOutcome> => {
  const transcript = task.transcriptRevision > 0 ? { transcriptUrl: await signTranscript(task, links) } : {};
  if (planned.kind !== "render" || task.status !== "completed") return transcript;
  const name = (await videos.get(task.videoId))?.filename ?? null;
  return { ...transcript, renderUrl: await signOutput(task.outputKey, name, links, task.expiresAt) };
};
