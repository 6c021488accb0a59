import { prefixesOfTask, videoPrefix } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { TaskIndex } from "../../tasks/task-index.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { AllTasks } from "../../tasks/task-store.ts";
import type { Deletion, Deletions } from "../../videos/deletion.ts";
import { failTask } from "../fail-task.ts";
import type { Workflows } from "../workflows.ts";

export interface CleanUpDeps {
  deletions: Deletions;
  allTasks: AllTasks;
  taskIndex: TaskIndex;
  slots: TaskSlots;
  bucket: Pick<MediaBucket, "deleteAll">;
  workflows: Pick<Workflows, "stopVideoImport" | "stopTask">;
  now: () => Date;
}

/**
 * A container learns within 20 s that nobody waits for it any more, and a task that was being created when the video
 * went may appear a moment later: what they write meanwhile is removed by a second round.
 */
const settleMs = 15 * 60_000;
const tasksAtOnce = 10;

const videoDeleted = {
  name: "VideoDeleted",
  message: "The video was deleted while the task was under way; nothing is charged.",
};

/**
 * Removes what is left of a deleted video: ends its tasks (their money goes back with the same write), stops what runs
 * for it, deletes its objects and those of its tasks, gives up its uploads. The first round leaves the tasks' records,
 * from which their last event is being told; the second removes them too. Every part may be repeated.
 */
export const cleanUpVideo = async (deletion: Deletion, deps: CleanUpDeps): Promise<void> => {
  const { videoId, accountId, attempt } = deletion;
  const settlesAt = new Date(Date.parse(deletion.deletedAt) + settleMs);
  const isLastRound = deps.now() >= settlesAt;
  if (attempt > 0) await deps.workflows.stopVideoImport(videoId, attempt);
  const found = await deps.taskIndex.listByVideo(accountId, [videoId], Number.POSITIVE_INFINITY);
  const { captioning = [], clip = [] } = found.get(videoId) ?? {};
  const taskIds = [...captioning, ...clip];
  for (let start = 0; start < taskIds.length; start += tasksAtOnce) {
    const some = taskIds.slice(start, start + tasksAtOnce);
    await Promise.all(some.map((taskId) => removeTask(taskId, isLastRound, deps)));
  }
  await deps.bucket.deleteAll(videoPrefix(videoId));
  await (isLastRound ? deps.deletions.complete(deletion) : deps.deletions.postpone(deletion, settlesAt));
};

const removeTask = async (taskId: string, withRecord: boolean, deps: CleanUpDeps): Promise<void> => {
  const task = await failTask(taskId, videoDeleted, deps);
  // Also when an earlier round has ended the task: it may have died before it came to this.
  const wasEnded = task?.status === "failed" && task.errorName === videoDeleted.name;
  if (wasEnded && task.attempt > 0) await deps.workflows.stopTask(task.kind, taskId, task.attempt);
  for (const prefix of prefixesOfTask(taskId)) await deps.bucket.deleteAll(prefix);
  if (withRecord && task !== null) await deps.allTasks.delete(task);
};
