import { clamp } from "../clamp.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Candidate, FrameGrid } from "./candidates.ts";
import { createBodyFeatures } from "./clip-body.ts";
import { closingOf, openingOf } from "./clip-edges.ts";
import { createFocus } from "./focus.ts";
import { questionBoundaries } from "./question-boundaries.ts";
import { createRangeMaximum } from "./range-maximum.ts";
import { createRatingFeatures, type RatedSentence, type RatingFeatures } from "./rating-features.ts";
import { createSentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { topicBoundaries, transitionsIn } from "./topic-boundaries.ts";

/** What is known of a candidate, each from 0 (no) to about 1, except those of ratings. */
export interface ClipFeatures extends RatingFeatures {
  /** The first seconds catch the viewer's attention. */
  hook: number;
  /** The start is the start of a passage, by punctuation and pauses. */
  start: number;
  /** How much the start is not understandable without the previous sentence. */
  dependence: number;
  /** Share of content words in the first sentence: what it names, less what it only points to. */
  openingContent: number;
  /** The first sentence is a question that names what it is about. */
  openingQuestion: number;
  /** How much the start repeats what was said just before it: it is in the middle of a thought. */
  resumption: number;
  /** A greeting or thanks at the start or the end. */
  greeting: number;
  /** Speech without long pauses. */
  flow: number;
  /** Hesitations and repeated function words ("the the"). */
  stammer: number;
  /** The end is the end of a sentence, with a pause. */
  end: number;
  /** A question, a request, an announcement, a turn to another topic, an ellipsis or no end of a sentence at the end; or a punch line after it. */
  openEnd: number;
  /** How late the last question is asked, from 0 (in the first quarter, or none) to 1: the clip has no time for an answer. */
  lateQuestion: number;
  /** Emphatic words, words of surprise, and numbers with units. */
  claims: number;
  /** Sentences that are longer than those of banter: "Yeah. Sure." */
  sentenceLength: number;
  /** Up to the length that a story needs. */
  length: number;
  /** The topic changes at the start, or at the end. */
  topicStart: number;
  topicEnd: number;
  /** The topic changes within the clip. */
  topicInside: number;
  /** The share of its content words that are repeated in it and rare elsewhere. */
  focus: number;
}

/** Length from which a clip gets the whole weight for its length. */
const fullLengthSeconds = 28;
/** Share of a clip at both ends in which a change of topic is not inside. */
const edgeShare = 0.12;

/** How much the start of the video is the start of a topic; talks begin with what is not content yet. */
const firstTopicStart = 0.3;

export type FeaturesOf = (candidate: Candidate) => ClipFeatures;

/** Creates a function for the features of a candidate. */
export const createFeatures = (
  analysis: SpeechAnalysis,
  { fps }: FrameGrid,
  rated: readonly RatedSentence[],
): FeaturesOf => {
  const { words, boundaries } = analysis;
  const rate = framesPerSecond(fps);
  const speech = prefixSums(words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds));
  const sentence = createSentenceLimits(analysis);
  const asked = questionBoundaries(analysis, sentence);
  const openings = boundaries.map((_, at) => openingOf(analysis, at, sentence));
  const transitions = transitionsIn(analysis);
  const closings = boundaries.map((_, at) => {
    const leadsOn = asked[at] === true || transitions.has(sentence.startBefore(at));
    return closingOf(analysis, at, sentence, leadsOn);
  });
  const body = createBodyFeatures(analysis, sentence, asked);
  const focus = createFocus(analysis);
  const ratings = createRatingFeatures(rated);
  const topicChanges = topicBoundaries(analysis, transitions);
  const longestPauseIn = createRangeMaximum(boundaries.map(({ pauseSeconds }) => pauseSeconds));
  const strongestChangeIn = createRangeMaximum(topicChanges);
  return ({ from, to, startFrame, endFrame }) => {
    const seconds = (endFrame - startFrame) / rate;
    const spokenSeconds = rangeSum(speech, from, to);
    const longestPause = longestPauseIn(from + 1, to);
    const margin = Math.ceil((to - from) * edgeShare);
    const [opening, closing] = [openings[from], closings[to]];
    return {
      hook: opening?.hook ?? 0,
      start: opening?.start ?? 0,
      dependence: opening?.dependence ?? 0,
      openingContent: opening?.openingContent ?? 0,
      openingQuestion: opening?.openingQuestion ?? 0,
      resumption: opening?.resumption ?? 0,
      ...body(from, to),
      greeting: Math.max(opening?.greeting ?? 0, closing?.greeting ?? 0),
      flow: clamp((spokenSeconds / seconds - 0.4) / 0.4) - clamp((longestPause - 2) / 4),
      end: closing?.end ?? 0,
      openEnd: closing?.openEnd ?? 0,
      length: clamp(seconds / fullLengthSeconds),
      topicStart: from === 0 ? firstTopicStart : (topicChanges[from] ?? 0),
      topicEnd: to === words.length ? 1 : (topicChanges[to] ?? 0),
      topicInside: strongestChangeIn(from + margin, to - margin),
      focus: focus(from, to),
      ...ratings(from, to),
    };
  };
};
