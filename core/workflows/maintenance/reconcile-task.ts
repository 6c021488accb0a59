import { renderJobKey, segmentsPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Task } from "../../tasks/task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { AllTasks } from "../../tasks/task-store.ts";
import type { Failure } from "../execution-failure.ts";
import { failedTask, failTask } from "../fail-task.ts";
import { launchTask } from "../launch-task.ts";
import { recoveryOf } from "../recovery.ts";
import type { Workflows } from "../workflows.ts";

/** An execution that has not continued this long after its approval is dead. */
const approvalTimeoutMs = 5 * 60_000;
/** A task is failed this long before it expires, while its record can still be read: pending ones, and all others. */
const pendingEndsMs = 30 * 60_000;
const unfinishedEndsMs = 5 * 60_000;
/** No task is failed earlier than this before it expires. */
export const earliestEndMs = pendingEndsMs;

export interface ReconcileTaskDeps {
  allTasks: AllTasks;
  slots: TaskSlots;
  bucket: Pick<MediaBucket, "head" | "deleteAll">;
  workflows: Workflows;
  now: () => Date;
}

/** Gives an unfinished task a running execution again, or fails it (reconcile.ts). The rules: core/workflows/recovery.ts. */
export const reconcileTask = async (task: Task, deps: ReconcileTaskDeps): Promise<void> => {
  const now = deps.now().getTime();
  const leftMs = Date.parse(task.expiresAt) - now;
  if (task.status === "pending" && leftMs < pendingEndsMs) return endBeforeExpiry(task, neverStarted, deps);
  if (leftMs < unfinishedEndsMs) return endBeforeExpiry(task, outOfTime, deps);
  // Not started yet: admission handles it.
  if (task.status === "pending" && task.executionArn === null) return;
  const quietMs = now - Date.parse(task.updatedAt);
  await resendApproval(task, quietMs, deps);
  if (!(await isOrphaned(task, quietMs, deps))) return;

  const recovery = recoveryOf(task);
  if (recovery === "fail") {
    await failTask(task.id, interrupted, deps, (current) => current.sequence !== task.sequence);
    if (task.status === "rendering") await deps.bucket.deleteAll(segmentsPrefix(task.id));
    return;
  }
  try {
    const redrives = task.redrives ?? 0;
    await launchTask(task, deps, recovery === "redrive" ? redrives + 1 : redrives);
  } catch (error) {
    // The task has changed, or another run of the reconciler handles it.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/** Uses the listed record: an expired one cannot be read by its ID. */
const endBeforeExpiry = async (task: Task, failure: Failure, deps: ReconcileTaskDeps): Promise<void> => {
  try {
    await deps.allTasks.update(task, failedTask(task, failure, deps.now()));
  } catch (error) {
    // The task has changed. If it has not ended, the next run handles it.
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  await deps.slots.release(task.accountId, task.id);
  if (task.attempt > 0) await deps.workflows.stopTask(task.kind, task.id, task.attempt);
};

const isOrphaned = async (task: Task, quietMs: number, deps: ReconcileTaskDeps): Promise<boolean> => {
  // The launch crashed or is in progress: launching again is idempotent, because the execution's name is the same.
  if (task.executionArn === null) return true;
  const state = await deps.workflows.stateOf(task.executionArn);
  if (state !== "running") return true;
  return quietMs > approvalTimeoutMs && (await isStillWaiting(task, deps));
};

/** Sends the success of an approval again, in case it was lost. */
const resendApproval = async (task: Task, quietMs: number, deps: ReconcileTaskDeps): Promise<void> => {
  if (quietMs > approvalTimeoutMs || task.status !== "rendering" || !task.taskToken) return;
  if (await isStillWaiting(task, deps)) await deps.workflows.sendSuccess(task.taskToken, {});
};

/** The first action after the approval is to write the render job. */
const isStillWaiting = async (task: Task, deps: ReconcileTaskDeps): Promise<boolean> =>
  task.status === "rendering" && (await deps.bucket.head(renderJobKey(task.id))) === null;

const neverStarted = {
  name: "VideoUnavailable",
  message: "The task expired before its video was uploaded. Upload the video and create the task again.",
};
const outOfTime = {
  name: "TaskExpired",
  message: "The task did not end before its ttl elapsed. Create it again with a longer ttl.",
};
const interrupted = {
  name: "InternalError",
  message: "The task was interrupted three times and was stopped. Create it again.",
};
