import { NamedError } from "../../errors.ts";
import type { RenderResult } from "../../render-plan/render-job.ts";
import { segmentsPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import { changeTask, statusChangeFields, withoutTaskToken } from "../change-task.ts";

/**
 * Ends a task as `completed`: its output is published, and the store charges what was held with the same write.
 * The segments that it was joined from go only then: until the end is recorded, a join may be repeated. Repeating this is
 * harmless and frees the slot once more, for the case that an earlier call died between the writes.
 *
 * Throws NamedError InvalidTaskState when the task has failed meanwhile or never reached rendering.
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
    throw new NamedError("InvalidTaskState", "The task is not rendering any more; its output is not used.");
  }
  await deps.slots.release(task.accountId, task.id);
  if (result.segments > 0) await deps.bucket.deleteAll(segmentsPrefix(taskId));
};
