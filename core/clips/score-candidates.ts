import type { Candidate, FrameGrid } from "./candidates.ts";
import { type ClipFeatures, createFeatures, type FeaturesOf } from "./clip-features.ts";
import { type FeatureWeights, ratedWeights, ruleWeights } from "./feature-weights.ts";
import { outstandingValueOf, type RatedSentence } from "./rating-features.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** How the candidates of a talk are scored. */
export interface ClipScoring extends FeatureWeights {
  featuresOf: FeaturesOf;
  /** The rated value from which a passage stands out in its talk; infinite without ratings. */
  outstandingValue: number;
}

/** Creates the scoring of a talk, with other weights where its sentences are rated. */
export const createScoring = (
  speech: SpeechAnalysis,
  grid: FrameGrid,
  rated: readonly RatedSentence[],
): ClipScoring => ({
  featuresOf: createFeatures(speech, grid, rated),
  outstandingValue: outstandingValueOf(rated),
  ...(rated.length > 0 ? ratedWeights : ruleWeights),
});

export interface ScoredCandidate extends Candidate {
  score: number;
}

/** In a video of more words or candidates than this, this many ends are kept for each start: every pause may be an end. */
const longVideoWords = 6000;
export const maxScored = 40_000;
export const maxEnds = 6;

/** Scores the candidates and sorts them, best first; of equals the earlier one first. A passage of an average talk scores about 1.5. */
export const scoreCandidates = (
  speech: SpeechAnalysis,
  scoring: ClipScoring,
  candidates: Iterable<readonly Candidate[]>,
): ScoredCandidate[] => {
  const byScore = (a: ScoredCandidate, b: ScoredCandidate): number =>
    b.score - a.score || a.startFrame - b.startFrame || a.endFrame - b.endFrame;
  const byStart: ScoredCandidate[][] = [];
  let ends = speech.words.length > longVideoWords ? maxEnds : Number.POSITIVE_INFINITY;
  let count = 0;
  for (const ofOneStart of candidates) {
    const own = ofOneStart
      .map(
        (candidate): ScoredCandidate => ({
          ...candidate,
          score: scoreOf(scoring.featuresOf(candidate), scoring),
        }),
      )
      .sort(byScore);
    byStart.push(own.slice(0, ends));
    count += own.length;
    if (count <= maxScored || ends === maxEnds) continue;
    ends = maxEnds;
    for (const kept of byStart) kept.splice(maxEnds);
  }
  return byStart.flat().sort(byScore);
};

/** The score of a candidate by its features. */
export const scoreOf = (features: ClipFeatures, { weights, offset }: FeatureWeights): number => {
  let sum = offset;
  for (const name of Object.keys(weights) as (keyof ClipFeatures)[]) sum += weights[name] * features[name];
  return sum;
};
