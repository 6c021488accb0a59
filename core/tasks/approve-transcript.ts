import { NamedError } from "../errors.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";

/** Only edits of the transcript conflict with an approval; more of them than this during one request are abuse. */
const maxAttempts = 5;

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
  for (let attempt = 1; ; attempt += 1) {
    const { task } = await getOwnedTask(path, deps);
    if (task.status !== "transcriptionCompleted") throw notWaiting(task);
    const approved: CaptioningTask = {
      ...task,
      status: "rendering",
      transcriptApproved: true,
      sequence: task.sequence + 1,
      stageProgress: 0,
      updatedAt: deps.now().toISOString(),
    };
    try {
      await deps.tasks.update(task, approved);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt < maxAttempts) continue;
      throw new NamedError(
        "InvalidTaskState",
        "The transcript was modified concurrently. Approve it again.",
        {
          cause: error,
        },
      );
    }
    try {
      await deps.workflows.sendSuccess(task.taskToken, {});
    } catch (error) {
      // The record is approved, and the reconciler sends the success again: the client need not retry.
      deps.onSendFailure(error);
    }
    return;
  }
};

const notWaiting = ({ status, transcriptApproved }: CaptioningTask): NamedError =>
  new NamedError(
    "InvalidTaskState",
    transcriptApproved
      ? `The transcript has already been approved. The task's status is ${status}.`
      : `Only a task in transcriptionCompleted can be approved. The status of this task is ${status}.`,
  );
