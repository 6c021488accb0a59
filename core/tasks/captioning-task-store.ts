import type { CaptioningTask } from "./captioning-task.ts";

/**
 * Captioning tasks, strongly consistent. Each write that changes the status carries its event in the same transaction,
 * and each write moves the money that it implies (core/billing/task-money.ts), once, also when it is repeated.
 */
export interface CaptioningTaskStore {
  /** Throws StaleWrite when the id is taken, NamedError InsufficientCredits when the account cannot cover its cost. */
  create(task: CaptioningTask): Promise<void>;
  /** Null for unknown and for expired ones. */
  get(taskId: string): Promise<CaptioningTask | null>;
  /**
   * Replaces the record if status, sequence, attempt, transcriptRevision and costMicroUsd still are those of `from`,
   * else throws StaleWrite. A changed status must be a legal transition and adds 1 to `sequence`. Throws NamedError
   * InsufficientCredits when it sets a cost that the account cannot cover.
   */
  update(from: CaptioningTask, to: CaptioningTask): Promise<void>;
  /** Removes an ended task's record and its place in lists. Throws StaleWrite when it has not ended; harmless when gone. */
  delete(task: CaptioningTask): Promise<void>;
  /** Ended tasks that have expired, the longest expired first. */
  listExpired(limit: number): Promise<CaptioningTask[]>;
  /** Progress of the present status; silently nothing when the status has moved on. Never lowers the stored value. */
  reportProgress(taskId: string, status: CaptioningTask["status"], stageProgress: number): Promise<void>;
  /** Tasks that are neither completed nor failed, oldest first: the reconciler's and the admission's list. */
  listUnfinished(limit: number): Promise<CaptioningTask[]>;
  /** An account's tasks in `pending` that wait for no video, oldest first; `after`: those behind this one. */
  listPending(accountId: string, limit: number, after?: CaptioningTask): Promise<CaptioningTask[]>;
  /** An account's pending tasks that wait for this video, or for any (null), in an order that `after` can resume. */
  listWaiting(
    accountId: string,
    videoId: string | null,
    limit: number,
    after?: CaptioningTask,
  ): Promise<CaptioningTask[]>;
}
