import { clamp } from "../clamp.ts";
import { discourseWordsOf } from "../languages/discourse-words.ts";
import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import type { SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { isStrikingNumber } from "./striking-numbers.ts";

/** What in an opening catches a viewer's attention, each with its share of the score. */
export interface HookSignals {
  question: number;
  number: number;
  emphasis: number;
  address: number;
  suspense: number;
  story: number;
  exclamation: number;
  rareWords: number;
}

/** The sentence that catches a viewer's attention at the start of a clip: a half-open range of words. */
export interface Hook {
  from: number;
  to: number;
  /** From 0 to 1. */
  score: number;
  signals: HookSignals;
}

/** Words that count as the opening. */
const openingWords = 14;
/** Weight of a hook in the second sentence, relative to the first. */
const secondSentenceFactor = 0.8;

/**
 * Returns the hook of a clip that starts at a boundary: its first sentence, or the second one if the first leads to it.
 *
 * @param clipEnd boundary at the end of the clip, before which the second sentence begins
 */
export const hookAt = (
  speech: SpeechAnalysis,
  at: number,
  { endAfter }: Pick<SentenceLimits, "endAfter">,
  clipEnd = Number.POSITIVE_INFINITY,
): Hook => {
  const end = endAfter(at);
  const first = hookOf(speech, at, end);
  if (end >= clipEnd) return first;
  const second = hookOf(speech, end, endAfter(end));
  const secondScore = secondSentenceFactor * second.score;
  return secondScore > first.score ? { ...second, score: secondScore } : first;
};

const hookOf = (speech: SpeechAnalysis, from: number, to: number): Hook => {
  const signals = signalsOf(speech, from, to);
  const score = clamp(Object.values(signals).reduce((sum, share) => sum + share, 0));
  return { from, to, score, signals };
};

const signalsOf = (speech: SpeechAnalysis, from: number, to: number): HookSignals => {
  const { words, boundaries, scores, language, isPunctuated } = speech;
  const lists = discourseWordsOf(language);
  const emphaticWords = emphaticWordsOf(language);
  const end = Math.min(to, from + openingWords);
  const opening = words.slice(from, end);
  const [first] = opening;
  const some = (test: (word: string) => boolean): boolean =>
    opening.some(({ normalized }) => test(normalized));
  const ending = first ? boundaries[to]?.ending : null;
  const isLikelyQuestion = !isPunctuated && lists.interrogatives.has(first?.normalized ?? "");
  return {
    question: ending === "question" ? 0.5 : isLikelyQuestion ? 0.3 : 0,
    number: opening.some((_, at) => isStrikingNumber(speech, from + at, end)) ? 0.3 : 0,
    emphasis: some((word) => emphaticWords.has(word)) ? 0.3 : 0,
    address: some((word) => lists.secondPerson.has(word)) ? 0.25 : 0,
    suspense: some((word) => lists.suspense.has(word)) ? 0.3 : 0,
    story: opening.slice(0, 4).some(({ normalized }) => lists.narrative.has(normalized)) ? 0.35 : 0,
    exclamation: ending === "exclamation" ? 0.15 : 0,
    rareWords: 0.25 * clamp(Math.max(0, ...scores.slice(from, end)) / 1.5),
  };
};
