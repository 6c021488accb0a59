import { countStems } from "../transcript/sentences.ts";
import type { Candidate } from "./candidates.ts";
import type { ClipFeatures, FeaturesOf } from "./clip-features.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

export interface ScoredCandidate extends Candidate {
  score: number;
}

/** Weights of the features. Their figures on judged clips are in docs/contributors/clips.md. */
export const featureWeights: Readonly<Record<keyof ClipFeatures, number>> = {
  hook: 0.6,
  start: 0.5,
  dependence: -1,
  references: -0.6,
  shortStart: 0.4,
  greeting: -0.8,
  content: 0.1,
  flow: 0.7,
  stammer: -0.5,
  claims: 0.4,
  chatter: -0.3,
  end: 0.35,
  openEnd: -0.7,
  lateQuestion: -0.3,
  continued: -0.6,
  length: 0.8,
  topicStart: 0.8,
  topicEnd: 0.3,
  topicInside: -0.6,
};
/** The topic is specific to this part of the video. */
const focusWeight = 0.6;
/** The focus is computed for this many best candidates only, because it takes time. */
const maxFocusCandidates = 400;

/** In a video of more words or candidates than this, this many ends are kept for each start: every pause may be an end. */
const longVideoWords = 6000;
export const maxScored = 40_000;
export const maxEnds = 6;

/** Scores the candidates and sorts them, best first; of equals the earlier one first. A passage of an average talk scores about 1.5. */
export const scoreCandidates = (
  speech: SpeechAnalysis,
  features: FeaturesOf,
  candidates: Iterable<readonly Candidate[]>,
): ScoredCandidate[] => {
  const byScore = (a: ScoredCandidate, b: ScoredCandidate): number =>
    b.score - a.score || a.startFrame - b.startFrame || a.endFrame - b.endFrame;
  const byStart: ScoredCandidate[][] = [];
  let ends = speech.words.length > longVideoWords ? maxEnds : Number.POSITIVE_INFINITY;
  let count = 0;
  for (const ofOneStart of candidates) {
    const own = ofOneStart
      .map((candidate): ScoredCandidate => ({ ...candidate, score: scoreOf(features(candidate)) }))
      .sort(byScore);
    byStart.push(own.slice(0, ends));
    count += own.length;
    if (count <= maxScored || ends === maxEnds) continue;
    ends = maxEnds;
    for (const kept of byStart) kept.splice(maxEnds);
  }
  const scored = byStart.flat().sort(byScore);
  const focus = createFocus(speech);
  for (const candidate of scored.slice(0, maxFocusCandidates))
    candidate.score += focusWeight * focus(candidate);
  return scored.sort(byScore);
};

/** The score of a candidate by its features, without its focus. */
export const scoreOf = (features: ClipFeatures): number => {
  let sum = 0;
  for (const name of Object.keys(featureWeights) as (keyof ClipFeatures)[])
    sum += featureWeights[name] * features[name];
  return sum;
};

/** Creates a function for the share of a clip's content words that are repeated in it and rare elsewhere, 0 to 1. */
export const createFocus = ({ words }: SpeechAnalysis): ((one: Candidate) => number) => {
  const contentStems = (from: number, to: number): Map<string, number> =>
    countStems(words.slice(from, to).filter(({ isStopWord }) => !isStopWord));
  const totals = contentStems(0, words.length);
  return ({ from, to }) => {
    let specific = 0;
    let all = 0;
    for (const [stem, count] of contentStems(from, to)) {
      all += count;
      if (count > 1) specific += (count * count) / (totals.get(stem) ?? count);
    }
    return all === 0 ? 0 : specific / all;
  };
};
