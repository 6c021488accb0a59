import * as z from "zod";
import { type LanguageCode, languageCodes } from "../languages/languages.ts";
import type { DubJob, Spoken } from "./dub-job.ts";
import { fitSentences, sentencesToShorten } from "./fit-sentences.ts";
import { spokenSpans } from "./plan-dub.ts";

const code = z.enum(languageCodes as readonly [LanguageCode, ...LanguageCode[]]);
const index = z.number().int().nonnegative();

/** Sentences of a dub that do not fit in time, for the translator. `index` counts those of the job from 0. */
export const dubShorteningSchema = z.object({
  from: code,
  to: code,
  sentences: z.array(
    z.object({
      index,
      source: z.string(),
      text: z.string(),
      /** Length of a text that fits. */
      maxCharacters: z.number().int().positive(),
    }),
  ),
});
export type DubShortening = z.infer<typeof dubShorteningSchema>;

/** The shorter texts that were found. */
export const shortenedDubSchema = z.object({
  sentences: z.array(z.object({ index, text: z.string() })),
});
export type ShortenedDub = z.infer<typeof shortenedDubSchema>;

/** Speech of the same length varies by the words: a text of exactly the share would fit only half of the time. */
const reserve = 0.95;

/**
 * Returns the sentences that do not fit at the highest tempo, and how long their texts may be.
 *
 * @param sources the original texts, in the order of the job
 */
export const sentencesTooLong = (
  job: DubJob,
  spoken: Spoken,
  sources: readonly string[],
): DubShortening["sentences"] => {
  const spans = spokenSpans(job, spoken);
  return sentencesToShorten(spans, fitSentences(spans, job.mediaSeconds)).map(({ index, share }) => {
    const text = job.sentences[index]?.text ?? "";
    const maxCharacters = Math.max(1, Math.floor(text.length * share * reserve));
    return { index, source: sources[index] ?? "", text, maxCharacters };
  });
};

/** Returns the job that speaks shorter texts; null without any. */
export const shorterJob = (job: DubJob, { sentences }: ShortenedDub): DubJob | null => {
  if (sentences.length === 0) return null;
  const texts = new Map(sentences.map((one) => [one.index, one.text]));
  return {
    ...job,
    version: 1,
    sentences: job.sentences.map((sentence, at) => {
      const text = texts.get(at);
      if (text === undefined) return sentence;
      const { startSeconds, endSeconds } = sentence;
      return { text, startSeconds, endSeconds, version: 1 };
    }),
  };
};

/**
 * Returns which sentences to use of both jobs: a shorter text only if its speech is shorter, and understood as well as the
 * first one.
 */
export const chooseShorter = (
  long: { job: DubJob; spoken: Spoken },
  short: { job: DubJob; spoken: Spoken },
): { job: DubJob; spoken: Spoken } => {
  const isBetter = long.spoken.sentences.map((sentence, at) => {
    const other = short.spoken.sentences[at];
    return (
      other !== undefined && other.seconds < sentence.seconds && (sentence.isDoubtful || !other.isDoubtful)
    );
  });
  const choose = <Item>(first: readonly Item[], other: readonly Item[]): Item[] =>
    first.map((item, at) => (isBetter[at] ? (other[at] ?? item) : item));
  return {
    job: { ...long.job, sentences: choose(long.job.sentences, short.job.sentences) },
    spoken: { sentences: choose(long.spoken.sentences, short.spoken.sentences) },
  };
};
