import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Candidate, FrameGrid } from "./candidates.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

export interface ScoredCandidate extends Candidate {
  score: number;
}

/**
 * What makes a clip worth watching, and how much of it counts. Set by hand on transcripts of talks, interviews and
 * lessons; a stretch of an ordinary talk comes to about 2.
 */
const weights = {
  /** Its first seconds make a viewer stay. */
  hook: 1,
  /** It begins where the speaker begins. */
  opening: 0.9,
  /** It can be understood without what was said before. */
  leaning: -0.8,
  /** It says much, for its length and this film. */
  content: 0.9,
  /** What it is about is hardly spoken of elsewhere in the film. */
  focus: 0.6,
  /** Somebody speaks most of the time. */
  flow: 0.6,
  /** It ends where a thought ends. */
  closing: 0.6,
  /** Long enough to say something. */
  length: 0.5,
} as const;

/** Words by which an opening is judged, at the most. */
const openingWords = 14;
/** A hook of the second sentence counts for this part of one in the first. */
const secondSentenceFactor = 0.8;
/** A clip of the shortest range is best at about this length or longer, seconds. */
const fullLengthSeconds = 18;
/** Focus is counted word by word, so only the best by everything else are looked at. */
const maxFocusCandidates = 400;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The candidates with their scores, best first; of equals the earlier. */
export const scoreCandidates = (
  film: SpeechAnalysis,
  grid: FrameGrid,
  candidates: readonly Candidate[],
): ScoredCandidate[] => {
  const score = createScore(film, grid);
  const byScore = (a: ScoredCandidate, b: ScoredCandidate): number =>
    b.score - a.score || a.startFrame - b.startFrame || a.endFrame - b.endFrame;
  const rough = candidates.map((one): ScoredCandidate => ({ ...one, score: score(one) })).sort(byScore);
  const focus = createFocus(film);
  return rough
    .map((one, at) => ({
      ...one,
      score: one.score + (at < maxFocusCandidates ? weights.focus * focus(one) : 0),
    }))
    .sort(byScore);
};

const createScore = (film: SpeechAnalysis, { fps }: FrameGrid): ((one: Candidate) => number) => {
  const { words, boundaries, scores } = film;
  const rate = framesPerSecond(fps);
  const telling = runningSums(scores);
  const speech = runningSums(words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds));
  const speechSeconds = Math.max(1, speech.at(-1) ?? 1);
  const usual = Math.max(1e-6, (telling.at(-1) ?? 0) / speechSeconds);
  const openings = boundaries.map((_, at) => openingScore(film, at));
  const closings = boundaries.map((_, at) => closingScore(film, at));
  return ({ from, to, startFrame, endFrame }) => {
    const seconds = (endFrame - startFrame) / rate;
    const spoken = (speech[to] ?? 0) - (speech[from] ?? 0);
    const told = (telling[to] ?? 0) - (telling[from] ?? 0);
    const longestPause = Math.max(0, ...boundaries.slice(from + 1, to).map((one) => one.pauseSeconds));
    const flow = clamp((spoken / seconds - 0.4) / 0.4) - clamp((longestPause - 2) / 4);
    return (
      (openings[from] ?? 0) +
      (closings[to] ?? 0) +
      weights.content * clamp((told / seconds / usual - 0.4) / 0.8) +
      weights.flow * flow +
      weights.length * clamp(seconds / fullLengthSeconds)
    );
  };
};

const runningSums = (values: readonly number[]): number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};

/** How a clip that begins at this break begins. */
const openingScore = (film: SpeechAnalysis, at: number): number => {
  const { words, boundaries, language } = film;
  const end = sentenceEnd(film, at);
  if (words[at] === undefined) return 0;
  // What makes a viewer stay may come in the second sentence, if the first one leads there.
  const hook = Math.max(
    hookScore(film, at, end),
    secondSentenceFactor * hookScore(film, end, sentenceEnd(film, end)),
  );
  const { strength = 0, pauseSeconds = 0 } = boundaries[at] ?? {};
  const begins = 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.5);
  // A word that asks may lean as well ("which is why"), but then its sentence is no question.
  const leans =
    boundaries[end]?.ending !== "question" && dependsOnContext(words[at], words[at + 1], language);
  const isPoor = leans || isGreeting(film, at, end);
  return weights.hook * hook + weights.opening * begins + weights.leaning * (isPoor ? 1 : 0);
};

