import { clamp } from "../clamp.ts";
import { discourseWordsOf } from "../languages/discourse-words.ts";
import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import { fillerTest } from "../languages/filler-test.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import type { ClipFeatures } from "./clip-features.ts";
import type { SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { isStrikingNumber } from "./striking-numbers.ts";

/** What the words of a clip show, wherever it begins. */
export type BodyFeatures = Pick<ClipFeatures, "stammer" | "claims" | "sentenceLength" | "lateQuestion">;

/** Shares of a clip's words that are the maximum of a feature. */
const maxStammer = 0.04;
const maxClaims = 0.06;
/** Mean number of words per sentence from which the sentences are more than chatter, and that is the maximum. */
const chatterWords = 4;
const maxSentenceWords = 20;
/** The last question may end within this share of a clip; the maximum is reached half a clip later. */
const earlyShare = 0.25;

/** Creates a function for the features of a range of words. */
export const createBodyFeatures = (
  analysis: SpeechAnalysis,
  limits: SentenceLimits,
  asked: readonly boolean[],
): ((from: number, to: number) => BodyFeatures) => {
  const sentences = prefixSums(sentenceStarts(analysis, limits));
  const stammers = prefixSums(stammersIn(analysis));
  const claims = prefixSums(claimsIn(analysis));
  const lastQuestionBefore = createQuestionSearch(asked);
  return (from, to) => {
    const count = Math.max(1, to - from);
    const questionEnd = (lastQuestionBefore(to) - from) / count;
    const wordsPerSentence = count / Math.max(1, rangeSum(sentences, from, to));
    return {
      stammer: clamp(rangeSum(stammers, from, to) / count / maxStammer),
      claims: clamp(rangeSum(claims, from, to) / count / maxClaims),
      sentenceLength: clamp((wordsPerSentence - chatterWords) / (maxSentenceWords - chatterWords)),
      lateQuestion: clamp(2 * (questionEnd - earlyShare)),
    };
  };
};

/** For each word 1 if it is a hesitation, or a function word that is said twice. */
const stammersIn = ({ words, language }: SpeechAnalysis): number[] => {
  const isFiller = fillerTest(language);
  return words.map(({ normalized, isStopWord }, at) =>
    isFiller(normalized) || (isStopWord && words[at + 1]?.normalized === normalized) ? 1 : 0,
  );
};

/** For each word 1 if it is emphatic, announces a surprise, or is a number with a unit. */
const claimsIn = (speech: SpeechAnalysis): number[] => {
  const { suspense } = discourseWordsOf(speech.language);
  const emphatic = emphaticWordsOf(speech.language);
  return speech.words.map(({ normalized }, at) =>
    suspense.has(normalized) || emphatic.has(normalized) || isStrikingNumber(speech, at, at + 2) ? 1 : 0,
  );
};

/** For each word 1 if a sentence starts with it. */
const sentenceStarts = ({ words }: SpeechAnalysis, { endAfter }: SentenceLimits): number[] => {
  const starts = new Array<number>(words.length).fill(0);
  for (let at = 0; at < words.length; at = endAfter(at)) starts[at] = 1;
  return starts;
};

/** Creates a function for the end of the last question at or before a boundary; -Infinity without one. */
const createQuestionSearch = (asked: readonly boolean[]): ((boundary: number) => number) => {
  let last = Number.NEGATIVE_INFINITY;
  const ends = asked.map((isAsked, at) => {
    if (isAsked) last = at;
    return last;
  });
  return (boundary) => ends[boundary] ?? last;
};
