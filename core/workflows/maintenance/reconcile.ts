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

/** Records looked at in one run, oldest first; what is beyond comes in as the oldest ones end. */
const listed = 1000;
const outboxPatienceMs = 60_000;
const outboxBatch = 100;

/**
 * Puts right what crashes, lost calls and lost messages have left behind. Runs every minute and after each start of
 * the one-machine engine; every part is idempotent, so two runs at once do no harm.
 *
 * - events written and not published are sent again, with the same eventId, and their webhooks planned again;
 * - recipients with webhooks that are due are worked on again;
 * - videos whose import died are imported again, uploads idle for a day are aborted;
 * - tasks whose execution died go on in a new one, at most twice in one status, then they fail with a sentence;
 * - what has expired or was deleted is removed, with everything that belongs to it;
 * - tasks whose video has arrived or failed are woken, pending ones admitted;
 * - slots of tasks that are not at work are freed, tasks that have one and were not started are.
 *
 * One record's trouble does not keep the others waiting: all are tried, then an AggregateError tells of those that failed.
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
  for (const video of await deps.videos.listUnfinished(listed)) await attempt(reconcileVideo(video, deps));

  const tasks = await deps.allTasks.listUnfinished(listed);
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
  outbox.listUnpublished(new Date(now().getTime() - outboxPatienceMs), outboxBatch);

/** Videos that tasks wait for, with their accounts. */
const awaitedVideos = (tasks: readonly Task[]): Map<string, string> =>
  new Map(
    tasks.flatMap((task) =>
      task.status === "pending" && task.waitsForVideo ? [[task.videoId, task.accountId]] : [],
    ),
  );

/** A slot is freed when its task is not at work; a task that has one and whose start was lost is started. */
const repairSlots = async (accountId: string, deps: ReconcileDeps): Promise<void> => {
  for (const taskId of await deps.slots.listHolders(accountId)) {
    const task = await deps.allTasks.get(taskId);
    if (!mayHoldSlot(task)) await deps.slots.release(accountId, taskId);
    else if (task?.status === "pending" && task.executionArn === null) await launchAdmitted(task, deps);
  }
};
