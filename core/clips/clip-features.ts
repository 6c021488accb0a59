import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { fillerTest } from "../languages/filler-test.ts";
import { isReference } from "../languages/title-words.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Candidate, FrameGrid } from "./candidates.ts";
import { hookAt } from "./hook.ts";
import { createRangeMaximum } from "./range-maximum.ts";
import { createSentenceLimits, type SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { topicBoundaries } from "./topic-boundaries.ts";

/** What is known of a candidate, each from 0 (no) to about 1. */
export interface ClipFeatures {
  /** The first seconds catch the viewer's attention. */
  hook: number;
  /** The start is the start of a passage, by punctuation and pauses. */
  start: number;
  /** The start is not understandable without the previous sentence. */
  dependence: number;
  /** Words among the first ones that stand for something that was said before: "it", "they", "that". */
  references: number;
  /** The first sentence is short, and not a fragment. */
  shortStart: number;
  /** A greeting or thanks at the start or the end. */
  greeting: number;
  /** Density of content words, relative to the video. */
  content: number;
  /** Speech without long pauses. */
  flow: number;
  /** Hesitations and repeated function words ("the the"). */
  stammer: number;
  /** The end is the end of a sentence, with a pause. */
  end: number;
  /** A question, an announcement, or an ellipsis at the end, which the next sentence resolves. */
  openEnd: number;
  /** How late the last question is asked, from 0 (in the first half, or none) to 1: the clip has no room for its answer. */
  lateQuestion: number;
  /** The sentence after the end depends on the previous one. */
  continued: number;
  /** Up to the length that a story needs. */
  length: number;
  /** The topic changes at the start, or at the end. */
  topicStart: number;
  topicEnd: number;
  /** The topic changes within the clip. */
  topicInside: number;
}

/** Length from which a clip gets the whole weight for its length. */
const fullLengthSeconds = 18;
/** Share of a clip at both ends in which a change of topic is not inside. */
const edgeShare = 0.12;

/** Words of a short first sentence, which is more than a fragment ("No problem."). */
const minStartWords = 4;
const shortWords = 15;
/** Words of an opening in which references count, this many of which are the maximum. */
const referenceWords = 12;
const maxReferences = 3;
/** Share of such words from which a speaker stammers. */
const maxStammer = 0.04;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

export type FeaturesOf = (candidate: Candidate) => ClipFeatures;

/** Creates a function for the features of a candidate. */
export const createFeatures = (analysis: SpeechAnalysis, { fps }: FrameGrid): FeaturesOf => {
  const { words, boundaries, scores } = analysis;
  const rate = framesPerSecond(fps);
  const content = prefixSums(scores);
  const speech = prefixSums(words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds));
  const speechSeconds = Math.max(1, speech.at(-1) ?? 1);
  const averageDensity = Math.max(1e-6, (content.at(-1) ?? 0) / speechSeconds);
  const stammers = prefixSums(stammersIn(analysis));
  const sentence = createSentenceLimits(analysis);
  const openings = boundaries.map((_, at) => openingOf(analysis, at, sentence));
  const closings = boundaries.map((_, at) => closingOf(analysis, at, sentence));
  const lastQuestionBefore = createQuestionSearch(analysis);
  const topicChanges = topicBoundaries(analysis);
  const longestPauseIn = createRangeMaximum(boundaries.map(({ pauseSeconds }) => pauseSeconds));
  const strongestChangeIn = createRangeMaximum(topicChanges);
  return ({ from, to, startFrame, endFrame }) => {
    const seconds = (endFrame - startFrame) / rate;
    const spokenSeconds = rangeSum(speech, from, to);
    const density = rangeSum(content, from, to) / seconds;
    const longestPause = longestPauseIn(from + 1, to);
    const margin = Math.ceil((to - from) * edgeShare);
    const [opening, closing] = [openings[from], closings[to]];
    return {
      hook: opening?.hook ?? 0,
      start: opening?.start ?? 0,
      dependence: opening?.dependence ?? 0,
      references: opening?.references ?? 0,
      shortStart: opening?.shortStart ?? 0,
      stammer: clamp(rangeSum(stammers, from, to) / Math.max(1, to - from) / maxStammer),
      greeting: Math.max(opening?.greeting ?? 0, closing?.greeting ?? 0),
      content: clamp((density / averageDensity - 0.4) / 0.8),
      flow: clamp((spokenSeconds / seconds - 0.4) / 0.4) - clamp((longestPause - 2) / 4),
      end: closing?.end ?? 0,
      openEnd: closing?.openEnd ?? 0,
      lateQuestion: clamp((2 * (lastQuestionBefore(to) - from)) / Math.max(1, to - from) - 1),
      continued: closing?.continued ?? 0,
      length: clamp(seconds / fullLengthSeconds),
      topicStart: from === 0 ? 1 : (topicChanges[from] ?? 0),
      topicEnd: to === words.length ? 1 : (topicChanges[to] ?? 0),
      topicInside: strongestChangeIn(from + margin, to - margin),
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

/** Creates a function for the end of the last question at or before a boundary; -Infinity without one. */
const createQuestionSearch = ({ boundaries }: SpeechAnalysis): ((boundary: number) => number) => {
  let last = Number.NEGATIVE_INFINITY;
  const ends = boundaries.map(({ ending }, at) => {
    if (ending === "question") last = at;
    return last;
  });
  return (boundary) => ends[boundary] ?? last;
};

type Opening = Pick<ClipFeatures, "hook" | "start" | "dependence" | "references" | "shortStart" | "greeting">;

/** A boundary as the start of a clip. */
const openingOf = (speech: SpeechAnalysis, at: number, { endAfter }: SentenceLimits): Opening => {
  const { words, boundaries, language } = speech;
  if (words[at] === undefined)
    return { hook: 0, start: 0, dependence: 0, references: 0, shortStart: 0, greeting: 0 };
  const end = endAfter(at);
  const first = words.slice(at, at + referenceWords);
  const { strength = 0, pauseSeconds = 0 } = boundaries[at] ?? {};
  return {
    hook: hookAt(speech, at, { endAfter }).score,
    start: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.5),
    dependence: dependsOnPrevious(speech, at, end) ? 1 : 0,
    references: clamp(
      first.filter(({ normalized }) => isReference(normalized, language)).length / maxReferences,
    ),
    shortStart: end - at >= minStartWords && end - at <= shortWords ? 1 : 0,
    greeting: isGreeting(speech, at, end) ? 1 : 0,
  };
};

/** Whether a sentence needs the one before it. A question that begins with its interrogative ("Which one?") does not. */
const dependsOnPrevious = (
  { words, boundaries, language }: SpeechAnalysis,
  at: number,
  end: number,
): boolean => {
  const asks =
    boundaries[end]?.ending === "question" &&
    discourseWordsOf(language).interrogatives.has(words[at]?.normalized ?? "");
  return !asks && dependsOnContext(words[at], words[at + 1], language);
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

type Closing = Pick<ClipFeatures, "end" | "openEnd" | "continued" | "greeting">;

/** A boundary as the end of a clip: the end of a thought, a pause, and no continuation. */
const closingOf = (speech: SpeechAnalysis, at: number, { startBefore }: SentenceLimits): Closing => {
  const { words, boundaries, language } = speech;
  const { strength = 0, pauseSeconds = 0, ending = null } = boundaries[at] ?? {};
  const from = startBefore(at);
  const isContinued =
    (pauseSeconds < 1 && dependsOnContext(words[at], words[at + 1], language)) ||
    // "It was never the oven. It was the flour."
    [0, 1].every((word) => words[from + word]?.normalized === words[at + word]?.normalized);
  const isAnnouncement = discourseWordsOf(language).announcements.has(words[at - 1]?.normalized ?? "");
  return {
    end: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.2),
    openEnd: ending === "ellipsis" ? 1.5 : ending === "question" || isAnnouncement ? 0.8 : 0,
    continued: isContinued ? 1 : 0,
    greeting: isGreeting(speech, from, at) ? 1 : 0,
  };
};
