import { type DubJob, type Spoken, spokenSchema } from "../../dub/dub-job.ts";
import {
  chooseShorter,
  type DubShortening,
  sentencesTooLong,
  shortenedDubSchema,
  shorterJob,
} from "../../dub/shortening.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import {
  dubJobKey,
  dubPlanKey,
  dubShortenedKey,
  dubShorteningKey,
  dubSpokenKey,
  shortDubJobKey,
  shortDubSpokenKey,
} from "../../storage/keys.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import type { Translation } from "../../translation/translation.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import { dubTimeoutSeconds } from "../time-limits.ts";
import type { TranslationDeps } from "./request-translation.ts";
import { wordSourceOf } from "./word-source.ts";

/** The part of `transcribing` that is completed before the dub, after its speech and shorter texts, and after the mix. */
export const dubProgress = { recognized: 0.4, spoken: 0.9, shortened: 0.95, mixed: 1 } as const;

/** A step of the dub container that must be run. */
export interface DubStep {
  step: "speak" | "mix";
  jobKey: string;
  progress: { from: number; upTo: number };
  timeoutSeconds: number;
}

/** What was spoken: the texts of the job. */
export interface Speech {
  job: DubJob;
  spoken: Spoken;
}

interface RequestedSpeech {
  task: CaptioningTask;
  translation: Translation;
  media: MediaInfo;
  /** Of the first translation. */
  job: DubJob;
}

/** Returns the sentences of a translation that a dub speaks. */
export const spokenSentences = ({ sentences }: Translation, media: MediaInfo): Translation["sentences"] =>
  sentences.filter(
    ({ text, startSeconds }) => /[\p{L}\p{N}]/u.test(text) && startSeconds < media.durationSeconds,
  );

/** Returns a step of the dub container. */
export const dubStepOf = (
  { id }: CaptioningTask,
  media: MediaInfo,
  step: "speak" | "speakShorter" | "mix",
): DubStep => {
  const { recognized, spoken, shortened, mixed } = dubProgress;
  const timeoutSeconds = dubTimeoutSeconds(media.durationSeconds);
  switch (step) {
    case "speak":
      return {
        step,
        jobKey: dubJobKey(id),
        progress: { from: recognized, upTo: spoken },
        timeoutSeconds,
      };
    case "speakShorter":
      return {
        step: "speak",
        jobKey: shortDubJobKey(id),
        progress: { from: spoken, upTo: shortened },
        timeoutSeconds,
      };
    case "mix":
      return { step, jobKey: dubJobKey(id), progress: { from: shortened, upTo: mixed }, timeoutSeconds };
  }
};

/**
 * Returns the speech of a dub, or what must be run first. Sentences that do not fit in time are shortened once by the
 * language model, where there is one, and spoken again.
 */
export const requestSpeech = async (
  requested: RequestedSpeech,
  deps: TranslationDeps,
): Promise<Speech | DubStep | "translation"> => {
  const { task, media, job } = requested;
  const stored = await getJsonOrNull(deps.bucket, dubSpokenKey(task.id));
  if (stored === null) {
    await deps.bucket.putJson(dubJobKey(task.id), job);
    return dubStepOf(task, media, "speak");
  }
  const long = { job, spoken: spokenSchema.parse(stored) };
  const shorter = await requestShorterTexts(requested, long, deps);
  if (shorter === "translation") return shorter;
  if (shorter === null) return long;
  const storedShorter = await getJsonOrNull(deps.bucket, shortDubSpokenKey(task.id));
  if (storedShorter === null) {
    await deps.bucket.putJson(shortDubJobKey(task.id), shorter);
    return dubStepOf(task, media, "speakShorter");
  }
  return chooseShorter(long, { job: shorter, spoken: spokenSchema.parse(storedShorter) });
};

/** Returns the job of shorter texts; null if none is needed or available. */
const requestShorterTexts = async (
  { task, translation, media, job }: RequestedSpeech,
  { spoken }: Speech,
  { bucket, translation: support }: TranslationDeps,
): Promise<DubJob | "translation" | null> => {
  const stored = await getJsonOrNull(bucket, dubShortenedKey(task.id));
  if (stored !== null) return shorterJob(job, shortenedDubSchema.parse(stored));
  // Planned by a version that did not shorten.
  if ((await bucket.head(dubPlanKey(task.id))) !== null) return null;
  if (!support.enginesFor(translation, wordSourceOf(task)).includes("model")) return null;
  const sources = spokenSentences(translation, media).map(({ source }) => source);
  const sentences = sentencesTooLong(job, spoken, sources);
  if (sentences.length === 0) return null;
  const { from, to } = translation;
  await bucket.putJson(dubShorteningKey(task.id), { from, to, sentences } satisfies DubShortening);
  return "translation";
};
