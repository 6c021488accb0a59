import type { TaskKind } from "../tasks/task-index.ts";

export type ExecutionState = "running" | "succeeded" | "failed" | "missing";

/** The state machines, as the product sees them. Starting with a name that is taken is harmless. */
export interface Workflows {
  /** Starts the machine of that kind. Execution name `${taskId}-${attempt}`; returns the execution's ARN. */
  startTask(kind: TaskKind, taskId: string, attempt: number): Promise<string>;
  startVideoImport(videoId: string, attempt: number): Promise<string>;
  /** Ends that attempt's execution; harmless when it has ended or never was. */
  stopTask(kind: TaskKind, taskId: string, attempt: number): Promise<void>;
  stopVideoImport(videoId: string, attempt: number): Promise<void>;
  stateOf(executionArn: string): Promise<ExecutionState>;
  /** Lets a waiting execution go on. A token that is no longer waited for is ignored: the reconciler decides. */
  sendSuccess(taskToken: string, output: unknown): Promise<void>;
  sendFailure(taskToken: string, errorName: string, cause: string): Promise<void>;
}
