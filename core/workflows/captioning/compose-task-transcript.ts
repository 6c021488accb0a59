import { annotateComposed } from "../../annotation/annotate.ts";
import { autoCut } from "../../cuts/auto-cut.ts";
import { removeDisfluencies } from "../../cuts/disfluencies.ts";
import { transcriptOnSourceTimeLine } from "../../cuts/retime.ts";
import { dubbedAudibleSpans } from "../../dub/dubbed-transcript.ts";
import { NamedError } from "../../errors.ts";
import type { FontStore } from "../../fonts/font.ts";
import { fontsOfTask } from "../../fonts/task-fonts.ts";
import { planOutput } from "../../render-plan/output-plan.ts";
import { type CaptioningTask, transcriptLanguage } from "../../tasks/captioning-task.ts";
import { changeTask } from "../../tasks/change-task.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import { composeTranscript } from "../../transcript/compose.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import { truncateTranscript } from "../../transcript/truncate.ts";
import { timeUnitProblem } from "../../transcript/validate.ts";
import type { Transcript } from "../../transcript/word-entry.ts";
import type { Translation } from "../../translation/translation.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { approvalTimeoutSeconds } from "../time-limits.ts";
import { correctRecognition } from "../transcription/correct-recognition.ts";
import { stageAfterTranscript } from "./prepare-captioning-task.ts";
import { checkSpeech, type Dub, requestDub } from "./request-dub.ts";
import type { DubStep } from "./request-speech.ts";
import { requestTranslation, type TranslationDeps } from "./request-translation.ts";
import { wordSourceOf } from "./word-source.ts";

export interface ComposeDeps extends TranslationDeps {
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
  /** `translation` and `dub`: the transcript must be translated or dubbed, and then composed again. */
  nextStage: "translation" | "dub" | "brolls" | "approval" | "rendering";
  /** Only when `nextStage` is dub. */
  dub: DubStep | null;
  approvalTimeoutSeconds: number;
}

interface Words {
  transcript: Transcript;
  language: string | null;
}

/**
 * Stores a task's first transcript: recognized, supplied by the client, or a copy of another task's current transcript; empty
 * for media without audio. Idempotent.
 *
 * Throws NamedError: NotFound, VideoUnavailable, FontNotFound, TranscriptNotReady (the task to copy from has expired),
 * TranscriptOutsideVideo, TranslationUnsupported, NoSpeech and DubUnavailable (of a dub).
 */
export const composeTaskTranscript = async (
  { taskId }: { taskId: string },
  deps: ComposeDeps,
): Promise<TranscriptComposed> => {
  const task = await deps.tasks.get(taskId);
  if (!task) throw new NamedError("NotFound", "The task has expired.");
  const result = task.transcriptRevision > 0 ? task : await storeFirst(task, deps);
  return {
    nextStage: "nextStage" in result ? result.nextStage : stageAfterTranscript(result),
    dub: "nextStage" in result ? result.dub : null,
    approvalTimeoutSeconds: approvalTimeoutSeconds(task, deps.now()),
  };
};

/** Work that precedes the first transcript. */
type Pending = { nextStage: "translation"; dub: null } | { nextStage: "dub"; dub: DubStep };

const storeFirst = async (task: CaptioningTask, deps: ComposeDeps): Promise<CaptioningTask | Pending> => {
  const media = await mediaOfTask(task, deps.videos);
  const words = await wordsOf(task, media, deps);
  checkSpeech(task, words.transcript.length > 0);
  const translation = await requestTranslation(task, wordsToTranslate(task, words), deps);
  if (translation === "pending") return { nextStage: "translation", dub: null };
  const dub = task.request.dub === true ? await requestDub(task, translation, media, deps) : null;
  if (dub === "translation") return { nextStage: dub, dub: null };
  if (dub !== null && "step" in dub) return { nextStage: "dub", dub };
  const captionWords =
    dub === null
      ? { ...words, captions: translation?.transcript ?? null, dub }
      : { transcript: dub.transcript, language: translation?.to ?? null, captions: null, dub };
  const { transcript, done } = await cutWords(task, captionWords, media, deps);
  await fontsOfTask(task, transcript, deps);
  await deps.transcripts.write(
    task.id,
    1,
    annotateComposed(transcript, translation?.to ?? words.language, task.request.source),
  );
  const stored = await changeTask(task.id, deps.tasks, (current) =>
    current.transcriptRevision > 0 || current.status !== "transcribing"
      ? null
      : {
          ...current,
          transcriptRevision: 1,
          detectedLanguage: translation?.from ?? words.language,
          ...translatedFields(task, translation, deps),
          ...dubFields(dub),
          ...done,
          updatedAt: deps.now().toISOString(),
        },
  );
  return stored ?? task;
};