/** Greetings and thanks stand near the beginning of their sentence. */
const greetingReach = 6;

/** Whether a sentence greets or thanks: who was not there is not meant. */
const isGreeting = ({ words, language }: SpeechAnalysis, from: number, to: number): boolean => {
  const { ceremony } = discourseWordsOf(language);
  return words
    .slice(from, Math.min(to, from + greetingReach))
    .some(({ normalized }) => ceremony.has(normalized));
};

/** How much a sentence, or its beginning, makes a viewer stay, 0 to 1. */
const hookScore = (film: SpeechAnalysis, from: number, to: number): number => {
  const { words, boundaries, scores, language, isPunctuated } = film;
  const lists = discourseWordsOf(language);
  const superlatives = emphaticWordsOf(language);
  const end = Math.min(to, from + openingWords);
  const opening = words.slice(from, end);
  const [first] = opening;
  if (!first) return 0;
  const some = (test: (word: string) => boolean): boolean =>
    opening.some(({ normalized }) => test(normalized));
  const endsWith = boundaries[to]?.ending;
  const asks =
    endsWith === "question" ? 0.5 : !isPunctuated && lists.question.has(first.normalized) ? 0.3 : 0;
  return clamp(
    asks +
      (some((word) => /\p{N}/u.test(word)) ? 0.3 : 0) +
      (some((word) => superlatives.has(word)) ? 0.3 : 0) +
      (some((word) => lists.you.has(word)) ? 0.25 : 0) +
      (some((word) => lists.turn.has(word)) ? 0.3 : 0) +
      (opening.slice(0, 4).some(({ normalized }) => lists.story.has(normalized)) ? 0.35 : 0) +
      (endsWith === "exclamation" ? 0.15 : 0) +
      0.25 * clamp(Math.max(0, ...scores.slice(from, end)) / 1.5),
  );
};

/** Position behind the sentence that begins at a break. */
const sentenceEnd = ({ boundaries }: SpeechAnalysis, from: number): number => {
  let at = from + 1;
  while (at < boundaries.length - 1 && (boundaries[at]?.strength ?? 0) < sentenceStrength) at += 1;
  return at;
};

/** Position of the sentence that ends at a break. */
const sentenceStart = ({ boundaries }: SpeechAnalysis, to: number): number => {
  let at = Math.max(0, to - 1);
  while (at > 0 && (boundaries[at]?.strength ?? 0) < sentenceStrength) at -= 1;
  return at;
};

/** How a clip that ends at this break ends: with a thought, a pause, and nothing that goes on from it. */
const closingScore = (film: SpeechAnalysis, at: number): number => {
  const { words, boundaries, language } = film;
  const { strength = 0, pauseSeconds = 0, ending = null } = boundaries[at] ?? {};
  const from = sentenceStart(film, at);
  const goesOn =
    (pauseSeconds < 1 && dependsOnContext(words[at], words[at + 1], language)) ||
    // "It was never the oven. It was the flour."
    [0, 1].every((word) => words[from + word]?.normalized === words[at + word]?.normalized);
  const announces = discourseWordsOf(language).announces.has(words[at - 1]?.normalized ?? "");
  const ends =
    0.6 * clamp(strength) +
    0.4 * clamp(pauseSeconds / 1.2) -
    // Whoever hears a question wants its answer, and whoever hears "remember this" what that is.
    (ending === "question" || announces ? 0.8 : 0) -
    (ending === "nothing" ? 1.5 : 0) -
    (isGreeting(film, from, at) ? 0.6 : 0) -
    (goesOn ? 0.35 : 0);
  return weights.closing * ends;
};

/** Part of a clip's telling words that come back in it and hardly elsewhere, 0 to 1. */
const createFocus = ({ words }: SpeechAnalysis): ((one: Candidate) => number) => {
  const counted = (from: number, to: number): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { stem, isStopWord } of words.slice(from, to))
      if (!isStopWord) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return counts;
  };
  const everywhere = counted(0, words.length);
  return ({ from, to }) => {
    let own = 0;
    let all = 0;
    for (const [stem, count] of counted(from, to)) {
      all += count;
      if (count > 1) own += (count * count) / (everywhere.get(stem) ?? count);
    }
    return all === 0 ? 0 : own / all;
  };
};
