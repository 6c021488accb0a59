import { prefixesOfTask } from "../../storage/keys.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Task } from "../../tasks/task.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { type CleanUpDeps, cleanUpVideo } from "./clean-up-video.ts";

export interface SweepDeps extends CleanUpDeps {
  videos: Pick<VideoStore, "listExpired" | "delete">;
}

/** Taken in one run of the reconciler; the rest comes in the next, a minute later. */
const videosAtOnce = 100;
const tasksAtOnce = 200;
const deletionsAtOnce = 50;

/**
 * Removes behind the readers' backs what has expired and what was deleted. Each record is one `attempt` of its own, so
 * that one record's trouble does not keep the others waiting.
 */
export const sweepExpired = async (
  deps: SweepDeps,
  attempt: (work: Promise<void>) => Promise<void>,
): Promise<void> => {
  const now = deps.now();
  for (const video of await deps.videos.listExpired(videosAtOnce)) {
    await attempt(unlessChanged(deps.videos.delete(video, now)));
  }
  for (const task of await deps.allTasks.listExpired(tasksAtOnce)) {
    await attempt(unlessChanged(removeTask(task, deps)));
  }
  for (const deletion of await deps.deletions.list(now, deletionsAtOnce)) {
    await attempt(cleanUpVideo(deletion, deps));
  }
};

const removeTask = async (task: Task, { bucket, allTasks }: SweepDeps): Promise<void> => {
  for (const prefix of prefixesOfTask(task.id)) await bucket.deleteAll(prefix);
  await allTasks.delete(task);
};

/** Somebody else was quicker. */
const unlessChanged = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
};
