import { captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Returns the text of a half-open range of words, with its punctuation. */
export const textBetween = (
  { words, language }: Pick<SpeechAnalysis, "words" | "language">,
  transcript: Transcript,
  from: number,
  to: number,
): string => {
  const entries = transcript.slice(words[from]?.index ?? 0, words[to]?.index ?? transcript.length);
  return textOfUnits(captionUnits(entries, { language, punctuation: true }));
};
