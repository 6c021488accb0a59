import type { AccountStore } from "../accounts/account.ts";
import { type PlanStore, planOf } from "../accounts/plan.ts";
import { StaleWrite } from "../storage/stale-write.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { failCaptioningTask } from "../workflows/fail-captioning-task.ts";
import { launchCaptioningTask } from "../workflows/launch-captioning-task.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import type { CaptioningTaskStore } from "./captioning-task-store.ts";
import { isAtWork, type TaskSlots } from "./task-slots.ts";

export interface AdmissionDeps {
  tasks: CaptioningTaskStore;
  videos: VideoStore;
  accounts: Pick<AccountStore, "get">;
  plans: Pick<PlanStore, "get">;
  slots: TaskSlots;
  workflows: Workflows;
  now: () => Date;
}

/** A task that waits for its video takes no slot, so the list must reach beyond those that do not wait. */
const listedTasks = 500;

/**
 * Starts an account's pending tasks, oldest first, within its plan's `maxConcurrentTasks`. A task whose video is still on
 * its way goes on waiting; one whose video was aborted or is gone fails with the video's error. Safe to call at any
 * time, twice and at once: slots and launches are idempotent.
 */
export const admitTasks = async (accountId: string, deps: AdmissionDeps): Promise<void> => {
  const pending = await deps.tasks.listPending(accountId, listedTasks);
  if (pending.length === 0) return;
  const account = await deps.accounts.get(accountId);
  if (!account) return;
  const { maxConcurrentTasks } = await planOf(account, deps);

  const videos = new Map<string, Promise<Video | null>>();
  const videoOf = (videoId: string): Promise<Video | null> => {
    const known = videos.get(videoId) ?? deps.videos.get(videoId);
    videos.set(videoId, known);
    return known;
  };

  let full = false;
  let hasFreed = false;
  for (const task of pending) {
    // Started already: prepare-task is about to move it on, or the reconciler will find it dead.
    if (task.executionArn !== null) continue;
    const video = await videoOf(task.videoId);
    if (video === null || video.status === "aborted") {
      await failCaptioningTask(task.id, failureOfVideo(video), deps);
      continue;
    }
    if (video.status !== "uploaded" || full) continue;
    full = !(await deps.slots.take(accountId, task.id, maxConcurrentTasks));
    if (!full && !(await launch(task, deps))) hasFreed = true;
  }
  // While a slot was held in error, other admissions may have found the account full and left.
  if (hasFreed) await admitTasks(accountId, deps);
};

/**
 * Starts a task that has just taken a slot. When another admission was quicker, the task may have ended meanwhile and
 * given its slot back before it was taken here again: it is freed then, and the answer is false.
 */
const launch = async (task: CaptioningTask, deps: AdmissionDeps): Promise<boolean> => {
  try {
    await launchCaptioningTask(task, deps);
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error;
    if (isAtWork(await deps.tasks.get(task.id))) return true;
    await deps.slots.release(task.accountId, task.id);
    return false;
  }
  return true;
};

const failureOfVideo = (video: (Video & { status: "aborted" }) | null): { name: string; message: string } =>
  video
    ? { name: video.errorName, message: video.error }
    : { name: "VideoUnavailable", message: "The video has expired; upload it again." };
