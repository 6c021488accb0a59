import { isUnspacedLanguage } from "../languages/writing.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";
import { ratedText } from "./spoken-text.ts";

/** A sentence, or a part of a long one: a half-open range of words. */
export interface SentenceRange {
  from: number;
  to: number;
}

/**
 * Limits of a sentence, in words, or in characters where words are not separated by spaces. The rating model was trained with
 * sentences that were divided by these values and by the same marks: other ones need another training.
 */
const limits = {
  spaced: { max: 45, minPart: 4 },
  unspaced: { max: 80, minPart: 8 },
};
/** Added to the strength of a boundary: after a comma and the like, for each second of a pause, and for the share of the shorter part. */
const clauseBonus = 0.12;
const pauseBonus = { perSecond: 0.4, maxSeconds: 0.24 };
const balanceBonus = 0.05;
/** A part that is shorter than the minimum. */
const shortPartPenalty = 0.6;
/** Without the marks of Arabic and Ethiopic, as in the training. */
const clauseMark = /[,;:，、；：—–]$/u;

/**
 * Returns the sentences of a talk, in order and without gaps. Sentences that are too long, as in a transcript without punctuation, are
 * divided at their strongest boundary until no part is too long.
 */
export const sentencesToRate = (speech: SpeechAnalysis, transcript: Transcript): SentenceRange[] => {
  const divide = createDivision(speech, transcript);
  const { words, boundaries } = speech;
  const sentences: SentenceRange[] = [];
  let from = 0;
  for (let to = 1; to <= words.length; to += 1) {
    if (to < words.length && (boundaries[to]?.strength ?? 0) < sentenceStrength) continue;
    divide({ from, to }, sentences);
    from = to;
  }
  return sentences;
};

/** Returns the text of each sentence, with single spaces; opening punctuation before its first word is not part of it, as in the training. */
export const sentenceTexts = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  sentences: readonly SentenceRange[],
): string[] =>
  sentences.map(({ from, to }) => ratedText(speech, transcript, from, to).replace(/\s+/g, " ").trim());

/** Creates a function that appends the parts of a sentence to a list. */
const createDivision = (
  { words, boundaries, language }: SpeechAnalysis,
  transcript: Transcript,
): ((sentence: SentenceRange, parts: SentenceRange[]) => void) => {
  const isUnspaced = isUnspacedLanguage(language);
  const { max, minPart } = isUnspaced ? limits.unspaced : limits.spaced;
  const sizes = Float64Array.of(0, ...words.map(() => 0));
  words.forEach(({ text }, at) => {
    sizes[at + 1] = (sizes[at] ?? 0) + (isUnspaced ? text.length : 1);
  });
  const size = (from: number, to: number): number => (sizes[to] ?? 0) - (sizes[from] ?? 0);
  const strengths = boundaries.map(({ strength, pauseSeconds }, at) => {
    const before = transcript[(words[at]?.index ?? 0) - 1];
    const isClauseEnd = before?.type === "punctuation" && clauseMark.test(before.text);
    const pause = Math.min(pauseBonus.maxSeconds, pauseSeconds) * pauseBonus.perSecond;
    return strength + (isClauseEnd ? clauseBonus : 0) + pause;
  });
  const strongest = ({ from, to }: SentenceRange): number => {
    let [best, bestScore] = [from + 1, Number.NEGATIVE_INFINITY];
    const whole = size(from, to);
    for (let at = from + 1; at < to; at += 1) {
      const shorter = Math.min(size(from, at), size(at, to));
      const penalty = shorter < minPart ? shortPartPenalty : 0;
      const score = (strengths[at] ?? 0) + balanceBonus * (shorter / whole) - penalty;
      if (score > bestScore) [best, bestScore] = [at, score];
    }
    return best;
  };
  return (sentence, parts) => {
    // Parts that are still too long, the next one last: a recursion could be as deep as a talk is long.
    const left = [sentence];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const { from, to } = part;
      if (size(from, to) <= max || to - from < 2) {
        parts.push(part);
        continue;
      }
      const at = strongest(part);
      left.push({ from: at, to }, { from, to: at });
    }
  };
};
