import { type OutboxEvent, type PublishDeps, publishOutbox } from "../../events/outbox.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { Task } from "../../tasks/task.ts";
import { mayHoldSlot } from "../../tasks/task-slots.ts";
import { type WakeDeliveryQueuesDeps, wakeDeliveryQueues } from "../../webhooks/wake-delivery-queues.ts";
import type { Workflows } from "../workflows.ts";
import { admitTasks, launchAdmitted, type TaskAdmissionDeps, wakeWaitingTasks } from "./admit-tasks.ts";
import { reconcileTask } from "./reconcile-task.ts";
import { reconcileVideo } from "./reconcile-video.ts";
import { type SweepDeps, sweepExpired } from "./sweep-expired.ts";

export interface ReconcileDeps
  extends TaskAdmissionDeps,
    PublishDeps,
    WakeDeliveryQueuesDeps,
    Omit<SweepDeps, "videos" | "bucket"> {
  bucket: Pick<MediaBucket, "head" | "deleteAll" | "listParts" | "abortMultipartUpload">;
  workflows: Workflows;
}

/** Records per run, oldest first; later runs handle the rest as the oldest ones end. */
const maxListed = 1000;
const outboxDelayMs = 60_000;
const outboxBatch = 100;

/**
 * Repairs the effects of crashes, lost calls and lost messages. Runs every minute and after each start of the local
 * emulator. Idempotent, so that concurrent runs are harmless.
 *
 * - publishes events that were stored but not published, with the same eventId, and plans their webhooks again
 * - wakes delivery queues with due webhooks
 * - restarts imports that died, aborts uploads that are idle for a day
 * - redrives tasks whose execution died, or fails them (core/workflows/recovery.ts)
 * - removes expired and deleted records with everything that belongs to them
 * - wakes tasks whose video has arrived or failed, admits pending ones
 * - releases slots of tasks that are not running, starts tasks that have a slot and were not started
 *
 * A failure does not affect other records: all are processed, then an AggregateError reports the failures.
 */
export const reconcile = async (deps: ReconcileDeps): Promise<void> => {
  const errors: unknown[] = [];
  const attempt = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      errors.push(error);
    }
  };

  for (const row of await unpublishedEvents(deps)) await attempt(publishOutbox([row], deps));
  await attempt(wakeDeliveryQueues(deps));
  for (const video of await deps.videos.listUnfinished(maxListed)) await attempt(reconcileVideo(video, deps));

  const tasks = await deps.allTasks.listUnfinished(maxListed);
  const accountIds = new Set(tasks.map((task) => task.accountId));
  for (const task of tasks) await attempt(reconcileTask(task, deps));
  for (const [videoId, accountId] of awaitedVideos(tasks))
    await attempt(wakeWaitingTasks(accountId, videoId, deps));
  for (const accountId of accountIds) await attempt(repairSlots(accountId, deps));
  for (const accountId of accountIds) await attempt(admitTasks(accountId, deps));

  await attempt(sweepExpired(deps, attempt));

  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} records could not be reconciled`);
};

const unpublishedEvents = ({ outbox, now }: ReconcileDeps): Promise<OutboxEvent[]> =>
  outbox.listUnpublished(new Date(now().getTime() - outboxDelayMs), outboxBatch);

/** Returns the videos that tasks wait for, with their accounts. */
const awaitedVideos = (tasks: readonly Task[]): Map<string, string> =>
  new Map(
    tasks.flatMap((task) =>
      task.status === "pending" && task.waitsForVideo ? [[task.videoId, task.accountId]] : [],
    ),
  );

/** Releases slots of tasks that are not running, and starts tasks that have a slot and whose start was lost. */
const repairSlots = async (accountId: string, deps: ReconcileDeps): Promise<void> => {
  for (const taskId of await deps.slots.listHolders(accountId)) {
    const task = await deps.allTasks.get(taskId);
    if (!mayHoldSlot(task)) await deps.slots.release(accountId, taskId);
    else if (task?.status === "pending" && task.executionArn === null) await launchAdmitted(task, deps);
  }
};
