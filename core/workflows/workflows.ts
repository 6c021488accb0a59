import type { TaskKind } from "../tasks/task-index.ts";

export type ExecutionState = "running" | "succeeded" | "failed" | "missing";

/** The state machines. Starting an execution is idempotent: its name identifies it. */
export interface Workflows {
  /** Starts the machine of that kind with the execution name `${taskId}-${attempt}`. Returns the execution's ARN. */
  startTask(kind: TaskKind, taskId: string, attempt: number): Promise<string>;
  startVideoImport(videoId: string, attempt: number): Promise<string>;
  /** Stops the execution of that attempt. Does nothing when it has ended or does not exist. */
  stopTask(kind: TaskKind, taskId: string, attempt: number): Promise<void>;
  stopVideoImport(videoId: string, attempt: number): Promise<void>;
  stateOf(executionArn: string): Promise<ExecutionState>;
  /** Resumes a waiting execution. Returns false when nothing waited for the token: the reconciler handles the task. */
  sendSuccess(taskToken: string, output: unknown): Promise<boolean>;
  sendFailure(taskToken: string, errorName: string, cause: string): Promise<boolean>;
}
