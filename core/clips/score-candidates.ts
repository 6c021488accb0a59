import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Candidate, FrameGrid } from "./candidates.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

export interface ScoredCandidate extends Candidate {
  score: number;
}

/**
 * Weights of the score's parts, tuned by hand on transcripts of talks, interviews and lessons. A passage of an average talk
 * scores about 2.
 */
const weights = {
  /** The first seconds catch the viewer's attention. */
  hook: 1,
  /** The start is the start of a passage. */
  opening: 0.9,
  /** The start is not understandable without the previous sentence. */
  contextDependence: -0.8,
  /** Density of content words, relative to the video. */
  content: 0.9,
  /** The topic is specific to this part of the video. */
  focus: 0.6,
  /** Speech without long pauses. */
  flow: 0.6,
  /** The end is the end of a thought. */
  closing: 0.6,
  length: 0.5,
} as const;

/** Words that count as the opening. */
const openingWords = 14;
/** Weight of a hook in the second sentence, relative to the first. */
const secondSentenceFactor = 0.8;
/** Length from which a clip gets the whole weight for its length. */
const fullLengthSeconds = 18;
/** The focus is computed for this many best candidates only, because it takes time. */
const maxFocusCandidates = 400;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Scores the candidates and sorts them, best first; of equals the earlier one first. */
export const scoreCandidates = (
  speech: SpeechAnalysis,
  grid: FrameGrid,
  candidates: readonly Candidate[],
): ScoredCandidate[] => {
  const score = createScore(speech, grid);
  const byScore = (a: ScoredCandidate, b: ScoredCandidate): number =>
    b.score - a.score || a.startFrame - b.startFrame || a.endFrame - b.endFrame;
  const preliminary = candidates
    .map((candidate): ScoredCandidate => ({ ...candidate, score: score(candidate) }))
    .sort(byScore);
  const focus = createFocus(speech);
  return preliminary
    .map((candidate, at) => ({
      ...candidate,
      score: candidate.score + (at < maxFocusCandidates ? weights.focus * focus(candidate) : 0),
    }))
    .sort(byScore);
};

/** Creates a function for a candidate's score without its focus. */
const createScore = (analysis: SpeechAnalysis, { fps }: FrameGrid): ((one: Candidate) => number) => {
  const { words, boundaries, scores } = analysis;
  const rate = framesPerSecond(fps);
  const content = prefixSums(scores);
  const speech = prefixSums(words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds));
  const speechSeconds = Math.max(1, speech.at(-1) ?? 1);
  const averageDensity = Math.max(1e-6, (content.at(-1) ?? 0) / speechSeconds);
  const openings = boundaries.map((_, at) => openingScore(analysis, at));
  const closings = boundaries.map((_, at) => closingScore(analysis, at));
  return ({ from, to, startFrame, endFrame }) => {
    const seconds = (endFrame - startFrame) / rate;
    const spokenSeconds = (speech[to] ?? 0) - (speech[from] ?? 0);
    const density = ((content[to] ?? 0) - (content[from] ?? 0)) / seconds;
    const longestPause = Math.max(0, ...boundaries.slice(from + 1, to).map((one) => one.pauseSeconds));
    const flow = clamp((spokenSeconds / seconds - 0.4) / 0.4) - clamp((longestPause - 2) / 4);
    return (
      (openings[from] ?? 0) +
      (closings[to] ?? 0) +
      weights.content * clamp((density / averageDensity - 0.4) / 0.8) +
      weights.flow * flow +
      weights.length * clamp(seconds / fullLengthSeconds)
    );
  };
};

const prefixSums = (values: readonly number[]): number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};

/** Score of a boundary as the start of a clip. */
const openingScore = (speech: SpeechAnalysis, at: number): number => {
  const { words, boundaries, language } = speech;
  const end = sentenceEnd(speech, at);
  if (words[at] === undefined) return 0;
  // The first sentence may lead to a hook in the second one.
  const hook = Math.max(
    hookScore(speech, at, end),
    secondSentenceFactor * hookScore(speech, end, sentenceEnd(speech, end)),
  );
  const { strength = 0, pauseSeconds = 0 } = boundaries[at] ?? {};
  const start = 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.5);
  // An interrogative may also continue the previous sentence ("which is why"), unless the sentence is a question.
  const isDependent =
    boundaries[end]?.ending !== "question" && dependsOnContext(words[at], words[at + 1], language);
  const isPoor = isDependent || isGreeting(speech, at, end);
  return weights.hook * hook + weights.opening * start + weights.contextDependence * (isPoor ? 1 : 0);
};

