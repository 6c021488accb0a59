import * as z from "zod";
import {
  type BrollJob,
  brollJobSchema,
  brollsOnCutTimeLine,
  type PlannedBroll,
  requestedBrollSchema,
  truncateBrolls,
} from "../../broll/broll-plan.ts";
import { customBrollName } from "../../broll/broll-rules.ts";
import { NamedError } from "../../errors.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { brollJobKey, brollPlanKey, requestedBrollsKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { type CaptioningTask, outputDurationSeconds } from "../../tasks/captioning-task.ts";
import { changeTask } from "../../tasks/change-task.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { approvalTimeoutSeconds } from "../time-limits.ts";
import { type ChooseBrollsDeps, chooseTaskBrolls } from "./choose-task-brolls.ts";
import { needsBrolls, stageAfterBrolls } from "./prepare-captioning-task.ts";

interface CompleteBrollsDeps {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  now: () => Date;
}

export interface PlanBrollsDeps extends CompleteBrollsDeps, ChooseBrollsDeps {
  transcripts: Pick<TranscriptStore, "read" | "readCuts">;
  videos: Pick<VideoStore, "get">;
  bucket: Pick<MediaBucket, "getJson" | "putJson" | "head">;
}

/** Where the execution continues when all clips are in the bucket. */
export interface BrollsDone {
  nextStage: "approval" | "rendering";
  approvalTimeoutSeconds: number;
}

/** `fetch`: the ingest container must fetch the clips of the job. */
export type BrollsPlanned = BrollsDone | { nextStage: "fetch"; taskId: string; jobKey: string };

/**
 * Decides which clips a task's output shows and when, and writes the job that fetches them. Clips beyond the end of the
 * output are not fetched. Idempotent: an earlier choice is kept.
 *
 * Throws NamedError NotFound, VideoUnavailable, BrollUnavailable.
 */
export const planBrolls = async (
  { taskId }: { taskId: string },
  deps: PlanBrollsDeps,
): Promise<BrollsPlanned> => {
  const task = await deps.tasks.get(taskId);
  if (!task) throw new NamedError("NotFound", "The task has expired.");
  if (!needsBrolls(task)) return done(task, deps.now());
  const media = await mediaOfTask(task, deps.videos);
  const items =
    task.request.customBrolls === undefined
      ? await chosenItems(task, media, deps)
      : await requestedItems(task, media, deps);
  if (items.every(({ stored }) => stored !== undefined)) {
    await deps.bucket.putJson(brollPlanKey(taskId), storedPlan(items));
    return completeBrolls({ taskId }, deps);
  }
  const job: BrollJob = { taskId, items };
  await deps.bucket.putJson(brollJobKey(taskId), job);
  return { nextStage: "fetch", taskId, jobKey: brollJobKey(taskId) };
};

const requestedItems = async (
  task: CaptioningTask,
  media: MediaInfo,
  { bucket, transcripts }: PlanBrollsDeps,
): Promise<BrollJob["items"]> => {
  const requested = z.array(requestedBrollSchema).parse(await bucket.getJson(requestedBrollsKey(task.id)));
  const named = requested.map((broll, index) => ({ ...broll, name: customBrollName(index) }));
  // Requests use the times of the source, because the cuts are decided later.
  const cuts = task.autoCut?.isCut ? await transcripts.readCuts(task.id) : null;
  const inOutput = cuts === null ? named : brollsOnCutTimeLine(named, cuts);
  return truncateBrolls(inOutput, outputDurationSeconds(task, media.durationSeconds));
};

/** Reuses the items of an existing job: a second search may return other clips after some have been fetched. */
const chosenItems = async (
  task: CaptioningTask,
  media: MediaInfo,
  deps: PlanBrollsDeps,
): Promise<BrollJob["items"]> => {
  const job = await getJsonOrNull(deps.bucket, brollJobKey(task.id));
  return job === null ? chooseTaskBrolls(task, media, deps) : brollJobSchema.parse(job).items;
};

/** Returns the plan when all clips are already in the bucket. */
const storedPlan = (items: BrollJob["items"]): PlannedBroll[] =>
  items.flatMap(({ name: _, isOptional: __, stored, ...broll }) =>
    stored ? [{ ...broll, ...stored, isStored: true }] : [],
  );

/**
 * Stores that the plan and its clips are in the bucket. Idempotent.
 *
 * Throws NamedError NotFound.
 */
export const completeBrolls = async (
  { taskId }: { taskId: string },
  { tasks, now }: CompleteBrollsDeps,
): Promise<BrollsDone> => {
  const task = await changeTask(taskId, tasks, (current) =>
    current.status !== "transcribing" || current.hasBrollPlan
      ? null
      : { ...current, hasBrollPlan: true, updatedAt: now().toISOString() },
  );
  if (!task) throw new NamedError("NotFound", "The task has expired.");
  return done(task, now());
};

const done = (task: CaptioningTask, now: Date): BrollsDone => ({
  nextStage: stageAfterBrolls(task),
  approvalTimeoutSeconds: approvalTimeoutSeconds(task, now),
});
