import { wordScores } from "../annotation/keywords.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { endsClause, endsSentence } from "../text/scripts.ts";
import { type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";

/** What lies between a word and the one before it; the first stands before the film's first word, one more behind its last. */
export interface Boundary {
  /** How good a place to begin or end a clip it is, 0 (in mid-sentence) to 1.3 (a sentence, then a long pause). */
  strength: number;
  pauseSeconds: number;
  /** Of the sentence that ends here; `nothing`: it trails off. */
  ending: "question" | "exclamation" | "other" | "nothing" | null;
}

/** From this strength on a break parts sentences. */
export const sentenceStrength = 0.5;

/** A film as its words and what lies between them: `breaks` has one entry more than `words`. */
export interface SpeechAnalysis {
  words: readonly SpokenWord[];
  boundaries: readonly Boundary[];
  /** How much each word tells (core/annotation/keywords.ts). */
  scores: readonly number[];
  language: string | null;
  durationSeconds: number;
  /** Whether its sentences are marked; where they are not, pauses decide. */
  isPunctuated: boolean;
}

/** With fewer ends of sentences than one in so many words, the marks are taken to be missing: pauses decide alone. */
const maxWordsPerMark = 45;

/**
 * Where words stand with marks, a pause of this kind parts them too: speakers begin anew without finishing. Source of the
 * amounts: the pauses of the films under test, in and between sentences.
 */
const pauseStrength = (seconds: number, isPunctuated: boolean): number => {
  // Up to three seconds it may be for effect: "The answer is … trust."
  if (isPunctuated) return seconds >= 3 ? 0.55 : seconds >= 1.2 ? 0.4 : seconds >= 0.7 ? 0.3 : 0;
  if (seconds >= 1) return 0.9;
  if (seconds >= 0.6) return 0.7;
  if (seconds >= 0.4) return sentenceStrength;
  return seconds >= 0.25 ? 0.3 : 0;
};

/** A sentence's end is surer with a pause; without any a cut would touch its neighbours. */
const sentencePauseBonus = (pauseSeconds: number): number =>
  pauseSeconds < 0.06 ? -0.25 : Math.min(0.3, pauseSeconds * 0.3);

export const analyzeSpeech = (
  transcript: Transcript,
  language: string | null,
  durationSeconds: number,
): SpeechAnalysis => {
  const sentences = sentencesOf(transcript, language);
  // Engines write music and noises as signs.
  const words = sentences.flat().filter(({ normalized }) => /[\p{L}\p{N}]/u.test(normalized));
  const marks = punctuationAfter(transcript, words);
  const ends = sentenceEnd(language);
  const isPunctuated = marks.filter(ends).length * maxWordsPerMark >= words.length;
  const boundaries = Array.from({ length: words.length + 1 }, (_, at): Boundary => {
    const before = words[at - 1];
    const after = words[at];
    const mark = marks[at - 1] ?? "";
    const pauseSeconds = Math.max(0, (after?.startSeconds ?? durationSeconds) - (before?.endSeconds ?? 0));
    if (!before || !after) return { strength: 1, pauseSeconds, ending: sentenceEnding(mark) };
    if (trailingOff.test(mark)) return { strength: 0.55, pauseSeconds, ending: "nothing" };
    if (ends(mark))
      return { strength: 1 + sentencePauseBonus(pauseSeconds), pauseSeconds, ending: sentenceEnding(mark) };
    const clause = endsClause(mark) && pauseSeconds >= 0.3 ? 0.25 : 0;
    const strength = Math.max(clause, pauseStrength(pauseSeconds, isPunctuated));
    return { strength, pauseSeconds, ending: null };
  });
  const score = wordScores(sentences, language);
  return { words, boundaries, scores: words.map(score), language, durationSeconds, isPunctuated };
};

/** By the marks of all languages, and by those of the spoken one. */
const sentenceEnd = (language: string | null): ((mark: string) => boolean) => {
  const own = languageOrDefault(language).sentenceMarks.replace(".", "");
  return (mark) => endsSentence(mark) || own.includes([...mark].at(-1) ?? " ");
};

/** A sentence that nobody has finished: the next one may begin a clip, but this one ends none well. */
const trailingOff = /(?:\.\.|…|—)["'”’»)]*$/u;

const sentenceEnding = (mark: string): Boundary["ending"] => {
  if (/[?？؟՞፧]/u.test(mark)) return "question";
  return /[!！]/u.test(mark) ? "exclamation" : "other";
};

/** What is written behind each word: its own last marks and those that stand as entries of their own. */
const punctuationAfter = (transcript: Transcript, words: readonly SpokenWord[]): string[] =>
  words.map(({ index, text }, at) => {
    const entries = transcript.slice(index + 1, words[at + 1]?.index ?? transcript.length);
    // Opening marks belong to the next word.
    const closing = entries.filter((entry) => !/^[\p{Ps}\p{Pi}¿¡]+$/u.test(entry.text));
    return `${text}${closing.map((entry) => entry.text).join("")}`;
  });
