import type { Transcript } from "../transcript/word-entry.ts";
import type { RatedSentence } from "./rating-features.ts";
import type { RatingModel } from "./rating-model.ts";
import { type SentenceRange, sentencesToRate, sentenceTexts } from "./sentences-to-rate.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

export interface RatingDeps {
  /** null: rules alone decide. */
  ratingModel: RatingModel | null;
  /** Reports a failure of the rating model; rules alone decide then. */
  reportRatingFailure: (error: unknown) => void;
  now: () => Date;
}

/** Seconds after which no further sentences are rated: six hours of speech take 180 s of one vCPU. */
export const ratingLimitSeconds = 240;

/** Returns the sentences of a talk with their ratings; none without a rating model, or when it fails, which is reported. */
export const rateSpeech = async (
  speech: SpeechAnalysis,
  transcript: Transcript,
  deps: RatingDeps,
): Promise<RatedSentence[]> => {
  const rated = await callRatingModel(
    deps,
    "sentences",
    ratingLimitSeconds,
    async ({ rateSentences }, checkTime) => {
      const sentences = sentencesToRate(speech, transcript);
      const ratings = await rateSentences(sentenceTexts(speech, transcript, sentences), checkTime);
      checkCount(ratings.length, sentences.length, "sentences");
      return ratings.map(
        (rating, index): RatedSentence => ({ ...(sentences[index] as SentenceRange), ...rating }),
      );
    },
  );
  return rated ?? [];
};

/** Returns what a call of the rating model returns; null without one, or when it fails or the time is over, which is reported. */
export const callRatingModel = async <T>(
  { ratingModel, reportRatingFailure, now }: RatingDeps,
  what: "sentences" | "titles",
  limitSeconds: number,
  call: (model: RatingModel, checkTime: () => void) => Promise<T>,
): Promise<T | null> => {
  if (ratingModel === null) return null;
  const deadline = now().getTime() + 1000 * limitSeconds;
  const checkTime = (): void => {
    if (now().getTime() >= deadline)
      throw new Error(`The rating of ${what} took longer than ${limitSeconds} s.`);
  };
  try {
    return await call(ratingModel, checkTime);
  } catch (error) {
    reportRatingFailure(error);
    return null;
  }
};

/** Throws Error when the rating model returned another number of ratings. */
export const checkCount = (count: number, expected: number, what: string): void => {
  if (count !== expected) throw new Error(`The rating model rated ${count} of ${expected} ${what}.`);
};