const translatedFields = (
  task: CaptioningTask,
  translation: Translation | null,
  deps: ComposeDeps,
): Pick<CaptioningTask, "translatedTo" | "hasRoughTranslation"> => {
  if (translation === null) return {};
  const isRough = deps.translation.isRough(translation, wordSourceOf(task));
  return { translatedTo: translation.to, ...(isRough ? { hasRoughTranslation: true } : {}) };
};

const dubFields = (dub: Dub | null): Pick<CaptioningTask, "longDubSentences"> => {
  const long = dub?.plan.clips.filter(({ isTooLong }) => isTooLong).length ?? 0;
  return long === 0 ? {} : { longDubSentences: long };
};

/** Returns the words to translate: without the disfluencies that will be cut. */
const wordsToTranslate = (task: CaptioningTask, words: Words): Words =>
  task.request.autoCut?.disfluencyRemoval
    ? { ...words, transcript: removeDisfluencies(words.transcript, words.language).transcript }
    : words;

/** The words that cuts are planned by, and those to show instead. */
interface CaptionWords extends Words {
  captions: Transcript | null;
  dub: Dub | null;
}

/** Applies the requested cuts. Returns the transcript on the output's time line. */
const cutWords = async (
  task: CaptioningTask,
  words: CaptionWords,
  media: MediaInfo,
  { transcripts }: ComposeDeps,
): Promise<{ transcript: Transcript; done: Pick<CaptioningTask, "autoCut"> }> => {
  const { autoCut: settings, exportSettings } = task.request;
  if (settings === undefined) return { transcript: words.captions ?? words.transcript, done: {} };
  const recognition = media.audio ? await transcripts.readRecognition(task.id) : null;
  const spans = recognition?.audibleSpans ?? null;
  const { transcript, cuts, durationSeconds } = autoCut(
    words,
    words.dub ? dubbedAudibleSpans(spans, words.dub.plan) : spans,
    // The dub speaks none.
    words.dub ? { ...settings, disfluencyRemoval: false } : settings,
    {
      ...planOutput(media, exportSettings),
      durationSeconds: media.durationSeconds,
    },
  );
  if (cuts) await transcripts.writeCuts(task.id, cuts);
  return { transcript, done: { autoCut: { isCut: cuts !== null, durationSeconds } } };
};

const wordsOf = async (task: CaptioningTask, media: MediaInfo, deps: ComposeDeps): Promise<Words> => {
  const { source, language } = task.request;
  switch (source.kind) {
    case "supplied": {
      const supplied = await deps.transcripts.readSupplied(task.id);
      // Also for a video whose duration was unknown at creation.
      const problem = timeUnitProblem(supplied, media.durationSeconds, "");
      if (problem !== null) throw new NamedError("TranscriptOutsideVideo", `${problem}.`);
      return { transcript: truncateTranscript(supplied, media.durationSeconds), language };
    }
    case "copy": {
      const other = await deps.tasks.get(source.transcriptTaskId);
      if (!other || other.transcriptRevision === 0) {
        throw new NamedError(
          "TranscriptNotReady",
          "The task in transcriptTaskId has expired. Create this task again with another transcriptTaskId.",
        );
      }
      const copied = await deps.transcripts.read(other.id, other.transcriptRevision);
      const inSource = other.autoCut?.isCut
        ? transcriptOnSourceTimeLine(copied, await deps.transcripts.readCuts(other.id))
        : copied;
      const copiedLanguage = language ?? transcriptLanguage(other);
      return { transcript: truncateTranscript(inSource, media.durationSeconds), language: copiedLanguage };
    }
    case "speech": {
      if (!media.audio) return { transcript: [], language };
      const recognition = await deps.transcripts.readRecognition(task.id);
      return {
        transcript: composeTranscript(
          await correctRecognition(recognition, task, deps),
          media.durationSeconds,
        ),
        language: recognition.language ?? language,
      };
    }
  }
};
