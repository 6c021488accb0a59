import { segmentsPrefix } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { hasEnded, type Task } from "../tasks/task.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import { changeTask, statusChangeFields, withoutTaskToken } from "./change-task.ts";
import { executionFailure, type Failure, type WorkflowStage } from "./execution-failure.ts";

/**
 * Ends a task as `failed` and frees its slot; the store gives back its money with the same write. A task that has ended
 * already keeps its end, but its slot is freed once more, for the case that an earlier call died between the writes.
 *
 * `unless` lets the caller give way to a state that is read in the same round as the write.
 */
export const failTask = async (
  taskId: string,
  failure: Failure,
  deps: {
    allTasks: Pick<AllTasks, "get" | "update">;
    slots: TaskSlots;
    now: () => Date;
  },
  unless: (task: Task) => boolean = () => false,
): Promise<Task | null> => {
  const task = await changeTask(taskId, deps.allTasks, (current) => {
    if (hasEnded(current) || unless(current)) return null;
    return failedTask(current, failure, deps.now());
  });
  if (task?.status === "failed") {
    await deps.slots.release(task.accountId, task.id);
  }
  return task;
};

/** The record of a task that ends so. */
export const failedTask = (task: Task, failure: Failure, now: Date): Task => {
  const end = {
    ...statusChangeFields(task, now),
    status: "failed" as const,
    errorName: failure.name,
    error: failure.message,
    completedAt: now.toISOString(),
  };
  return task.kind === "clip" ? { ...task, ...end } : { ...withoutTaskToken(task), ...end };
};

export interface CaughtFailure {
  taskId: string;
  executionArn: string;
  error: string;
  cause: string;
  stage: WorkflowStage;
}

/**
 * The failing step of an execution. Gives way when the task has meanwhile gone to another execution, and when an
 * approval won the race against the end of the wait: the reconciler then takes the approved task on.
 *
 * @returns what the execution ends with.
 */
export const failExecution = async (
  { taskId, executionArn, error, cause, stage }: CaughtFailure,
  deps: Parameters<typeof failTask>[2] & { bucket: Pick<MediaBucket, "deleteAll"> },
): Promise<{ errorName: string; error: string }> => {
  const failure = executionFailure(error, cause, stage);
  const task = await failTask(
    taskId,
    failure,
    deps,
    (task) =>
      task.executionArn !== executionArn ||
      (failure.name === "ApprovalExpired" && task.status === "rendering"),
  );
  // A segment that is still being rendered may come later: it goes with the task's other objects when that expires.
  if (stage === "render" && task?.status === "failed") await deps.bucket.deleteAll(segmentsPrefix(taskId));
  return { errorName: failure.name, error: failure.message };
};
