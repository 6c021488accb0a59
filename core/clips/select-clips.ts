import type { FrameGrid } from "./candidates.ts";
import type { ScoredCandidate } from "./score-candidates.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** What a second clip about the same costs, and what lying far from the others is worth. */
const similarityPenalty = 0.8;
const distanceBonus = 0.4;
/** What has less than this part of the best one's score is no moment of its film: there are fewer clips then. */
const minShareOfBest = 0.65;
/** Where the most that fit are taken instead of the best, the worst of them may be so much worse. */
const maxScoreLoss = 0.5;
/** Of those that are left in each round, so many are compared with what is chosen. */
const maxCompared = 300;

export const overlaps = (
  a: Pick<ScoredCandidate, "startFrame" | "endFrame">,
  b: Pick<ScoredCandidate, "startFrame" | "endFrame">,
): boolean => a.startFrame < b.endFrame && b.startFrame < a.endFrame;

/**
 * Up to `most` clips without a common frame, the best first: each time the best one of what is left, by its score, by how
 * little it repeats the others and how far it lies from them. Where that leaves no room for as many as there could be,
 * the most that fit are taken instead, if they are nearly as good. `taken` are chosen already and come first.
 *
 * @param candidates best first
 */
export const selectClips = (
  candidates: readonly ScoredCandidate[],
  most: number,
  film: SpeechAnalysis,
  grid: FrameGrid,
  taken: readonly ScoredCandidate[] = [],
): ScoredCandidate[] => {
  const chosen = [...taken];
  const similarity = createSimilarity(film);
  const least = minShareOfBest * (candidates[0]?.score ?? 0);
  const good = candidates.filter(({ score }, index) => index === 0 || score >= least);
  let open = good.filter((one) => !chosen.some((other) => overlaps(one, other)));
  while (chosen.length < most && open.length > 0) {
    const value = (one: ScoredCandidate): number => {
      const alike = Math.max(0, ...chosen.map((other) => similarity(one, other)));
      return one.score - similarityPenalty * alike + distanceBonus * distance(one, chosen, grid, most);
    };
    const best = maxBy(open.slice(0, maxCompared), value);
    if (!best) break;
    chosen.push(best);
    open = open.filter((one) => !overlaps(one, best));
  }
  if (chosen.length >= most || taken.length > 0) return chosen;
  const fitting = scheduleMost(good, most);
  return fitting.length > chosen.length && lowestScore(fitting) >= lowestScore(chosen) - maxScoreLoss
    ? fitting
    : chosen;
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

/** How far a clip lies from the nearest other one, 1 being as far as evenly spread clips would lie. */
const distance = (
  one: ScoredCandidate,
  others: readonly ScoredCandidate[],
  { frames }: FrameGrid,
  most: number,
): number => {
  if (others.length === 0) return 0;
  const middle = (clip: ScoredCandidate): number => (clip.startFrame + clip.endFrame) / 2;
  const nearest = Math.min(...others.map((other) => Math.abs(middle(one) - middle(other))));
  return Math.min(1, nearest / (frames / most));
};

/** Part of two clips' telling words that they share, 0 to 1. */
const createSimilarity = ({
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
 * As many clips without a common frame as there can be, up to `most`, with the highest sum of scores among those: weighted
 * interval scheduling. Best first.
 */
const scheduleMost = (candidates: readonly ScoredCandidate[], most: number): ScoredCandidate[] => {
  // A clip more is worth more than any score.
  const each = 1000;
  const byEnd = [...candidates].sort((a, b) => a.endFrame - b.endFrame || a.startFrame - b.startFrame);
  const ends = byEnd.map(({ endFrame }) => endFrame);
  const before = byEnd.map(({ startFrame }) => countAtMost(ends, startFrame));
  let values = new Float64Array(byEnd.length + 1);
  const takes: Uint8Array[] = [];
  for (let round = 0; round < most; round += 1) {
    const next = new Float64Array(byEnd.length + 1);
    const take = new Uint8Array(byEnd.length + 1);
    byEnd.forEach(({ score }, at) => {
      const withIt = (values[before[at] ?? 0] ?? 0) + each + score;
      const without = next[at] ?? 0;
      take[at + 1] = withIt > without ? 1 : 0;
      next[at + 1] = Math.max(withIt, without);
    });
    takes.push(take);
    values = next;
  }
  const chosen: ScoredCandidate[] = [];
  let at = byEnd.length;
  for (let round = most - 1; round >= 0 && at > 0; ) {
    const one = byEnd[at - 1];
    if (takes[round]?.[at] === 1 && one) {
      chosen.push(one);
      at = before[at - 1] ?? 0;
      round -= 1;
    } else at -= 1;
  }
  return chosen.sort((a, b) => b.score - a.score || a.startFrame - b.startFrame);
};

/** How many of the sorted numbers are not above a limit. */
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
