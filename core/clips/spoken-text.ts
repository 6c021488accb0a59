import { captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { opensNextWord } from "../text/mark-sides.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

type Words = Pick<SpeechAnalysis, "words" | "language">;

/** Returns the text of a half-open range of words, with its punctuation. */
export const textBetween = (speech: Words, transcript: Transcript, from: number, to: number): string => {
  const { words } = speech;
  return textOf(
    speech,
    transcript,
    firstEntryOf(transcript, words[from]?.index ?? 0),
    firstEntryOf(transcript, words[to]?.index ?? transcript.length),
  );
};

/**
 * Returns the text of a half-open range of words as the rating model was trained: opening punctuation belongs to what is before it.
 */
export const ratedText = (speech: Words, transcript: Transcript, from: number, to: number): string => {
  const { words } = speech;
  return textOf(speech, transcript, words[from]?.index ?? 0, words[to]?.index ?? transcript.length);
};

const textOf = ({ language }: Words, transcript: Transcript, from: number, to: number): string =>
  textOfUnits(captionUnits(transcript.slice(from, to), { language, punctuation: true }));

/** The entry of a word, or the opening punctuation before it ("¿Por qué"). */
const firstEntryOf = (transcript: Transcript, index: number): number => {
  let first = index;
  while (first > 0 && opensNextWord(transcript, first - 1)) first -= 1;
  return first;
};
