import type { CaptioningTask } from "./captioning-task.ts";
import type { ClipTask } from "./clip-task.ts";
import type { Task } from "./task.ts";

/**
 * Tasks of one kind, strongly consistent; those of another kind are unknown here. Each write that changes the status
 * carries its event in the same transaction, and each write moves the money that it implies (core/billing/task-money.ts),
 * once, also when it is repeated.
 */
export interface TaskStore<T extends Task> {
  /** Throws StaleWrite when the id is taken, NamedError InsufficientCredits when the account cannot cover its cost. */
  create(task: T): Promise<void>;
  /** Null for unknown and for expired ones. */
  get(taskId: string): Promise<T | null>;
  /**
   * Replaces the record if its kind's guards (core/tasks/task.ts) still are those of `from`, else throws StaleWrite. A
   * changed status must be a legal transition and adds 1 to `sequence`. Throws NamedError InsufficientCredits when it sets
   * a cost that the account cannot cover.
   */
  update(from: T, to: T): Promise<void>;
  /** Progress of the present status; silently nothing when the status has moved on. Never lowers the stored value. */
  reportProgress(taskId: string, status: T["status"], stageProgress: number): Promise<void>;
}

export type CaptioningTaskStore = TaskStore<CaptioningTask>;
export type ClipTaskStore = TaskStore<ClipTask>;

/** Tasks of every kind, for what serves them all: admission, the reconciler, the sweep, webhooks. */
export interface AllTasks extends TaskStore<Task> {
  /** Removes an ended task's record and its place in lists. Throws StaleWrite when it has not ended; harmless when gone. */
  delete(task: Task): Promise<void>;
  /** Ended tasks that have expired, the longest expired first. */
  listExpired(limit: number): Promise<Task[]>;
  /** Tasks that are neither completed nor failed, oldest first: the reconciler's and the admission's list. */
  listUnfinished(limit: number): Promise<Task[]>;
  /** An account's tasks in `pending` that wait for no video, oldest first; `after`: those behind this one. */
  listPending(accountId: string, limit: number, after?: Task): Promise<Task[]>;
  /** An account's pending tasks that wait for this video, or for any (null), in an order that `after` can resume. */
  listWaiting(accountId: string, videoId: string | null, limit: number, after?: Task): Promise<Task[]>;
}
