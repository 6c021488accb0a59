import type { Candidate } from "./candidates.ts";
import type { ClipFeatures, FeaturesOf } from "./clip-features.ts";
import { featureWeights, scoreOffset } from "./feature-weights.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

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
  return byStart.flat().sort(byScore);
};

/** The score of a candidate by its features. */
export const scoreOf = (features: ClipFeatures): number => {
  let sum = scoreOffset;
  for (const name of Object.keys(featureWeights) as (keyof ClipFeatures)[])
    sum += featureWeights[name] * features[name];
  return sum;
};
