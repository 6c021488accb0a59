import { autoCut } from "../cuts/auto-cut.ts";
import { onSourceTimeLine } from "../cuts/retime.ts";
import { decorateComposed } from "../decorate/decorate.ts";
import { NamedError } from "../errors.ts";
import type { FontStore } from "../fonts/font.ts";
import { fontsOfTask } from "../fonts/task-fonts.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import { composeTranscript } from "../transcript/compose.ts";
import { fitTranscript } from "../transcript/fit.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { changeTask } from "./change-task.ts";
import { corrected } from "./corrected-speech.ts";
import { afterTranscript } from "./prepare-captioning-task.ts";
import { approvalTimeoutSeconds } from "./time-limits.ts";

export interface ComposeDeps {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  fonts: Pick<FontStore, "get">;
  transcripts: Pick<
    TranscriptStore,
    "read" | "write" | "readSupplied" | "readReference" | "readRecognition" | "readCuts" | "writeCuts"
  >;
  now: () => Date;
}

export interface TranscriptComposed {
  nextStage: "brolls" | "approval" | "rendering";
  approvalTimeoutSeconds: number;
}

interface Words {
  transcript: Transcript;
  language: string | null;
}

/**
 * Stores a task's first transcript: what was recognised, what the client supplied, or a copy of another task's as it
 * is now; nothing at all for media without sound. Repeating it is harmless.
 *
 * Throws NamedError: NotFound, VideoUnavailable, FontNotFound, TranscriptNotReady (the task to copy from has expired).
 */
export const composeTaskTranscript = async (
  { taskId }: { taskId: string },
  deps: ComposeDeps,
): Promise<TranscriptComposed> => {
  const task = await deps.tasks.get(taskId);
  if (!task) throw new NamedError("NotFound", "The task has expired.");
  const stored = task.transcriptRevision > 0 ? task : await storeFirst(task, deps);
  return {
    nextStage: afterTranscript(stored),
    approvalTimeoutSeconds: approvalTimeoutSeconds(stored, deps.now()),
  };
};

const storeFirst = async (task: CaptioningTask, deps: ComposeDeps): Promise<CaptioningTask> => {
  const video = await deps.videos.get(task.videoId);
  if (video?.status !== "uploaded") {
    throw new NamedError("VideoUnavailable", "The video has expired; upload it again.");
  }
  const words = await wordsOf(task, video.media, deps);
  const { transcript, done } = await cutWords(task, words, video.media, deps);
  await fontsOfTask(task, transcript, deps);
  await deps.transcripts.write(task.id, 1, decorateComposed(transcript, words.language, task.request.source));
  const stored = await changeTask(task.id, deps.tasks, (current) =>
    current.transcriptRevision > 0 || current.status !== "transcribing"
      ? null
      : {
          ...current,
          transcriptRevision: 1,
          detectedLanguage: words.language,
          ...done,
          updatedAt: deps.now().toISOString(),
        },
  );
  return stored ?? task;
};

/** The last stage of a transcript's making: what is cut is cut, and the words are where they will be seen. */
const cutWords = async (
  task: CaptioningTask,
  words: Words,
  media: MediaInfo,
  { transcripts }: ComposeDeps,
): Promise<{ transcript: Transcript; done: Pick<CaptioningTask, "autoCut"> }> => {
  const { autoCut: settings, exportSettings } = task.request;
  if (settings === undefined) return { transcript: words.transcript, done: {} };
  const sounds = media.audio ? ((await transcripts.readRecognition(task.id)).sounds ?? null) : null;
  const { transcript, cuts, durationSeconds } = autoCut(words, sounds, settings, { media, exportSettings });
  if (cuts) await transcripts.writeCuts(task.id, cuts);
  return { transcript, done: { autoCut: { isCut: cuts !== null, durationSeconds } } };
};

const wordsOf = async (task: CaptioningTask, media: MediaInfo, deps: ComposeDeps): Promise<Words> => {
  const { source, language } = task.request;
  switch (source.kind) {
    case "supplied": {
      const supplied = await deps.transcripts.readSupplied(task.id);
      return { transcript: fitTranscript(supplied, media.durationSeconds), language };
    }
    case "copy": {
      const other = await deps.tasks.get(source.transcriptTaskId);
      if (!other || other.transcriptRevision === 0) {
        throw new NamedError(
          "TranscriptNotReady",
          "The task named by transcriptTaskId has no transcript any more.",
        );
      }
      const copied = await deps.transcripts.read(other.id, other.transcriptRevision);
      const inSource = other.autoCut?.isCut
        ? onSourceTimeLine(copied, await deps.transcripts.readCuts(other.id))
        : copied;
      const copiedLanguage = language ?? other.detectedLanguage ?? other.request.language;
      return { transcript: fitTranscript(inSource, media.durationSeconds), language: copiedLanguage };
    }
    case "speech": {
      if (!media.audio) return { transcript: [], language };
      const recognition = await deps.transcripts.readRecognition(task.id);
      return {
        transcript: composeTranscript(await corrected(recognition, task, deps), media.durationSeconds),
        language: recognition.language ?? language,
      };
    }
  }
};
