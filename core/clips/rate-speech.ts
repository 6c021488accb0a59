import type { Transcript } from "../transcript/word-entry.ts";
import type { RatedSentence } from "./rating-features.ts";
import type { RateSentences } from "./sentence-ratings.ts";
import { type SentenceRange, sentencesToRate, sentenceTexts } from "./sentences-to-rate.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

export interface RatingDeps {
  /** The rating model; null: rules alone decide. */
  rateSentences: RateSentences | null;
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
  { rateSentences, reportRatingFailure, now }: RatingDeps,
): Promise<RatedSentence[]> => {
  if (rateSentences === null) return [];
  const sentences = sentencesToRate(speech, transcript);
  const deadline = now().getTime() + 1000 * ratingLimitSeconds;
  const checkTime = (): void => {
    if (now().getTime() >= deadline)
      throw new Error(`The rating of sentences took longer than ${ratingLimitSeconds} s.`);
  };
  try {
    const ratings = await rateSentences(sentenceTexts(speech, transcript, sentences), checkTime);
    if (ratings.length !== sentences.length)
      throw new Error(`The rating model rated ${ratings.length} of ${sentences.length} sentences.`);
    return ratings.map(
      (rating, index): RatedSentence => ({ ...(sentences[index] as SentenceRange), ...rating }),
    );
  } catch (error) {
    reportRatingFailure(error);
    return [];
  }
};
