import type { Task, TaskStatus } from "./task.ts";

/**
 * Which of an account's tasks are at work now. Waiting for approval or for the video takes no slot.
 * Both calls are idempotent: a retry neither takes a second slot nor frees another task's.
 */
export interface TaskSlots {
  /** True when the task holds a slot afterwards; false when `limit` others hold one. */
  acquire(accountId: string, taskId: string, limit: number): Promise<boolean>;
  release(accountId: string, taskId: string): Promise<void>;
  /** Ids that hold a slot now. */
  listHolders(accountId: string): Promise<string[]>;
}

/**
 * Whether a task may hold a slot. A holder between its slot and its launch is still pending, so only those that have
 * ended, wait for approval or are gone may not.
 */
export const mayHoldSlot = (task: Task | null): boolean => task !== null && working.has(task.status);

const working: ReadonlySet<TaskStatus> = new Set([
  "pending",
  "transcribing",
  "rendering",
  "clipping",
  "clipped",
]);
