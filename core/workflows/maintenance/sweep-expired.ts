import { prefixesOfTask } from "../../storage/keys.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Task } from "../../tasks/task.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { type CleanUpDeps, cleanUpVideo } from "./clean-up-video.ts";

export interface SweepDeps extends CleanUpDeps {
  videos: Pick<VideoStore, "listExpired" | "delete">;
}

/** Limits of one run of the reconciler; the next run, a minute later, handles the rest. */
const maxVideos = 100;
const maxTasks = 200;
const maxDeletions = 50;

/**
 * Removes expired and deleted records and their objects. Each record is a separate `attempt`, so that a failure does not
 * affect the others.
 */
export const sweepExpired = async (
  deps: SweepDeps,
  attempt: (work: Promise<void>) => Promise<void>,
): Promise<void> => {
  const now = deps.now();
  for (const video of await deps.videos.listExpired(maxVideos)) {
    await attempt(ignoreConflict(deps.videos.delete(video, now)));
  }
  for (const task of await deps.allTasks.listExpired(maxTasks)) {
    await attempt(ignoreConflict(removeTask(task, deps)));
  }
  for (const deletion of await deps.deletions.list(now, maxDeletions)) {
    await attempt(cleanUpVideo(deletion, deps));
  }
};

const removeTask = async (task: Task, { bucket, allTasks }: SweepDeps): Promise<void> => {
  for (const prefix of prefixesOfTask(task.id)) await bucket.deleteAll(prefix);
  await allTasks.delete(task);
};

/** Ignores a write conflict: another run has handled the record. */
const ignoreConflict = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
};
