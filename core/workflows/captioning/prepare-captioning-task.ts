import { costToHold } from "../../billing/price.ts";
import { showsBrolls } from "../../broll/broll-rules.ts";
import { NamedError } from "../../errors.ts";
import type { FontStore } from "../../fonts/font.ts";
import { fontsOfTask } from "../../fonts/task-fonts.ts";
import { languageCodes, parseLanguageCode } from "../../languages/languages.ts";
import { checkOutputSize } from "../../render-plan/output-size.ts";
import { outputModeOf } from "../../settings/output-mode.ts";
import { recognitionKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import { changeTask, statusChangeFields } from "../../tasks/change-task.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import type { TranslationSupport } from "../../translation/translation-support.ts";
import { checkAudioForSpeech, type MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { bindExecution, mediaOfTask } from "../bind-execution.ts";
import { approvalTimeoutSeconds, transcriptionTimeoutSeconds } from "../time-limits.ts";
import {
  type RecognitionSettings,
  type TranscriptionInput,
  transcriptionInput,
} from "../transcription/transcription-input.ts";
import { checkSpeech } from "./request-dub.ts";
import { dubProgress } from "./request-speech.ts";

/** Where an execution continues. A redriven one skips what an earlier one has finished. */
export type NextStage = "speech" | "transcript" | "brolls" | "approval" | "rendering" | "finished";

export interface PreparedTask {
  nextStage: NextStage;
  approvalTimeoutSeconds: number;
  transcriptionTimeoutSeconds: number;
  /** Only when `nextStage` is speech. */
  transcription: TranscriptionInput | null;
}

export interface PrepareDeps extends RecognitionSettings {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  fonts: Pick<FontStore, "get">;
  bucket: Pick<MediaBucket, "head">;
  translation: TranslationSupport;
  now: () => Date;
}

/**
 * First step of every execution: binds the execution to the task, rejects what cannot be rendered before any work is done,
 * changes a pending task to `transcribing`, and decides from the record where to continue.
 *
 * Throws NamedError: NotFound, VideoUnavailable, AudioSourceRequiresTransparent, AudioUnreadable, NoSpeech (a dub without
 * audio), FontNotFound, InsufficientCredits.
 */
export const prepareCaptioningTask = async (
  input: { taskId: string; executionArn: string },
  deps: PrepareDeps,
): Promise<PreparedTask> => {
  const task = await bindExecution(input, deps.tasks, deps.now);
  if (task.status === "completed" || task.status === "failed") return prepared(task, "finished", null, deps);

  const media = await usableMedia(task, deps);
  // The fonts of words are checked with the words; that of the style is known here.
  await fontsOfTask(task, [], deps);
  const started =
    (await changeTask(task.id, deps.tasks, (current) => toTranscribing(current, media, deps.now()))) ?? task;
  return prepared(started, await nextStageOf(started, media, deps), media, deps);
};

const usableMedia = async (task: CaptioningTask, { videos }: PrepareDeps): Promise<MediaInfo> => {
  const media = await mediaOfTask(task, videos);
  if (!media.video && outputModeOf(task.request.exportSettings) !== "transparent") {
    throw new NamedError(
      "AudioSourceRequiresTransparent",
      "The source has audio but no video stream. Set exportSettings.outputMode to transparent, with width and height.",
    );
  }
  if (needsAudio(task)) checkAudioForSpeech(media);
  checkSpeech(task, media.audio !== null);
  checkOutputSize(media, task.request.exportSettings);
  return media;
};

/** Cuts need the audible spans, also for supplied and copied transcripts. */
const needsAudio = ({ request }: CaptioningTask): boolean =>
  request.source.kind === "speech" || request.autoCut !== undefined;

const toTranscribing = (task: CaptioningTask, media: MediaInfo, now: Date): CaptioningTask | null =>
  task.status === "pending"
    ? {
        ...task,
        ...statusChangeFields(task, now),
        status: "transcribing",
        // Held at creation if the media was known then.
        ...(task.costMicroUsd === null ? costToHold(media, task.request) : {}),
      }
    : null;

const nextStageOf = async (task: CaptioningTask, media: MediaInfo, deps: PrepareDeps): Promise<NextStage> => {
  if (task.status === "rendering") return "rendering";
  if (task.status === "transcriptionCompleted") return "approval";
  if (task.status !== "transcribing") return "finished";
  if (task.transcriptRevision > 0) return stageAfterTranscript(task);
  if (!needsAudio(task) || media.audio === null) return "transcript";
  const isRecognized = (await deps.bucket.head(recognitionKey(task.id))) !== null;
  return isRecognized ? "transcript" : "speech";
};

/** Returns the stage that follows the first transcript. */
export const stageAfterTranscript = (task: CaptioningTask): "brolls" | "approval" | "rendering" =>
  needsBrolls(task) ? "brolls" : stageAfterBrolls(task);

/** Returns whether clips must still be planned and fetched. */
export const needsBrolls = ({ request, hasBrollPlan }: CaptioningTask): boolean =>
  (request.customBrolls ?? request.brollPercent) !== undefined &&
  !hasBrollPlan &&
  showsBrolls(request.exportSettings);

export const stageAfterBrolls = (task: CaptioningTask): "approval" | "rendering" =>
  task.request.autoApprove ? "rendering" : "approval";

/** Returns whether the recognizer translates, as far as the language is known. */
const isTranslatedByRecognizer = ({ request }: CaptioningTask, support: TranslationSupport): boolean => {
  if (request.translateTo !== "en" || request.source.kind !== "speech") return false;
  const given = request.language === null ? null : parseLanguageCode(request.language);
  const sources = given === null ? languageCodes : [given];
  return sources.some((from) => support.enginesFor({ from, to: "en" }, "speech")[0] === "speech");
};

const prepared = (
  task: CaptioningTask,
  nextStage: NextStage,
  media: MediaInfo | null,
  deps: PrepareDeps,
): PreparedTask => ({
  nextStage,
  approvalTimeoutSeconds: approvalTimeoutSeconds(task, deps.now()),
  transcriptionTimeoutSeconds: transcriptionTimeoutSeconds(media?.durationSeconds ?? 0),
  transcription:
    nextStage === "speech" && media
      ? inputOf(task, media, deps, isTranslatedByRecognizer(task, deps.translation))
      : null,
});

const inputOf = (
  task: CaptioningTask,
  media: MediaInfo,
  settings: RecognitionSettings,
  englishTranslation: boolean,
): TranscriptionInput => {
  const { language, dictionary, autoCut, source, autoApprove, referenceCues } = task.request;
  const outputs = {
    words: source.kind === "speech",
    disfluencies: autoCut?.disfluencyRemoval ?? false,
    audibleSpans: autoCut !== undefined,
    englishTranslation,
  };
  const upTo = task.request.dub === true ? dubProgress.recognized : 1;
  const progress = { status: "transcribing", upTo } as const;
  // The more certain a word is, the more similar its correction by a reference transcript must be.
  const needsConfidence = !autoApprove || referenceCues !== undefined;
  const options = { language, dictionary, outputs, progress, needsConfidence };
  return transcriptionInput(task, media, options, settings);
};
