import { WriteConflict } from "../storage/write-conflict.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { Task } from "../tasks/task.ts";
import type { TaskStore } from "../tasks/task-store.ts";

/** Writers of one task are a client's request, its execution and the reconciler; more rounds than that means a fault. */
const maxRounds = 6;

/**
 * Reads the task, lets `decide` make the next record and writes it; when somebody else wrote in between, once more
 * from a fresh read. `decide` returns null to leave the record as it is.
 *
 * @returns the record as it now stands; null when there is no such task.
 */
export const changeTask = async <T extends Task>(
  taskId: string,
  tasks: Pick<TaskStore<T>, "get" | "update">,
  decide: (task: T) => T | null,
): Promise<T | null> => {
  for (let round = 1; ; round += 1) {
    const task = await tasks.get(taskId);
    if (!task) return null;
    const next = decide(task);
    if (!next) return task;
    try {
      await tasks.update(task, next);
      return next;
    } catch (error) {
      if (!(error instanceof WriteConflict) || round === maxRounds) throw error;
    }
  }
};

/** The fields that change with every status change. */
export const statusChangeFields = (
  task: Task,
  now: Date,
): Pick<Task, "sequence" | "stageProgress" | "redrives" | "updatedAt"> => ({
  sequence: task.sequence + 1,
  stageProgress: 0,
  redrives: 0,
  updatedAt: now.toISOString(),
});

/** The fields that every status has: the token of a wait must not outlive it in an ended record. */
export const withoutTaskToken = (task: CaptioningTask): Omit<CaptioningTask, "taskToken"> => {
  const { taskToken: _, ...rest } = { taskToken: "", ...task };
  return rest;
};
