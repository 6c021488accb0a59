import { NamedError } from "../errors.ts";
import type { RenderResult } from "../render-plan/render-job.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import { changeTask, statusChange } from "./change-task.ts";

/** Charges what was held for a task; idempotent. */
export interface MoneyTaken {
  charge(task: CaptioningTask): Promise<void>;
}

/**
 * Ends a task as `completed`: its output is published. Repeating it is harmless, and looks after money and slot once
 * more, for the case that an earlier call died between the writes.
 *
 * Throws NamedError InvalidTaskState when the task has failed meanwhile or never reached rendering.
 */
export const completeCaptioningTask = async (
  { taskId, result }: { taskId: string; result: RenderResult },
  deps: {
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    slots: TaskSlots;
    now: () => Date;
    money?: MoneyTaken;
  },
): Promise<void> => {
  const task = await changeTask(taskId, deps.tasks, (current) => {
    if (current.status !== "rendering") return null;
    const now = deps.now();
    return {
      ...current,
      ...statusChange(current, now),
      status: "completed",
      outputKey: result.outputKey,
      completedAt: now.toISOString(),
    };
  });
  if (task?.status !== "completed") {
    throw new NamedError("InvalidTaskState", "The task is not rendering any more; its output is not used.");
  }
  await deps.money?.charge(task);
  await deps.slots.release(task.accountId, task.id);
};
