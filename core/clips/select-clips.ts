import { overlaps } from "../time/frame-range.ts";
import type { FrameGrid } from "./candidates.ts";
import type { ScoredCandidate } from "./score-candidates.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Weights of a clip's similarity to the selected ones, and of its distance from them. */
const similarityPenalty = 0.8;
const distanceBonus = 0.4;
/** Candidates that score lower than the best one by more than this are not selected, even if there are fewer clips then. */
const maxBelowBest = 2;
/** How much lower the lowest score may be when more clips are selected instead of better ones. */
const maxScoreLoss = 1;
/** Candidates that are compared with the selected clips in each round. */
const maxCompared = 300;

/**
 * Selects up to `max` clips without a common frame, best first. Each round selects the best remaining candidate by score,
 * similarity to the selected clips, and distance from them (maximal marginal relevance). If more clips would fit that
 * are nearly as good, those are selected instead. `preselected` clips come first.
 *
 * @param candidates best first
 */
export const selectClips = (
  candidates: readonly ScoredCandidate[],
  max: number,
  speech: SpeechAnalysis,
  grid: FrameGrid,
  preselected: readonly ScoredCandidate[] = [],
): ScoredCandidate[] => {
  const selected: ScoredCandidate[] = [];
  const repeats = createRepetitionTest(speech, selected);
  for (const one of preselected) if (!repeats(one)) selected.push(one);
  const similarity = createTopicSimilarity(speech);
  const minScore = (candidates[0]?.score ?? 0) - maxBelowBest;
  const good = candidates.filter(({ score }, index) => index === 0 || score >= minScore);
  let remaining = good.filter((one) => !selected.some((other) => overlaps(one, other)) && !repeats(one));
  while (selected.length < max && remaining.length > 0) {
    const value = (one: ScoredCandidate): number => {
      const redundancy = Math.max(0, ...selected.map((other) => similarity(one, other)));
      return one.score - similarityPenalty * redundancy + distanceBonus * distance(one, selected, grid, max);
    };
    const best = maxBy(remaining.slice(0, maxCompared), value);
    if (!best) break;
    selected.push(best);
    remaining = remaining.filter((one) => !overlaps(one, best) && !repeats(one));
  }
  if (selected.length >= max || preselected.length > 0) return selected;
  const fitting = withoutRepetitions(speech, scheduleMost(good, max));
  return fitting.length > selected.length && lowestScore(fitting) >= lowestScore(selected) - maxScoreLoss
    ? fitting
    : selected;
};

/** Words in a row that count as said again, and the share of such words from which a clip repeats another one. */
const shingleWords = 5;
const maxRepeatedShare = 0.6;

/** Creates a test for clips whose words are mostly said in the selected ones too. `selected` may grow. */
const createRepetitionTest = (
  { words }: SpeechAnalysis,
  selected: readonly ScoredCandidate[],
): ((one: ScoredCandidate) => boolean) => {
  const ids = new Map<string, number>();
  const shingles = words.map((_, at) => {
    const text = words
      .slice(at, at + shingleWords)
      .map(({ normalized }) => normalized)
      .join(" ");
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  });
  let counts = new Uint32Array(words.length + 1);
  let counted = 0;
  const count = (): void => {
    const said = new Set(selected.flatMap(({ from, to }) => shingles.slice(from, lastShingle(from, to))));
    counts = new Uint32Array(words.length + 1);
    shingles.forEach((id, at) => {
      counts[at + 1] = (counts[at] ?? 0) + (said.has(id) ? 1 : 0);
    });
    counted = selected.length;
  };
  return ({ from, to }) => {
    if (counted !== selected.length) count();
    const end = lastShingle(from, to);
    return (counts[end] ?? 0) - (counts[from] ?? 0) >= maxRepeatedShare * (end - from);
  };
};

const lastShingle = (from: number, to: number): number => Math.max(from + 1, to - shingleWords + 1);

