import { NamedError } from "../../errors.ts";
import type { RenderResult } from "../../render-plan/render-job.ts";
import { segmentsPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { changeTask, statusChangeFields, withoutTaskToken } from "../../tasks/change-task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";

/**
 * Ends a task as `completed`; the store charges its hold with the same write. Deletes the segments afterwards, because a join
 * may be repeated until the end is stored. Idempotent; releases the slot again in case an earlier call crashed between the
 * writes.
 *
 * Throws NamedError InvalidTaskState when the task has failed or has not reached rendering.
 */
export const completeCaptioningTask = async (
  { taskId, result }: { taskId: string; result: RenderResult },
  deps: {
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    slots: TaskSlots;
    bucket: Pick<MediaBucket, "deleteAll">;
    now: () => Date;
  },
): Promise<void> => {
  const task = await changeTask(taskId, deps.tasks, (current) => {
    if (current.status !== "rendering") return null;
    const now = deps.now();
    return {
      ...withoutTaskToken(current),
      ...statusChangeFields(current, now),
      status: "completed",
      outputKey: result.outputKey,
      completedAt: now.toISOString(),
    };
  });
  if (task?.status !== "completed") {
    throw new NamedError("InvalidTaskState", "The task is no longer rendering. Its output is discarded.");
  }
  await deps.slots.release(task.accountId, task.id);
  if (result.segments > 0) await deps.bucket.deleteAll(segmentsPrefix(taskId));
};
