import type { Task } from "../tasks/task.ts";

/** Attempts of one container within an execution: the first and two retries, the `Retry` of `ContainerStopped` in statemachines. */
export const maxContainerAttempts = 3;

/** Executions that are started again within one status before the task fails. */
export const maxRedrives = 2;

/**
 * What the reconciler does with a task whose execution ended without a result:
 *
 * - redrive: starts another execution and counts it
 * - wait: starts another execution without counting it, because the task only waits for its approval
 * - fail: fails the task
 */
export type Recovery = "redrive" | "wait" | "fail";

/** Returns the recovery of a task whose execution ended without a result. */
export const recoveryOf = ({ status, redrives = 0 }: Pick<Task, "status" | "redrives">): Recovery => {
  if (status === "transcriptionCompleted") return "wait";
  return redrives < maxRedrives ? "redrive" : "fail";
};
