import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import { changeTask, statusChange } from "./change-task.ts";
import type { Failure } from "./execution-failure.ts";

/** Returns what was held for a task; idempotent. */
export interface MoneyBack {
  refund(task: CaptioningTask): Promise<void>;
}

/**
 * Ends a task as `failed`, gives back its money and its slot. A task that has ended already keeps its end, but money
 * and slot are looked after once more, for the case that an earlier call died between the writes.
 *
 * `unless` lets the caller give way to a state that is read in the same round as the write.
 */
export const failCaptioningTask = async (
  taskId: string,
  failure: Failure,
  deps: {
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    slots: TaskSlots;
    now: () => Date;
    money?: MoneyBack;
  },
  unless: (task: CaptioningTask) => boolean = () => false,
): Promise<CaptioningTask | null> => {
  const task = await changeTask(taskId, deps.tasks, (current) => {
    if (current.status === "completed" || current.status === "failed" || unless(current)) return null;
    const now = deps.now();
    return {
      ...withoutToken(current),
      ...statusChange(current, now),
      status: "failed",
      errorName: failure.name,
      error: failure.message,
      completedAt: now.toISOString(),
    };
  });
  if (task?.status === "failed") {
    await deps.money?.refund(task);
    await deps.slots.release(task.accountId, task.id);
  }
  return task;
};

/** The fields that every status has: what only the waiting status carries must not outlive it. */
const withoutToken = (task: CaptioningTask): Omit<CaptioningTask, "taskToken"> => {
  const { taskToken: _, ...rest } = { taskToken: "", ...task };
  return rest;
};
