import { clipCostToHold, clipGrid } from "../../clips/clip-media.ts";
import { recognizedShare } from "../../clips/clipping-progress.ts";
import { recognitionKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { changeTask, statusChangeFields } from "../../tasks/change-task.ts";
import type { ClipTask } from "../../tasks/clip-task.ts";
import { hasEnded } from "../../tasks/task.ts";
import type { ClipTaskStore } from "../../tasks/task-store.ts";
import { checkAudioForSpeech, type MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { bindExecution, mediaOfTask } from "../bind-execution.ts";
import { transcriptionTimeoutSeconds } from "../time-limits.ts";
import {
  type RecognitionSettings,
  type TranscriptionInput,
  transcriptionInput,
} from "../transcription/transcription-input.ts";

export interface PreparedClipTask {
  /** Where the execution continues. A redriven one skips what an earlier one has finished. */
  nextStage: "speech" | "choice" | "publication" | "finished";
  transcriptionTimeoutSeconds: number;
  /** Only when `nextStage` is speech. */
  transcription: TranscriptionInput | null;
}

export interface PrepareClipDeps extends RecognitionSettings {
  clipTasks: Pick<ClipTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  bucket: Pick<MediaBucket, "head">;
  now: () => Date;
}

/**
 * First step of every execution of a clip task: binds the execution to the task, rejects what cannot be cut before any work
 * is done, changes a pending task to `clipping`, and decides from the record where to continue.
 *
 * Throws NamedError: NotFound, VideoUnavailable, AudioUnreadable, NoPicture, NoSpeech, VideoTooShort,
 * InsufficientCredits.
 */
export const prepareClipTask = async (
  input: { taskId: string; executionArn: string },
  deps: PrepareClipDeps,
): Promise<PreparedClipTask> => {
  const task = await bindExecution(input, deps.clipTasks, deps.now);
  const noTranscription = {
    transcriptionTimeoutSeconds: transcriptionTimeoutSeconds(0),
    transcription: null,
  };
  if (hasEnded(task)) return { nextStage: "finished", ...noTranscription };
  const media = await mediaOfTask(task, deps.videos);
  checkAudioForSpeech(media);
  clipGrid(media, task.request);
  const started =
    (await changeTask(task.id, deps.clipTasks, (current) => toClipping(current, media, deps.now()))) ?? task;
  if (started.status === "clipped") return { nextStage: "publication", ...noTranscription };
  if (started.status !== "clipping") return { nextStage: "finished", ...noTranscription };
  if ((await deps.bucket.head(recognitionKey(task.id))) !== null)
    return { nextStage: "choice", ...noTranscription };
  return {
    nextStage: "speech",
    transcriptionTimeoutSeconds: transcriptionTimeoutSeconds(media.durationSeconds),
    transcription: transcriptionInput(task, media, transcriptionOptions, deps),
  };
};

const transcriptionOptions = {
  language: null,
  dictionary: [],
  outputs: { words: true, disfluencies: false, audibleSpans: false, englishTranslation: false },
  progress: { status: "clipping", upTo: recognizedShare },
  // Clips come with the confidence of their words.
  needsConfidence: true,
} as const;

const toClipping = (task: ClipTask, media: MediaInfo, now: Date): ClipTask | null =>
  task.status === "pending"
    ? {
        ...task,
        ...statusChangeFields(task, now),
        status: "clipping",
        // Held at creation if the media was known then.
        ...(task.costMicroUsd === null ? clipCostToHold(media, task.request) : {}),
      }
    : null;
