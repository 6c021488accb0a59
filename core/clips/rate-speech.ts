import type { Transcript } from "../transcript/word-entry.ts";
import type { RatedSentence } from "./rating-features.ts";
import type { RateSentences } from "./sentence-ratings.ts";
import { sentencesToRate, sentenceTexts } from "./sentences-to-rate.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

export interface RatingDeps {
  /** The network that rates sentences; null: rules alone decide. */
  rateSentences: RateSentences | null;
  /** Reports a failure of the network; rules alone decide then. */
  reportRatingFailure: (error: unknown) => void;
}

/** Returns the sentences of a talk with their ratings; none without a network, or when it fails, which is reported. */
export const rateSpeech = async (
  speech: SpeechAnalysis,
  transcript: Transcript,
  { rateSentences, reportRatingFailure }: RatingDeps,
): Promise<RatedSentence[]> => {
  if (rateSentences === null) return [];
  const sentences = sentencesToRate(speech, transcript);
  try {
    const ratings = await rateSentences(sentenceTexts(speech, transcript, sentences));
    return sentences.map((sentence, index): RatedSentence => {
      const rating = ratings[index];
      if (!rating) throw new Error("The network rated fewer sentences than the talk has.");
      return { ...sentence, ...rating };
    });
  } catch (error) {
    reportRatingFailure(error);
    return [];
  }
};
