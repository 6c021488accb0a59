import { closeLanguages } from "../languages/close-languages.ts";
import { requestPhrasesOf } from "../languages/request-phrases.ts";
import { createPhraseSearch } from "./phrase-search.ts";
import type { SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Returns for each boundary whether the sentence before it is a question: with a question mark, or a request ("walk us through"). */
export const questionBoundaries = (
  speech: SpeechAnalysis,
  { endAfter }: SentenceLimits,
): readonly boolean[] => {
  const { boundaries, language } = speech;
  const asked = boundaries.map(({ ending }) => ending === "question");
  const requests = requestPhrasesOf(closeLanguages[language ?? ""] ?? language ?? "");
  if (requests !== "")
    for (const { word } of createPhraseSearch(speech)(requests)) asked[endAfter(word)] = true;
  return asked;
};
