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

export interface TranslateDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson">;
  transcripts: Pick<TranscriptStore, "readRecognition">;
  translation: TranslationSupport;
  translators: Partial<Record<Exclude<TranslationEngine, "speech">, Translator>>;
  /** An engine failed, and the next one takes over. */
  reportFailure: (translator: string, error: unknown) => void;
  now: () => Date;
}

/** `translation`: there is more to do than one call of the step may take. */
export interface TranscriptTranslated {
  nextStage: "translation" | "transcript";
}

const batchesAtOnce = 4;
/** No batch is begun after it; one takes a minute at most, of a language model on a slow machine several. */
const budgetMs = 8 * 60_000;
/** Of words that were not translated, or whose number or name seems to be lost: a person should look at them. */
const doubtfulConfidence = 0.3;

/**
 * Translates the words that lie in the bucket, batch by batch: what an earlier call has done is done. Repeating it is
 * harmless.
 *
 * Throws NamedError TranslationFailed, TranslationUnsupported (the offer has changed); what the last engine threw.
 */
export const translateTaskTranscript = async (
  { taskId }: { taskId: string },
  deps: TranslateDeps,
): Promise<TranscriptTranslated> => {
  const { bucket, now } = deps;
  if ((await bucket.head(translationKey(taskId))) !== null) return { nextStage: "transcript" };
  const endsAt = now().getTime() + budgetMs;
  const job = translationJobSchema.parse(await bucket.getJson(translationJobKey(taskId)));
  const { sentences, translators } = await work(taskId, job, deps);
  const texts = sentences.map((sentence) => sentence.text);
  const batches = planBatches(texts);
  const done = batches.map((): Translated[] | null => null);
  await forEachConcurrently(batches.entries(), batchesAtOnce, async ([index, batch]) => {
    const known = await earlier(taskId, index, deps);
    if (known === null && now().getTime() > endsAt) return;
    done[index] = known ?? (await translated(taskId, index, batch, { job, texts, translators }, deps));
  });
  const answers = done.flatMap((batch) => batch ?? []);
  if (answers.length < sentences.length) return { nextStage: "translation" };
  checkUntranslatedShare(texts, answers, job);
  await bucket.putJson(translationKey(taskId), resultOf(job, sentences, answers));
  return { nextStage: "transcript" };
};

const work = async (
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
      `Nothing translates from ${job.from} to ${job.to} here any more: create the task again without translateTo.`,
    );
  }
  return { sentences, translators };
};

const earlier = async (
  taskId: string,
  index: number,
  { bucket }: TranslateDeps,
): Promise<Translated[] | null> => {
  const known = await getJsonOrNull(bucket, translatedBatchKey(taskId, index));
  return known === null ? null : translatedBatchSchema.parse(known);
};

const translated = async (
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
  const answers = await translateBatch(request, translators, reportFailure);
  await bucket.putJson(translatedBatchKey(taskId, index), answers);
  return answers;
};

const resultOf = (
  { from, to }: TranslationJob,
  sentences: readonly TranslationUnit[],
  answers: readonly Translated[],
): Translation => {
  const pairs = sentences.flatMap((sentence, index) => {
    const answer = answers[index];
    return answer ? [{ sentence, answer }] : [];
  });
  return {
    from,
    to,
    sentences: pairs.map(({ sentence, answer }) => ({
      startSeconds: sentence.startSeconds,
      endSeconds: sentence.endSeconds,
      source: sentence.text,
      ...answer,
    })),
    transcript: pairs.flatMap(({ sentence: { spoken, confidence }, answer }) =>
      timeTranslation(
        answer.text,
        spoken,
        to,
        answer.isDoubtful ? Math.min(confidence, doubtfulConfidence) : confidence,
      ),
    ),
  };
};
