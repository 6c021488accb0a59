import type { AccountStore } from "../../accounts/account.ts";
import { type PlanStore, planOf } from "../../accounts/plan.ts";
import { setInLruCache } from "../../lru-cache.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Task } from "../../tasks/task.ts";
import { mayHoldSlot, type TaskSlots } from "../../tasks/task-slots.ts";
import type { AllTasks } from "../../tasks/task-store.ts";
import type { Video } from "../../videos/video.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { failTask } from "../fail-task.ts";
import { launchTask } from "../launch-task.ts";
import type { Workflows } from "../workflows.ts";

export interface TaskAdmissionDeps {
  allTasks: AllTasks;
  videos: VideoStore;
  accounts: Pick<AccountStore, "get">;
  plans: Pick<PlanStore, "get">;
  slots: TaskSlots;
  workflows: Workflows;
  now: () => Date;
}

/** Tasks read at a time: an account with a free slot seldom has more tasks that could use it. */
const pageSize = 25;
/** Videos of one queue that are cached during an admission. */
const maxCachedVideos = 100;

/**
 * Starts an account's pending tasks, oldest first, within its plan's `maxConcurrentTasks`. Idempotent and safe to run
 * concurrently. An account at its limit costs three reads, however many tasks it has. `videoId`: a video that may have become
 * usable or failed; the tasks that wait for it are handled first.
 */
export const admitTasks = async (
  accountId: string,
  deps: TaskAdmissionDeps,
  videoId?: string,
): Promise<void> => {
  if (videoId !== undefined) await wakeWaitingTasks(accountId, videoId, deps);
  const account = await deps.accounts.get(accountId);
  if (!account) return;
  const { maxConcurrentTasks } = await planOf(account, deps);

  const videos = new Map<string, Promise<Video | null>>();
  const videoOf = (id: string): Promise<Video | null> => {
    const known = videos.get(id) ?? deps.videos.get(id);
    setInLruCache(videos, id, known, maxCachedVideos);
    return known;
  };

  let isFull = (await deps.slots.listHolders(accountId)).length >= maxConcurrentTasks;
  let hasReleased = false;
  let last: Task | undefined;
  while (!isFull) {
    const page = await deps.allTasks.listPending(accountId, pageSize, last);
    last = page.at(-1);
    for (const task of page) {
      // Already started: prepare-task is about to change its status, or the reconciler will find it dead.
      if (task.executionArn !== null) continue;
      const video = await videoOf(task.videoId);
      if (isStillArriving(video)) continue;
      if (video?.status !== "uploaded") {
        await failTask(task.id, failureOfVideo(video), deps);
        continue;
      }
      isFull = !(await deps.slots.acquire(accountId, task.id, maxConcurrentTasks));
      if (isFull) break;
      if (!(await launchAdmitted(task, deps))) hasReleased = true;
    }
    if (page.length < pageSize) break;
  }
  // While a slot was held wrongly, concurrent admissions may have found the account at its limit.
  if (hasReleased) await admitTasks(accountId, deps);
};

/**
 * Handles the tasks that wait for a video: adds them to the account's queue if it has been uploaded, fails them with its
 * error if it never will be. Until then they are not in the queue, so that they do not delay tasks that could start.
 */
export const wakeWaitingTasks = async (
  accountId: string,
  videoId: string,
  deps: Pick<TaskAdmissionDeps, "allTasks" | "videos" | "slots" | "now">,
): Promise<void> => {
  const video = await deps.videos.get(videoId);
  if (isStillArriving(video)) return;
  let page: Task[];
  let last: Task | undefined;
  do {
    page = await deps.allTasks.listWaiting(accountId, videoId, pageSize, last);
    last = page.at(-1);
    for (const task of page) {
      if (video?.status === "uploaded") await joinQueue(task, deps);
      else await failTask(task.id, failureOfVideo(video), deps);
    }
  } while (page.length === pageSize);
};

const joinQueue = async (task: Task, { allTasks }: Pick<TaskAdmissionDeps, "allTasks">): Promise<void> => {
  if (task.status !== "pending") return;
  try {
    await allTasks.update(task, { ...task, waitsForVideo: false });
  } catch (error) {
    // A concurrent admission has added it, or the task has ended.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/**
 * Starts a task that holds a slot. A concurrent admission may have started it already, and the task may have ended and
 * released its slot before it was acquired here again: then releases the slot and returns false.
 */
export const launchAdmitted = async (
  task: Task,
  deps: Pick<TaskAdmissionDeps, "allTasks" | "slots" | "workflows" | "now">,
): Promise<boolean> => {
  try {
    await launchTask(task, deps);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    if (mayHoldSlot(await deps.allTasks.get(task.id))) return true;
    await deps.slots.release(task.accountId, task.id);
    return false;
  }
  return true;
};

const isStillArriving = (video: Video | null): boolean =>
  video?.status === "todo" || video?.status === "inProgress";

const failureOfVideo = (video: Video | null): { name: string; message: string } =>
  video?.status === "aborted"
    ? { name: video.errorName, message: video.error }
    : { name: "VideoUnavailable", message: "The video has expired. Upload it again." };
