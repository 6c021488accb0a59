import { renderJobKey, segmentsPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Task } from "../../tasks/task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { AllTasks } from "../../tasks/task-store.ts";
import type { Failure } from "../execution-failure.ts";
import { failedTask, failTask } from "../fail-task.ts";
import { launchTask } from "../launch-task.ts";
import type { Workflows } from "../workflows.ts";

/** Executions started again within one status before the task is given up. */
const maxRedrives = 2;
/** An execution that has not gone on after its approval by then never will. */
const approvalPatienceMs = 5 * 60_000;
/** A task that has not begun by then, or not ended, ends while its record can still be read: its money goes back. */
const pendingEndsMs = 30 * 60_000;
const lastMinutesMs = 5 * 60_000;

export interface ReconcileTaskDeps {
  allTasks: AllTasks;
  slots: TaskSlots;
  bucket: Pick<MediaBucket, "head" | "deleteAll">;
  workflows: Workflows;
  now: () => Date;
}

/** Brings one unfinished task back under a living execution, or ends it; see core/workflows/maintenance/reconcile.ts. */
export const reconcileTask = async (task: Task, deps: ReconcileTaskDeps): Promise<void> => {
  const now = deps.now().getTime();
  const leftMs = Date.parse(task.expiresAt) - now;
  if (task.status === "pending" && leftMs < pendingEndsMs) return endBeforeExpiry(task, neverBegan, deps);
  if (leftMs < lastMinutesMs) return endBeforeExpiry(task, outOfTime, deps);
  // Not started yet: admission's matter.
  if (task.status === "pending" && task.executionArn === null) return;
  const quietMs = now - Date.parse(task.updatedAt);
  await resendApproval(task, quietMs, deps);
  if (!(await isStranded(task, quietMs, deps))) return;

  const redrives = task.redrives ?? 0;
  // Waiting is nobody's fault: however often the engine restarts meanwhile, the wait goes on.
  const isWaiting = task.status === "transcriptionCompleted";
  if (!isWaiting && redrives >= maxRedrives) {
    await failTask(task.id, interrupted, deps, (current) => current.sequence !== task.sequence);
    if (task.status === "rendering") await deps.bucket.deleteAll(segmentsPrefix(task.id));
    return;
  }
  try {
    await launchTask(task, deps, isWaiting ? redrives : redrives + 1);
  } catch (error) {
    // The task moved on by itself, or another run of the reconciler has it.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/** Works from the record that was listed: one that has expired already is not found by its id any more. */
const endBeforeExpiry = async (task: Task, failure: Failure, deps: ReconcileTaskDeps): Promise<void> => {
  try {
    await deps.allTasks.update(task, failedTask(task, failure, deps.now()));
  } catch (error) {
    // It moved on by itself; if it has not ended, the next run comes for it.
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  await deps.slots.release(task.accountId, task.id);
  if (task.attempt > 0) await deps.workflows.stopTask(task.kind, task.id, task.attempt);
};

const isStranded = async (task: Task, quietMs: number, deps: ReconcileTaskDeps): Promise<boolean> => {
  // The launch was lost halfway, or is under way: launching once more is harmless, the execution's name is the same.
  if (task.executionArn === null) return true;
  const state = await deps.workflows.stateOf(task.executionArn);
  if (state !== "running") return true;
  return quietMs > approvalPatienceMs && (await isStillWaiting(task, deps));
};

/** Approved, but the success for the token did not arrive: sends it again, to no effect where it did. */
const resendApproval = async (task: Task, quietMs: number, deps: ReconcileTaskDeps): Promise<void> => {
  if (quietMs > approvalPatienceMs || task.status !== "rendering" || !task.taskToken) return;
  if (await isStillWaiting(task, deps)) await deps.workflows.sendSuccess(task.taskToken, {});
};

/** The first thing after the wait is to write the render job. */
const isStillWaiting = async (task: Task, deps: ReconcileTaskDeps): Promise<boolean> =>
  task.status === "rendering" && (await deps.bucket.head(renderJobKey(task.id))) === null;

const neverBegan = {
  name: "VideoUnavailable",
  message: "The task expired before its video was there; upload the video and create the task again.",
};
const outOfTime = {
  name: "TaskExpired",
  message: "The task had not ended when its time to live was over; create it again with a longer ttl.",
};
const interrupted = {
  name: "InternalError",
  message: "The task was interrupted three times and has been given up; create it again.",
};
