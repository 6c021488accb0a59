import { forEachConcurrently } from "../../async/concurrency-limit.ts";
import { NamedError } from "../../errors.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { translatedBatchKey, translationJobKey, translationKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import { type Batch, planBatches } from "../../translation/plan-batches.ts";
import { englishFromSpeech } from "../../translation/speech-translation.ts";
import { timeTranslation } from "../../translation/time-translation.ts";
import {
  checkUntranslatedShare,
  type Translated,
  translateBatch,
} from "../../translation/translate-batch.ts";
import {
  type Translation,
  type TranslationJob,
  translatedBatchSchema,
  translationJobSchema,
} from "../../translation/translation.ts";
import type { TranslationEngine, TranslationSupport } from "../../translation/translation-support.ts";
import { type TranslationUnit, translationUnitsOf } from "../../translation/translation-units.ts";
import type { Translator } from "../../translation/translator.ts";
import { shortenDub } from "./shorten-dub.ts";

export interface TranslateDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson">;
  transcripts: Pick<TranscriptStore, "readRecognition">;
  translation: TranslationSupport;
  translators: Partial<Record<Exclude<TranslationEngine, "speech">, Translator>>;
  /** Called when an engine failed and the next one is used. */
  reportFailure: (translator: string, error: unknown) => void;
  now: () => Date;
}

/** `translation`: the work exceeds the time limit of one call, and the step must be called again. */
export interface TranscriptTranslated {
  nextStage: "translation" | "transcript";
}

const maxConcurrentBatches = 4;
/** No batch is started after this. One takes up to a minute, or several with a language model on a slow machine. */
const budgetMs = 8 * 60_000;
/** Confidence of words that were not translated, or that seem to lack a number or name: a person should check them. */
const doubtfulConfidence = 0.3;

/**
 * Translates the words of the translation job, batch by batch, without repeating the batches of earlier calls. Then, in a
 * later call, shortens sentences of a dub (shortenDub). Idempotent.
 *
 * Throws NamedError TranslationFailed, TranslationUnsupported (the configured engines have changed), and the error of the
 * last engine.
 */
export const translateTaskTranscript = async (
  { taskId }: { taskId: string },
  deps: TranslateDeps,
): Promise<TranscriptTranslated> => {
  const { bucket, now } = deps;
  const endsAt = now().getTime() + budgetMs;
  if ((await bucket.head(translationKey(taskId))) !== null) {
    await shortenDub(taskId, deps, endsAt);
    return { nextStage: "transcript" };
  }
  const job = translationJobSchema.parse(await bucket.getJson(translationJobKey(taskId)));
  const { sentences, translators } = await prepareTranslation(taskId, job, deps);
  const texts = sentences.map((sentence) => sentence.text);
  const batches = planBatches(texts);
  const done = batches.map((): Translated[] | null => null);
  await forEachConcurrently(batches.entries(), maxConcurrentBatches, async ([index, batch]) => {
    const known = await readBatch(taskId, index, deps);
    if (known === null && now().getTime() > endsAt) return;
    done[index] = known ?? (await translateAndStore(taskId, index, batch, { job, texts, translators }, deps));
  });
  const translations = done.flatMap((batch) => batch ?? []);
  if (translations.length < sentences.length) return { nextStage: "translation" };
  checkUntranslatedShare(texts, translations, job);
  await bucket.putJson(translationKey(taskId), resultOf(job, sentences, translations));
  return { nextStage: "transcript" };
};

const prepareTranslation = async (
  taskId: string,
  job: TranslationJob,
  deps: TranslateDeps,
): Promise<{ sentences: TranslationUnit[]; translators: Translator[] }> => {
  const engines = deps.translation.enginesFor(job, job.wordSource);
  const sentences = translationUnitsOf(job.transcript, job.from);
  if (engines[0] === "speech") {
    const { englishTranslation: english = [] } = await deps.transcripts.readRecognition(taskId);
    const { units, translator } = englishFromSpeech(sentences, english);
    return { sentences: units, translators: [translator] };
  }
  const translators = engines.flatMap((name) => (name === "speech" ? [] : (deps.translators[name] ?? [])));
  if (translators.length === 0) {
    throw new NamedError(
      "TranslationUnsupported",
      `Translation from ${job.from} to ${job.to} is no longer supported. Create the task again without translateTo.`,
    );
  }
  return { sentences, translators };
};

const readBatch = async (
  taskId: string,
  index: number,
  { bucket }: TranslateDeps,
): Promise<Translated[] | null> => {
  const known = await getJsonOrNull(bucket, translatedBatchKey(taskId, index));
  return known === null ? null : translatedBatchSchema.parse(known);
};

const translateAndStore = async (
  taskId: string,
  index: number,
  { from, to, contextFrom, contextTo }: Batch,
  { job, texts, translators }: { job: TranslationJob; texts: string[]; translators: Translator[] },
  { bucket, reportFailure }: TranslateDeps,
): Promise<Translated[]> => {
  const request = {
    from: job.from,
    to: job.to,
    sentences: texts.slice(from, to),
    before: texts.slice(contextFrom, from),
    after: texts.slice(to, contextTo),
  };
  const translations = await translateBatch(request, translators, reportFailure);
  await bucket.putJson(translatedBatchKey(taskId, index), translations);
  return translations;
};

const resultOf = (
  { from, to }: TranslationJob,
  sentences: readonly TranslationUnit[],
  translations: readonly Translated[],
): Translation => {
  const pairs = sentences.flatMap((sentence, index) => {
    const translation = translations[index];
    return translation ? [{ sentence, translation }] : [];
  });
  return {
    from,
    to,
    sentences: pairs.map(({ sentence, translation }) => ({
      startSeconds: sentence.startSeconds,
      endSeconds: sentence.endSeconds,
      source: sentence.text,
      ...translation,
    })),
    transcript: pairs.flatMap(({ sentence: { spoken, confidence }, translation }) =>
      timeTranslation(
        translation.text,
        spoken,
        to,
        translation.isDoubtful ? Math.min(confidence, doubtfulConfidence) : confidence,
      ),
    ),
  };
};
