import { WriteConflict } from "../storage/write-conflict.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import type { Task } from "./task.ts";
import type { TaskStore } from "./task-store.ts";

/** Concurrent writers of a task are client requests, its execution and the reconciler; more conflicts indicate a defect. */
const maxAttempts = 6;

/**
 * Reads a task, computes the next record with `decide` and writes it; repeats this after a write conflict. `decide` returns
 * null to leave the record unchanged.
 *
 * @returns the current record; null when the task does not exist.
 */
export const changeTask = async <T extends Task>(
  taskId: string,
  tasks: Pick<TaskStore<T>, "get" | "update">,
  decide: (task: T) => T | null,
): Promise<T | null> => {
  for (let attempt = 1; ; attempt += 1) {
    const task = await tasks.get(taskId);
    if (!task) return null;
    const next = decide(task);
    if (!next) return task;
    try {
      await tasks.update(task, next);
      return next;
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt === maxAttempts) throw error;
    }
  }
};

/** Returns the fields that every status change sets. */
export const statusChangeFields = (
  task: Task,
  now: Date,
): Pick<Task, "sequence" | "stageProgress" | "redrives" | "updatedAt"> => ({
  sequence: task.sequence + 1,
  stageProgress: 0,
  redrives: 0,
  updatedAt: now.toISOString(),
});

/** Returns a task without its task token, which must not remain in an ended record. */
export const withoutTaskToken = (task: CaptioningTask): Omit<CaptioningTask, "taskToken"> => {
  const { taskToken: _, ...rest } = { taskToken: "", ...task };
  return rest;
};
