import { NamedError } from "../errors.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { CaptioningTask } from "./captioning-task.ts";
import { getOwnedTask, type TaskPath } from "./owned-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";

/** Only edits of the transcript can come in between; more of them than this within one request is no accident. */
const maxRounds = 5;

/**
 * Approves the transcript now stored: one conditional write to `rendering`, then the waiting execution is told. When
 * telling fails, the record keeps the token and the reconciler sends it again. Throws NamedError NotFound,
 * InvalidTaskState.
 */
export const approveTranscript = async (
  path: TaskPath,
  deps: {
    videos: Pick<VideoStore, "get">;
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    workflows: Pick<Workflows, "sendSuccess">;
    /** Told of a call that did not reach the waiting execution; the approval holds all the same. */
    onUnsent: (error: unknown) => void;
    now: () => Date;
  },
): Promise<void> => {
  for (let round = 1; ; round += 1) {
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
      if (round < maxRounds) continue;
      throw new NamedError("InvalidTaskState", "The transcript is being changed: approve it again.", {
        cause: error,
      });
    }
    try {
      await deps.workflows.sendSuccess(task.taskToken, {});
    } catch (error) {
      // The record says approved, and the reconciler sends this again from it: the client has nothing to repeat.
      deps.onUnsent(error);
    }
    return;
  }
};

const notWaiting = ({ status, transcriptApproved }: CaptioningTask): NamedError =>
  new NamedError(
    "InvalidTaskState",
    transcriptApproved
      ? `The transcript has been approved already; the task's status is ${status}.`
      : `Only a task in transcriptionCompleted can be approved; this one's status is ${status}.`,
  );
