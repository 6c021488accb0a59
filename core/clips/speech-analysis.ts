import { wordScores } from "../annotation/keywords.ts";
import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import { titleWordsOf } from "../languages/title-words.ts";
import {
  endsClause,
  hasExclamationMark,
  hasQuestionMark,
  isOpeningPunctuation,
  trailsOff,
} from "../text/punctuation.ts";
import { type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";

/** The position between two words. The first boundary precedes the first word, the last one follows the last word. */
export interface Boundary {
  /** Suitability as the start or end of a clip, from 0 (within a sentence) to 1.3 (between sentences, with a long pause). */
  strength: number;
  pauseSeconds: number;
  /** How the sentence before it ends; `ellipsis`: it trails off. Null within a sentence. */
  ending: "question" | "exclamation" | "statement" | "ellipsis" | null;
}

/** Minimum strength of a boundary between sentences. */
export const sentenceStrength = 0.5;

/** The words of a video and the boundaries between them: `boundaries` has one entry more than `words`. */
export interface SpeechAnalysis {
  words: readonly SpokenWord[];
  boundaries: readonly Boundary[];
  /** Score of each word (core/annotation/keywords.ts). */
  scores: readonly number[];
  language: string | null;
  /** Of the video. */
  durationSeconds: number;
  /** Whether the transcript has punctuation. Without it, pauses separate sentences. */
  isPunctuated: boolean;
}

/** A transcript with fewer sentence ends than this is taken to have no punctuation. */
const maxWordsPerMark = 45;

/**
 * Strength of a pause. In punctuated text it counts less, but speakers also start anew without finishing a sentence.
 * Source of the values: the pauses within and between sentences of the test videos.
 */
const pauseStrength = (seconds: number, isPunctuated: boolean): number => {
  // Up to three seconds may be a dramatic pause: "The secret is … trust."
  if (isPunctuated) return seconds >= 3 ? 0.55 : seconds >= 1.2 ? 0.4 : seconds >= 0.7 ? 0.3 : 0;
  if (seconds >= 1) return 0.9;
  if (seconds >= 0.6) return 0.7;
  if (seconds >= 0.4) return sentenceStrength;
  return seconds >= 0.25 ? 0.3 : 0;
};

/** Strength of a boundary that words show in a transcript without punctuation. */
const spokenClauseStrength = 0.3;

/** Particles that end a clause of Chinese, Japanese and Korean. */
const finalParticles =
  /^(?:吗|呢|吧|啊|哈|嘛|啦|呀|です|ます|ました|でした|ません|ですね|ますね|ですよ|ますよ|んです|よね|\p{sc=Hangul}+(?:요|니다|까))$/u;

/** Creates a test for words with which a clause begins by the words alone: a conjunction, or what follows a final particle. */
const spokenClauseTest = (
  words: readonly SpokenWord[],
  language: string | null,
): ((at: number) => boolean) => {
  const { leadIns } = titleWordsOf(language);
  return (at) => {
    const [before, after] = [words[at - 1]?.normalized ?? "", words[at]?.normalized ?? ""];
    return (
      (leadIns.has(after) && !leadIns.has(before)) ||
      (finalParticles.test(before) && !finalParticles.test(after))
    );
  };
};

/** A pause makes the end of a sentence more certain. Without a pause a cut would touch the neighboring words. */
const sentencePauseBonus = (pauseSeconds: number): number =>
  pauseSeconds < 0.06 ? -0.25 : Math.min(0.3, pauseSeconds * 0.3);

/** Returns the words and boundaries of a transcript, by its punctuation and pauses. */
export const analyzeSpeech = (
  transcript: Transcript,
  language: string | null,
  durationSeconds: number,
): SpeechAnalysis => {
  const sentences = sentencesOf(transcript, language);
  // Recognizers transcribe music and noises as symbols.
  const words = sentences.flat().filter(({ normalized }) => /[\p{L}\p{N}]/u.test(normalized));
  const marks = wordsWithPunctuation(transcript, words);
  const sentenceEnds = sentenceEndsOf(marks, language);
  const isPunctuated = sentenceEnds.filter(Boolean).length * maxWordsPerMark >= words.length;
  const startsClause = spokenClauseTest(words, language);
  const boundaries = Array.from({ length: words.length + 1 }, (_, at): Boundary => {
    const before = words[at - 1];
    const after = words[at];
    const text = marks[at - 1] ?? "";
    const pauseSeconds = Math.max(0, (after?.startSeconds ?? durationSeconds) - (before?.endSeconds ?? 0));
    // A video may be cut off within a sentence.
    const isCutOff = isPunctuated && before !== undefined && !sentenceEnds[at - 1];
    if (!before || !after) return { strength: 1, pauseSeconds, ending: isCutOff ? null : endingOf(text) };
    if (trailsOff(text) && sentenceEnds[at - 1]) return { strength: 0.55, pauseSeconds, ending: "ellipsis" };
    if (sentenceEnds[at - 1])
      return { strength: 1 + sentencePauseBonus(pauseSeconds), pauseSeconds, ending: endingOf(text) };
    const clauseStrength = endsClause(text) && pauseSeconds >= 0.3 ? 0.25 : 0;
    const spokenStrength = !isPunctuated && startsClause(at) ? spokenClauseStrength : 0;
    const strength = Math.max(clauseStrength, spokenStrength, pauseStrength(pauseSeconds, isPunctuated));
    return { strength, pauseSeconds, ending: null };
  });
  const score = wordScores(sentences, language);
  return { words, boundaries, scores: words.map(score), language, durationSeconds, isPunctuated };
};

const endingOf = (text: string): Boundary["ending"] => {
  if (hasQuestionMark(text)) return "question";
  return hasExclamationMark(text) ? "exclamation" : "statement";
};

/** Each word with the punctuation that follows it. Opening punctuation belongs to the next word. */
const wordsWithPunctuation = (transcript: Transcript, words: readonly SpokenWord[]): string[] =>
  words.map(({ index, text }, at) => {
    const entries = transcript.slice(index + 1, words[at + 1]?.index ?? transcript.length);
    const closing = entries.filter((entry) => !isOpeningPunctuation(entry.text));
    return `${text}${closing.map((entry) => entry.text).join("")}`;
  });
