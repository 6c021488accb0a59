import { clipTaskCostMicroUsd } from "../../billing/price.ts";
import { stillOfClip } from "../../clips/captured-still.ts";
import { clipPlanSchema, cutClipsOf } from "../../clips/clip-plan.ts";
import { NamedError } from "../../errors.ts";
import { clipPlanKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { changeTask, statusChangeFields } from "../../tasks/change-task.ts";
import type { ClipTask, CutClip } from "../../tasks/clip-task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { ClipTaskStore } from "../../tasks/task-store.ts";

export interface PublishClipsDeps {
  clipTasks: Pick<ClipTaskStore, "get" | "update">;
  bucket: Pick<MediaBucket, "head" | "getJson">;
  slots: TaskSlots;
  now: () => Date;
}

/**
 * Ends a task whose clips are all cut: changes it to `clipped` with their list, then, after checking that each file exists,
 * to `completed`. With that write the store charges the clips that were made and refunds the rest of the hold. Idempotent;
 * releases the slot again in case an earlier call crashed between the writes.
 *
 * Throws NamedError InvalidTaskState when the task has ended otherwise, RenderFailed when a clip is missing.
 */
export const publishClips = async ({ taskId }: { taskId: string }, deps: PublishClipsDeps): Promise<void> => {
  const plan = clipPlanSchema.parse(await deps.bucket.getJson(clipPlanKey(taskId)));
  const clips = await withStills(taskId, cutClipsOf(taskId, plan), deps.bucket);
  await changeTask(taskId, deps.clipTasks, (current) =>
    current.status === "clipping"
      ? { ...current, ...statusChangeFields(current, deps.now()), status: "clipped", clips }
      : null,
  );
  await checkExist(clips, deps.bucket);
  const task = await changeTask(taskId, deps.clipTasks, (current) => toCompleted(current, deps.now()));
  if (task?.status !== "completed") {
    throw new NamedError("InvalidTaskState", "The task is no longer clipping. Its clips are discarded.");
  }
  await deps.slots.release(task.accountId, task.id);
};

const withStills = (
  taskId: string,
  clips: readonly CutClip[],
  bucket: Pick<MediaBucket, "head">,
): Promise<CutClip[]> =>
  Promise.all(
    clips.map(async (clip, index) =>
      clip.thumbnailKey === undefined
        ? clip
        : { ...clip, thumbnailKey: await stillOfClip(taskId, index, bucket) },
    ),
  );

const checkExist = async (clips: readonly CutClip[], bucket: Pick<MediaBucket, "head">): Promise<void> => {
  const sizes = await Promise.all(clips.map(({ outputKey }) => bucket.head(outputKey)));
  if (sizes.every((size) => size !== null && size > 0)) return;
  throw new NamedError("RenderFailed", "A clip is missing after it was cut. Create the task again.");
};

const toCompleted = (task: ClipTask, now: Date): ClipTask | null => {
  if (task.status !== "clipped") return null;
  const { mediaMilliseconds, request, clips } = task;
  return {
    ...task,
    ...statusChangeFields(task, now),
    status: "completed",
    costMicroUsd:
      mediaMilliseconds === null
        ? task.costMicroUsd
        : clipTaskCostMicroUsd(
            { durationSeconds: mediaMilliseconds / 1000 },
            request.durationRange,
            clips.length,
          ),
    completedAt: now.toISOString(),
  };
};
