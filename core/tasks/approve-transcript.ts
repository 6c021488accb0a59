import { NamedError } from "../errors.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { changeTask, statusChangeFields } from "./change-task.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";

/**
 * Approves the current transcript: one conditional write to `rendering`, then the task token's success. When sending the
 * success fails, the record keeps the token and the reconciler sends it again. Throws NamedError NotFound,
 * InvalidTaskState.
 */
export const approveTranscript = async (
  path: TaskPath,
  deps: {
    videos: Pick<VideoStore, "get">;
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    workflows: Pick<Workflows, "sendSuccess">;
    /** Receives the error of a success that could not be sent; the approval is valid nevertheless. */
    onSendFailure: (error: unknown) => void;
    now: () => Date;
  },
): Promise<void> => {
  const owned = {
    get: async () => (await getOwnedTask(path, deps)).task,
    update: (from: CaptioningTask, to: CaptioningTask) => deps.tasks.update(from, to),
  };
  const approved = await changeTask(path.taskId, owned, (task) => toApproved(task, deps.now())).catch(
    asModifiedConcurrently,
  );
  if (approved?.status !== "rendering" || approved.taskToken === undefined) return;
  try {
    await deps.workflows.sendSuccess(approved.taskToken, {});
  } catch (error) {
    // The record is approved, and the reconciler sends the success again: the client need not retry.
    deps.onSendFailure(error);
  }
};

const toApproved = (task: CaptioningTask, now: Date): CaptioningTask => {
  if (task.status !== "transcriptionCompleted") throw notWaiting(task);
  return { ...task, ...statusChangeFields(task, now), status: "rendering", transcriptApproved: true };
};

/** Only edits of the transcript conflict with an approval; more of them than it is attempted are abuse. */
const asModifiedConcurrently = (error: unknown): never => {
  if (!(error instanceof WriteConflict)) throw error;
  const message = "The transcript was modified concurrently. Approve it again.";
  throw new NamedError("InvalidTaskState", message, { cause: error });
};

const notWaiting = ({ status, transcriptApproved }: CaptioningTask): NamedError =>
  new NamedError(
    "InvalidTaskState",
    transcriptApproved
      ? `The transcript has already been approved. The task's status is ${status}.`
      : `Only a task in transcriptionCompleted can be approved. The status of this task is ${status}.`,
  );
