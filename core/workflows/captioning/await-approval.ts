import { NamedError } from "../../errors.ts";
import { changeTask, statusChangeFields } from "../../tasks/change-task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import type { Workflows } from "../workflows.ts";

/**
 * Makes a task wait for its approval. The task token and the status `transcriptionCompleted` are one write, so that a client
 * that reads the status can approve. A redriven execution replaces the token. Waiting needs no slot.
 *
 * Throws NamedError InvalidTaskState when the task has ended.
 */
export const awaitApproval = async (
  { taskId, taskToken }: { taskId: string; taskToken: string },
  deps: {
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    slots: TaskSlots;
    workflows: Pick<Workflows, "sendSuccess">;
    now: () => Date;
  },
): Promise<void> => {
  const task = await changeTask(taskId, deps.tasks, (current) => {
    const now = deps.now();
    if (current.status === "transcriptionCompleted")
      return { ...current, taskToken, updatedAt: now.toISOString() };
    if (current.status !== "transcribing") return null;
    return { ...current, ...statusChangeFields(current, now), status: "transcriptionCompleted", taskToken };
  });
  if (task?.status === "transcriptionCompleted") {
    await deps.slots.release(task.accountId, task.id);
  } else if (task?.status === "rendering") {
    // Approved before this execution stored its token: nothing else would send its success.
    await deps.workflows.sendSuccess(taskToken, {});
  } else {
    throw new NamedError("InvalidTaskState", "The task ended before it could wait for approval.");
  }
};
