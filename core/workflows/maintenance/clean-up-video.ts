import { prefixesOfTask, videoPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { TaskIndex } from "../../tasks/task-index.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { AllTasks } from "../../tasks/task-store.ts";
import type { Deletion, Deletions } from "../../videos/deletion.ts";
import { failTask } from "../fail-task.ts";
import { groupOfImport, groupOfTask, type RunningContainers } from "../running-containers.ts";
import type { Workflows } from "../workflows.ts";

export interface CleanUpDeps {
  deletions: Deletions;
  allTasks: AllTasks;
  taskIndex: TaskIndex;
  slots: TaskSlots;
  bucket: Pick<MediaBucket, "deleteAll">;
  workflows: Pick<Workflows, "stopVideoImport" | "stopTask">;
  containers: Pick<RunningContainers, "stop">;
  now: () => Date;
}

/**
 * A container that is stopped may still be writing for two minutes, and a task that was being created while the video was
 * deleted may appear later: a second pass removes what they write.
 */
const settleMs = 15 * 60_000;
const maxConcurrentTasks = 10;

const videoDeleted = {
  name: "VideoDeleted",
  message: "The video was deleted before the task completed. Nothing is charged.",
};

/**
 * Removes everything of a deleted video: fails its tasks (which releases their holds), stops their executions and
 * containers, deletes its objects and those of its tasks, and aborts its uploads. The first pass keeps the tasks' records, which their last
 * notifications need; the second deletes them too. Idempotent.
 */
export const cleanUpVideo = async (deletion: Deletion, deps: CleanUpDeps): Promise<void> => {
  const { videoId, accountId, attempt } = deletion;
  const settlesAt = new Date(Date.parse(deletion.deletedAt) + settleMs);
  const isLastPass = deps.now() >= settlesAt;
  if (attempt > 0) await deps.workflows.stopVideoImport(videoId, attempt);
  const found = await deps.taskIndex.listByVideo(accountId, [videoId], Number.POSITIVE_INFINITY);
  const { captioning = [], clip = [] } = found.get(videoId) ?? {};
  const taskIds = [...captioning, ...clip];
  await forEach(taskIds, (taskId) => endTask(taskId, deps));
  await deps.containers.stop(new Set([groupOfImport(videoId), ...taskIds.map(groupOfTask)]));
  await forEach(taskIds, (taskId) => removeTask(taskId, isLastPass, deps));
  await deps.bucket.deleteAll(videoPrefix(videoId));
  await (isLastPass ? deps.deletions.complete(deletion) : deps.deletions.postpone(deletion, settlesAt));
};

const forEach = async (
  taskIds: readonly string[],
  work: (taskId: string) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < taskIds.length; start += maxConcurrentTasks)
    await Promise.all(taskIds.slice(start, start + maxConcurrentTasks).map(work));
};

const endTask = async (taskId: string, deps: CleanUpDeps): Promise<void> => {
  const task = await failTask(taskId, videoDeleted, deps);
  // Also when an earlier pass has failed the task: it may have crashed before this.
  const isDeleted = task?.status === "failed" && task.errorName === videoDeleted.name;
  if (isDeleted && task.attempt > 0) await deps.workflows.stopTask(task.kind, taskId, task.attempt);
};

const removeTask = async (taskId: string, includingRecord: boolean, deps: CleanUpDeps): Promise<void> => {
  for (const prefix of prefixesOfTask(taskId)) await deps.bucket.deleteAll(prefix);
  const task = includingRecord ? await deps.allTasks.get(taskId) : null;
  if (task !== null) await deps.allTasks.delete(task);
};
