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

/** Tasks looked at together: an account that has a slot free seldom has more that could take it. */
const pageSize = 25;
/** Videos of one queue whose state is remembered while it is gone through. */
const maxVideos = 100;

/**
 * Starts an account's pending tasks, oldest first, within its plan's `maxConcurrentTasks`. Safe to call at any time,
 * twice and at once: slots and launches are idempotent. An account that is full costs three reads, however many tasks it
 * has. `videoId`: a video that may have arrived or failed just now; the tasks that wait for it are seen to first.
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
    setInLruCache(videos, id, known, maxVideos);
    return known;
  };

  let isFull = (await deps.slots.listHolders(accountId)).length >= maxConcurrentTasks;
  let hasFreed = false;
  let last: Task | undefined;
  while (!isFull) {
    const page = await deps.allTasks.listPending(accountId, pageSize, last);
    last = page.at(-1);
    for (const task of page) {
      // Started already: prepare-task is about to move it on, or the reconciler will find it dead.
      if (task.executionArn !== null) continue;
      const video = await videoOf(task.videoId);
      if (isOnItsWay(video)) continue;
      if (video?.status !== "uploaded") {
        await failTask(task.id, failureOfVideo(video), deps);
        continue;
      }
      isFull = !(await deps.slots.acquire(accountId, task.id, maxConcurrentTasks));
      if (isFull) break;
      if (!(await launchAdmitted(task, deps))) hasFreed = true;
    }
    if (page.length < pageSize) break;
  }
  // While a slot was held in error, other admissions may have found the account full and left.
  if (hasFreed) await admitTasks(accountId, deps);
};

/**
 * The tasks that wait for this video: they join the queue if it has arrived, and fail with its error if it never will.
 * Until then they stand aside, so that no number of them holds back a task that could begin.
 */
export const wakeWaitingTasks = async (
  accountId: string,
  videoId: string,
  deps: Pick<TaskAdmissionDeps, "allTasks" | "videos" | "slots" | "now">,
): Promise<void> => {
  const video = await deps.videos.get(videoId);
  if (isOnItsWay(video)) return;
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
    // Another admission was quicker, or the task has ended.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/**
 * Starts a task that holds a slot. When another admission was quicker, the task may have ended meanwhile and given its
 * slot back before it was taken here again: it is freed then, and the answer is false.
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

const isOnItsWay = (video: Video | null): boolean =>
  video?.status === "todo" || video?.status === "inProgress";

const failureOfVideo = (video: Video | null): { name: string; message: string } =>
  video?.status === "aborted"
    ? { name: video.errorName, message: video.error }
    : { name: "VideoUnavailable", message: "The video has expired; upload it again." };