/** Greetings and thanks are among the first words of a sentence. */
const greetingReach = 6;

/** Whether a sentence greets or thanks the original audience. */
const isGreeting = ({ words, language }: SpeechAnalysis, from: number, to: number): boolean => {
  const { greetings } = discourseWordsOf(language);
  return words
    .slice(from, Math.min(to, from + greetingReach))
    .some(({ normalized }) => greetings.has(normalized));
};

/** How much the start of a sentence catches a viewer's attention, 0 to 1. */
const hookScore = (speech: SpeechAnalysis, from: number, to: number): number => {
  const { words, boundaries, scores, language, isPunctuated } = speech;
  const lists = discourseWordsOf(language);
  const emphaticWords = emphaticWordsOf(language);
  const end = Math.min(to, from + openingWords);
  const opening = words.slice(from, end);
  const [first] = opening;
  if (!first) return 0;
  const some = (test: (word: string) => boolean): boolean =>
    opening.some(({ normalized }) => test(normalized));
  const ending = boundaries[to]?.ending;
  const isLikelyQuestion = !isPunctuated && lists.interrogatives.has(first.normalized);
  return clamp(
    (ending === "question" ? 0.5 : isLikelyQuestion ? 0.3 : 0) +
      (some((word) => /\p{N}/u.test(word)) ? 0.3 : 0) +
      (some((word) => emphaticWords.has(word)) ? 0.3 : 0) +
      (some((word) => lists.secondPerson.has(word)) ? 0.25 : 0) +
      (some((word) => lists.suspense.has(word)) ? 0.3 : 0) +
      (opening.slice(0, 4).some(({ normalized }) => lists.narrative.has(normalized)) ? 0.35 : 0) +
      (ending === "exclamation" ? 0.15 : 0) +
      0.25 * clamp(Math.max(0, ...scores.slice(from, end)) / 1.5),
  );
};

/** Index of the boundary at the end of the sentence that starts at a boundary. */
const sentenceEnd = ({ boundaries }: SpeechAnalysis, from: number): number => {
  let at = from + 1;
  while (at < boundaries.length - 1 && (boundaries[at]?.strength ?? 0) < sentenceStrength) at += 1;
  return at;
};

/** Index of the boundary at the start of the sentence that ends at a boundary. */
const sentenceStart = ({ boundaries }: SpeechAnalysis, to: number): number => {
  let at = Math.max(0, to - 1);
  while (at > 0 && (boundaries[at]?.strength ?? 0) < sentenceStrength) at -= 1;
  return at;
};

/** Score of a boundary as the end of a clip: the end of a thought, a pause, and no continuation. */
const closingScore = (speech: SpeechAnalysis, at: number): number => {
  const { words, boundaries, language } = speech;
  const { strength = 0, pauseSeconds = 0, ending = null } = boundaries[at] ?? {};
  const from = sentenceStart(speech, at);
  const isContinued =
    (pauseSeconds < 1 && dependsOnContext(words[at], words[at + 1], language)) ||
    // "It was never the oven. It was the flour."
    [0, 1].every((word) => words[from + word]?.normalized === words[at + word]?.normalized);
  const isAnnouncement = discourseWordsOf(language).announcements.has(words[at - 1]?.normalized ?? "");
  const end =
    0.6 * clamp(strength) +
    0.4 * clamp(pauseSeconds / 1.2) -
    // A question or an announcement ("remember this") needs the next sentence.
    (ending === "question" || isAnnouncement ? 0.8 : 0) -
    (ending === "ellipsis" ? 1.5 : 0) -
    (isGreeting(speech, from, at) ? 0.6 : 0) -
    (isContinued ? 0.35 : 0);
  return weights.closing * end;
};

/** Creates a function for the share of a clip's content words that are repeated in it and rare elsewhere, 0 to 1. */
const createFocus = ({ words }: SpeechAnalysis): ((one: Candidate) => number) => {
  const countStems = (from: number, to: number): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { stem, isStopWord } of words.slice(from, to))
      if (!isStopWord) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return counts;
  };
  const totals = countStems(0, words.length);
  return ({ from, to }) => {
    let specific = 0;
    let all = 0;
    for (const [stem, count] of countStems(from, to)) {
      all += count;
      if (count > 1) specific += (count * count) / (totals.get(stem) ?? count);
    }
    return all === 0 ? 0 : specific / all;
  };
};
