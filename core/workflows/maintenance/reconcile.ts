import type { CapacityStore } from "../../capacity/capacity.ts";
import { reconcileCapacity } from "../../capacity/reserve-capacity.ts";
import { type OutboxEvent, type PublishDeps, publishOutbox } from "../../events/outbox.ts";
import type { Metrics } from "../../metrics.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { Cursors, Part } from "../../storage/part.ts";
import { type Task, unfinishedGroups } from "../../tasks/task.ts";
import { measureUnfinished, type TaskMetric } from "../../tasks/task-metrics.ts";
import { mayHoldSlot } from "../../tasks/task-slots.ts";
import { type WakeDeliveryQueuesDeps, wakeDeliveryQueues } from "../../webhooks/wake-delivery-queues.ts";
import type { RunningContainers } from "../running-containers.ts";
import type { Workflows } from "../workflows.ts";
import { admitTasks, launchAdmitted, type TaskAdmissionDeps, wakeWaitingTasks } from "./admit-tasks.ts";
import { earliestEndMs, reconcileTask } from "./reconcile-task.ts";
import { reconcileVideo } from "./reconcile-video.ts";
import { leaseVariable } from "./stopped-container.ts";
import { type SweepDeps, sweepExpired } from "./sweep-expired.ts";

export interface ReconcileDeps
  extends TaskAdmissionDeps,
    PublishDeps,
    WakeDeliveryQueuesDeps,
    Omit<SweepDeps, "videos" | "bucket"> {
  bucket: Pick<MediaBucket, "head" | "deleteAll" | "listParts" | "abortMultipartUpload">;
  workflows: Workflows;
  cursors: Cursors;
  containers: RunningContainers;
  capacity: CapacityStore;
  maxVcpus: number | null;
  taskMetrics: Metrics<TaskMetric>;
}

/**
 * Records per run: each run continues where the last one stopped, and begins again at the end. A running task costs a call of
 * Step Functions, which allows 10 a second in small regions; a task that waits for its approval is restarted at leisure,
 * because its approval restarts it as well.
 */
const partSizes = { video: 500, running: 300, queued: 1000, approval: 100 } as const;
const maxExpiring = 200;
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
 * - releases vCPUs of containers that have ended, and grants free ones to waiting states
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
  const videos = await nextPart("video", deps, (cursor) =>
    deps.videos.listUnfinished(partSizes.video, cursor),
  );
  for (const video of videos) await attempt(reconcileVideo(video, deps));

  const tasks = await tasksToReconcile(deps);
  measureUnfinished(tasks, deps.now(), deps.taskMetrics);
  const accountIds = new Set(tasks.map((task) => task.accountId));
  for (const task of tasks) await attempt(reconcileTask(task, deps));
  for (const [videoId, accountId] of awaitedVideos(tasks))
    await attempt(wakeWaitingTasks(accountId, videoId, deps));
  for (const accountId of accountIds) await attempt(repairSlots(accountId, deps));
  for (const accountId of accountIds) await attempt(admitTasks(accountId, deps));

  const runningLeases = (): Promise<ReadonlySet<string>> => deps.containers.listVariable(leaseVariable);
  await attempt(reconcileCapacity({ ...deps, runningLeases }));
  await attempt(sweepExpired(deps, attempt));

  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} records could not be reconciled`);
};

/** Returns the next part of a list and moves its cursor, first, so that a record that cannot be handled is passed. */
const nextPart = async <T>(
  list: string,
  { cursors }: ReconcileDeps,
  read: (cursor: string | null) => Promise<Part<T>>,
): Promise<T[]> => {
  const { items, cursor } = await read(await cursors.get(list));
  await cursors.set(list, cursor);
  return items;
};

/** Returns tasks that expire soon, and the next part of each group, every task once. */
const tasksToReconcile = async (deps: ReconcileDeps): Promise<Task[]> => {
  const soon = new Date(deps.now().getTime() + earliestEndMs);
  const tasks = await deps.allTasks.listExpiring(soon, maxExpiring);
  for (const group of unfinishedGroups) {
    const part = await nextPart(group, deps, (cursor) =>
      deps.allTasks.listUnfinished(group, partSizes[group], cursor),
    );
    tasks.push(...part);
  }
  return [...new Map(tasks.map((task) => [task.id, task])).values()];
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
