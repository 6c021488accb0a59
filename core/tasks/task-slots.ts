import type { Task, TaskStatus } from "./task.ts";

/**
 * The concurrency slots of an account: one per running task. Waiting for approval or for the video needs none. Both writes
 * are idempotent: a retry neither acquires a second slot nor releases that of another task.
 */
export interface TaskSlots {
  /** Returns true when the task holds a slot afterwards, false when `limit` others do. */
  acquire(accountId: string, taskId: string, limit: number): Promise<boolean>;
  release(accountId: string, taskId: string): Promise<void>;
  /** Returns the IDs of the tasks that hold a slot. */
  listHolders(accountId: string): Promise<string[]>;
}

/**
 * Returns whether a task may hold a slot. A task between its slot and its launch is pending, so only those that have ended,
 * wait for approval or no longer exist may not.
 */
export const mayHoldSlot = (task: Task | null): boolean => task !== null && working.has(task.status);

const working: ReadonlySet<TaskStatus> = new Set([
  "pending",
  "transcribing",
  "rendering",
  "clipping",
  "clipped",
]);
