import type { Transcript } from "../transcript/word-entry.ts";
import type { RatedSentence } from "./rating-features.ts";
import { callRatingModel, checkCount, type RatingDeps } from "./rating-model.ts";
import { type SentenceRange, sentencesToRate, sentenceTexts } from "./sentences-to-rate.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

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
