import { segmentsPrefix } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { changeTask, statusChangeFields, withoutTaskToken } from "../tasks/change-task.ts";
import { hasEnded, type Task } from "../tasks/task.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import { executionFailure, type Failure, type WorkflowStage } from "./execution-failure.ts";

/**
 * Ends a task as `failed`. The store releases its whole hold with the same write (core/billing/task-money.ts), and its slot
 * is released after it. An ended task stays as it is, but its slot is released again in case an earlier call crashed between
 * the two writes. `unless` cancels the change for a record that was modified concurrently.
 *
 * A container, an execution or a task ends early in one of these ways; the hold is kept until the task ends:
 *
 * | what happens                                  | task                                              | hold     |
 * |-----------------------------------------------|---------------------------------------------------|----------|
 * | a container stops or sends no heartbeat       | retried, `maxContainerAttempts` in all (recovery) | kept     |
 * | its last attempt stops too                    | failed: ContainerStopped, by `failExecution`      | released |
 * | a step fails with a named error, or times out | failed with that name, by `failExecution`         | released |
 * | the execution itself ends without a result    | redriven, `maxRedrives` per status (recovery)     | kept     |
 * | it does so again after that                   | failed: InternalError, by the reconciler          | released |
 * | an execution that waits for approval ends     | redriven, without limit                           | kept     |
 * | no approval one hour before the task expires  | failed: ApprovalExpired, by `failExecution`       | released |
 * | the task is about to expire                   | failed: TaskExpired, by the reconciler            | released |
 * | its video is deleted or aborted               | failed: VideoDeleted, or the video's error        | released |
 *
 * Only `completed` charges. A late result of a container changes nothing: the write is conditional on the status.
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

/** Returns the record of a task after its failure. */
export const failedTask = (task: Task, failure: Failure, now: Date): Task => {
  const failedFields = {
    ...statusChangeFields(task, now),
    status: "failed" as const,
    errorName: failure.name,
    error: failure.message,
    completedAt: now.toISOString(),
  };
  return task.kind === "clip" ? { ...task, ...failedFields } : { ...withoutTaskToken(task), ...failedFields };
};

export interface CaughtFailure {
  taskId: string;
  executionArn: string;
  error: string;
  cause: string;
  stage: WorkflowStage;
}

/**
 * Fails the task of an execution. Does nothing when another execution processes the task by now, or when an approval
 * preceded the end of the wait: the reconciler then redrives the approved task.
 *
 * @returns the error with which the execution ends.
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
  // A segment that is still being rendered may be stored later: it is deleted with the task's other objects on expiry.
  if (stage === "render" && task?.status === "failed") await deps.bucket.deleteAll(segmentsPrefix(taskId));
  return { errorName: failure.name, error: failure.message };
};
