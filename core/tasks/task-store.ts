import type { Part } from "../storage/part.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import type { ClipTask } from "./clip-task.ts";
import type { Task, UnfinishedGroup } from "./task.ts";

/**
 * Tasks of one kind, strongly consistent; those of another kind are not found. Each write that changes the status includes
 * its event in the same transaction, and each write includes its ledger entries (core/billing/task-money.ts), once, also
 * when it is repeated.
 */
export interface TaskStore<T extends Task> {
  /** Throws WriteConflict when the ID exists, NamedError InsufficientCredits when the balance is less than the cost. */
  create(task: T): Promise<void>;
  /** Returns null for unknown and expired tasks. */
  get(taskId: string): Promise<T | null>;
  /**
   * Replaces the record if its kind's guards (core/tasks/task.ts) equal those of `from`, else throws WriteConflict. A changed
   * status must be a legal transition and increments `sequence`. Throws NamedError InsufficientCredits when it sets a cost
   * that exceeds the balance.
   */
  update(from: T, to: T): Promise<void>;
  /** Stores the progress of a status, which `get` returns while the task has that status. Never lowers the stored value. */
  reportProgress(taskId: string, status: T["status"], stageProgress: number): Promise<void>;
}

export type CaptioningTaskStore = TaskStore<CaptioningTask>;
export type ClipTaskStore = TaskStore<ClipTask>;

/** Tasks of all kinds, for admission, the reconciler, the sweep and webhooks. */
export interface AllTasks extends TaskStore<Task> {
  /** Returns the tasks with these IDs, in their order, without unknown and expired ones. */
  getMany(taskIds: readonly string[]): Promise<Task[]>;
  /** Deletes an ended task's record and its list entries. Throws WriteConflict when it has not ended. Idempotent. */
  delete(task: Task): Promise<void>;
  /** Returns expired tasks that have ended, earliest expiry first. */
  listExpired(limit: number): Promise<Task[]>;
  /** Returns a part of the tasks of a group, in no particular order, beginning at `cursor` (null: at the beginning). */
  listUnfinished(group: UnfinishedGroup, limit: number, cursor: string | null): Promise<Part<Task>>;
  /** Returns the IDs of the tasks of a group, at most `limit`, in no particular order; eventually consistent. */
  listUnfinishedIds(group: UnfinishedGroup, limit: number): Promise<string[]>;
  /**
   * Returns a page of the failed tasks of all accounts by their end, newest first, beginning after `cursor` (null: with the newest);
   * eventually consistent.
   */
  listFailed(limit: number, cursor: string | null): Promise<Part<Task>>;
  /** Returns unfinished tasks that expire before `before`, at most `limit` of each group. */
  listExpiring(before: Date, limit: number): Promise<Task[]>;
  /** Returns an account's pending tasks that do not wait for their video, oldest first, beginning after `after`. */
  listPending(accountId: string, limit: number, after?: Task): Promise<Task[]>;
  /** Returns an account's pending tasks that wait for this video, or for any (null), beginning after `after`. */
  listWaiting(accountId: string, videoId: string | null, limit: number, after?: Task): Promise<Task[]>;
}
