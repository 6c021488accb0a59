import { type DubJob, type DubPlan, dubPlanSchema } from "../../dub/dub-job.ts";
import { checkDubbedPair } from "../../dub/dub-support.ts";
import { dubbedTranscript } from "../../dub/dubbed-transcript.ts";
import { planDub } from "../../dub/plan-dub.ts";
import { NamedError } from "../../errors.ts";
import { languageOf, parseLanguageCode } from "../../languages/languages.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { dubAudioKey, dubPlanKey, dubPrefix, videoSourceKey } from "../../storage/keys.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import type { Transcript } from "../../transcript/word-entry.ts";
import type { Translation } from "../../translation/translation.ts";
import { audioTracks, type MediaInfo, zeroSeconds } from "../../videos/media-info.ts";
import { type DubStep, dubStepOf, requestSpeech, type Speech, spokenSentences } from "./request-speech.ts";
import type { TranslationDeps } from "./request-translation.ts";

/** A completed dub: the words of the dubbed audio, on the source's time line, and its plan. */
export interface Dub {
  transcript: Transcript;
  plan: DubPlan;
}

/** Throws NamedError NoSpeech for media that cannot be dubbed. */
export const checkSpeech = ({ request }: CaptioningTask, hasSpeech: boolean): void => {
  if (request.dub !== true || hasSpeech) return;
  throw new NamedError("NoSpeech", "No speech was found, so there is nothing to dub. Omit dub.");
};

/**
 * Returns the dub of a task, or the step that must be run first; its input has been written to the bucket. Each step
 * leaves an object, so that a repeated call continues. `translation`: sentences must be shortened (shortenDub).
 *
 * @param translation null: the speech is in the target language already
 *
 * Throws NamedError DubUnavailable (the speech is in the target language), NoSpeech, TranslationUnsupported (the
 * translation is too rough).
 */
export const requestDub = async (
  task: CaptioningTask,
  translation: Translation | null,
  media: MediaInfo,
  deps: TranslationDeps,
): Promise<Dub | DubStep | "translation"> => {
  if (translation === null) throw alreadySpoken(task);
  checkDubbedPair(translation, deps.translation);
  const job = jobOf(task, translation, media);
  checkSpeech(task, job.sentences.length > 0);
  const speech = await requestSpeech({ task, translation, media, job }, deps);
  if (speech === "translation" || "step" in speech) return speech;
  const plan = await plannedOnce(task, speech, deps.bucket);
  if ((await deps.bucket.head(dubAudioKey(task.id))) === null) return dubStepOf(task, media, "mix");
  const confidences = job.sentences.map((sentence) => confidenceOf(sentence, translation.transcript));
  return { transcript: dubbedTranscript(plan, speech.spoken, confidences, media.durationSeconds), plan };
};

const alreadySpoken = ({ request: { translateTo } }: CaptioningTask): NamedError => {
  const code = parseLanguageCode(translateTo ?? "");
  const name = code === null ? "the target language" : languageOf(code).name;
  return new NamedError("DubUnavailable", `The speech is already in ${name}. Create the task without dub.`);
};

const jobOf = (task: CaptioningTask, translation: Translation, media: MediaInfo): DubJob => ({
  sourceKey: videoSourceKey(task.videoId),
  prefix: dubPrefix(task.id),
  audio: {
    streamIndexes: media.audio ? audioTracks(media.audio).map(({ streamIndex }) => streamIndex) : [],
    zeroSeconds: zeroSeconds(media),
  },
  mediaSeconds: media.durationSeconds,
  language: translation.to,
  sentences: spokenSentences(translation, media).map((sentence) => ({
    text: sentence.text,
    startSeconds: sentence.startSeconds,
    endSeconds: sentence.endSeconds,
    ...(isUntranslated(sentence) && { isUntranslated: true }),
  })),
});

/** A shorter text may be right although it has the words of its source: a name, an exclamation. */
const fewestUntranslatedWords = 4;
/** Less than this share of the words of a sentence is the same in related languages. */
const untranslatedShare = 0.85;

/** Returns whether the translator left a sentence as it was, such as one in a third language. */
const isUntranslated = ({ source, text, ...translated }: Translation["sentences"][number]): boolean => {
  const words = wordsOf(text);
  const known = new Set(wordsOf(source));
  const kept = words.filter((word) => known.has(word)).length;
  const isSame = words.length >= fewestUntranslatedWords && kept >= words.length * untranslatedShare;
  return translated.isUntranslated === true || isSame;
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A repeated mix must use the same times as the captions. */
const plannedOnce = async (
  { id }: CaptioningTask,
  { job, spoken }: Speech,
  bucket: TranslationDeps["bucket"],
): Promise<DubPlan> => {
  const known = await getJsonOrNull(bucket, dubPlanKey(id));
  if (known !== null) return dubPlanSchema.parse(known);
  const plan = planDub(job, spoken);
  await bucket.putJson(dubPlanKey(id), plan);
  return plan;
};

/** The lowest confidence of a translated sentence's words. */
const confidenceOf = (
  { startSeconds, endSeconds }: DubJob["sentences"][number],
  transcript: Transcript,
): number =>
  transcript
    .filter((entry) => entry.startSeconds >= startSeconds && entry.endSeconds <= endSeconds)
    .reduce((lowest, { confidence = 1 }) => Math.min(lowest, confidence), 1);