const withoutRepetitions = (speech: SpeechAnalysis, clips: readonly ScoredCandidate[]): ScoredCandidate[] => {
  const kept: ScoredCandidate[] = [];
  const repeats = createRepetitionTest(speech, kept);
  for (const clip of clips) if (!repeats(clip)) kept.push(clip);
  return kept;
};

const lowestScore = (clips: readonly ScoredCandidate[]): number =>
  Math.min(...clips.map(({ score }) => score));

const maxBy = (
  candidates: readonly ScoredCandidate[],
  value: (one: ScoredCandidate) => number,
): ScoredCandidate | undefined => {
  let best: ScoredCandidate | undefined;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (const one of candidates) {
    const own = value(one);
    if (own > bestValue) [best, bestValue] = [one, own];
  }
  return best;
};

/** Distance from the nearest selected clip, 1 for the distance of evenly spread clips. */
const distance = (
  one: ScoredCandidate,
  others: readonly ScoredCandidate[],
  { frameCount }: FrameGrid,
  max: number,
): number => {
  if (others.length === 0) return 0;
  const middle = (clip: ScoredCandidate): number => (clip.startFrame + clip.endFrame) / 2;
  const nearest = Math.min(...others.map((other) => Math.abs(middle(one) - middle(other))));
  return Math.min(1, nearest / (frameCount / max));
};

/** Creates a function for the share of common content words of two clips, 0 to 1. */
const createTopicSimilarity = ({
  words,
}: SpeechAnalysis): ((a: ScoredCandidate, b: ScoredCandidate) => number) => {
  const stems = new Map<string, ReadonlySet<string>>();
  const stemsOf = ({ from, to }: ScoredCandidate): ReadonlySet<string> => {
    const key = `${from} ${to}`;
    const found =
      stems.get(key) ??
      new Set(words.slice(from, to).flatMap(({ stem, isStopWord }) => (isStopWord ? [] : [stem])));
    stems.set(key, found);
    return found;
  };
  return (a, b) => {
    const [own, other] = [stemsOf(a), stemsOf(b)];
    const shared = [...own].filter((stem) => other.has(stem)).length;
    return shared / Math.max(1, Math.min(own.size, other.size));
  };
};

/**
 * Returns the largest possible number of clips without a common frame, up to `max`, with the highest sum of scores, best
 * first. Source: weighted interval scheduling.
 */
const scheduleMost = (candidates: readonly ScoredCandidate[], max: number): ScoredCandidate[] => {
  // The number of clips takes precedence over their scores.
  const bonusPerClip = 1000;
  const byEnd = [...candidates].sort((a, b) => a.endFrame - b.endFrame || a.startFrame - b.startFrame);
  const ends = byEnd.map(({ endFrame }) => endFrame);
  const before = byEnd.map(({ startFrame }) => countAtMost(ends, startFrame));
  let values = new Float64Array(byEnd.length + 1);
  const takes: Uint8Array[] = [];
  for (let round = 0; round < max; round += 1) {
    const next = new Float64Array(byEnd.length + 1);
    const take = new Uint8Array(byEnd.length + 1);
    byEnd.forEach(({ score }, at) => {
      const withIt = (values[before[at] ?? 0] ?? 0) + bonusPerClip + score;
      const without = next[at] ?? 0;
      take[at + 1] = withIt > without ? 1 : 0;
      next[at + 1] = Math.max(withIt, without);
    });
    takes.push(take);
    values = next;
  }
  const chosen: ScoredCandidate[] = [];
  let at = byEnd.length;
  for (let round = max - 1; round >= 0 && at > 0; ) {
    const one = byEnd[at - 1];
    if (takes[round]?.[at] === 1 && one) {
      chosen.push(one);
      at = before[at - 1] ?? 0;
      round -= 1;
    } else at -= 1;
  }
  return chosen.sort((a, b) => b.score - a.score || a.startFrame - b.startFrame);
};

/** Counts the sorted numbers up to a limit. */
const countAtMost = (sorted: readonly number[], limit: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
