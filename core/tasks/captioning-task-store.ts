import type { CaptioningTask } from "./captioning-task.ts";

/** Captioning tasks, strongly consistent. Each write that changes the status carries its event in the same transaction. */
export interface CaptioningTaskStore {
  create(task: CaptioningTask): Promise<void>;
  get(taskId: string): Promise<CaptioningTask | null>;
  /** Ids of a video's tasks, oldest first. */
  listIds(videoId: string): Promise<string[]>;
  /** Replaces the record if status, sequence, attempt and transcriptRevision still are those of `from`, else throws StaleWrite. */
  update(from: CaptioningTask, to: CaptioningTask): Promise<void>;
  /** Progress of the present status; silently nothing when the status has moved on. Never lowers the stored value. */
  reportProgress(taskId: string, status: CaptioningTask["status"], stageProgress: number): Promise<void>;
  /** Tasks that are neither completed nor failed, oldest first: the reconciler's and the admission's list. */
  listUnfinished(limit: number): Promise<CaptioningTask[]>;
  /** An account's tasks in `pending`, oldest first. */
  listPending(accountId: string, limit: number): Promise<CaptioningTask[]>;
}
