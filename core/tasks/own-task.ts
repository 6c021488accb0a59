import { NamedError } from "../errors.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import type { CaptioningTaskStore } from "./captioning-task-store.ts";

export interface TaskPath {
  accountId: string;
  videoId: string;
  taskId: string;
}

/** The account's task of that video. Unknown, foreign and expired ids, and those of another video, look alike: NotFound. */
export const ownTask = async (
  { accountId, videoId, taskId }: TaskPath,
  deps: { tasks: Pick<CaptioningTaskStore, "get"> },
): Promise<CaptioningTask> => {
  const task = await deps.tasks.get(taskId);
  if (task === null || task.accountId !== accountId || task.videoId !== videoId) {
    throw new NamedError("NotFound", "There is no such task: its id is unknown or it has expired.");
  }
  return task;
};
