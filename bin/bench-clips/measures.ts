import type { JudgedClip } from "./judged-clips.ts";
import { mean, spearman } from "./statistics.ts";

type Score = (clip: JudgedClip) => number;

/** How well a score orders judged clips, and how good those are that it prefers. */
export interface Measures {
  /** Spearman's rank correlation with the mean mark within each talk, mean of the talks. */
  correlation: number;
  /** Mean mark of the clip with the highest score of each talk and length. */
  first: number;
  /** Mean mark of the three with the highest scores without overlaps, and of the third of them. */
  three: number;
  third: number;
  /** Share of the first, and of the three, without a mark below 3. */
  firstUsable: number;
  threeUsable: number;
}

const chosenClips = 3;
const usableMark = 3;

export const groupsOf = (
  clips: readonly JudgedClip[],
  key: (clip: JudgedClip) => string,
): readonly JudgedClip[][] => [...Map.groupBy(clips, key).values()];

export const measure = (clips: readonly JudgedClip[], score: Score): Measures => {
  const choices = groupsOf(clips, ({ talk, range }) => `${talk} ${range}`).map((group) =>
    withoutOverlaps(group.toSorted((a, b) => score(b) - score(a))).slice(0, chosenClips),
  );
  const firsts = choices.flatMap((choice) => choice.slice(0, 1));
  const thirds = choices.flatMap((choice) => choice.slice(chosenClips - 1));
  const markOf = (chosen: readonly JudgedClip[]): number => mean(chosen.map(({ mark }) => mark));
  return {
    correlation: mean(groupsOf(clips, ({ talk }) => talk).map((talk) => correlation(talk, score))),
    first: markOf(firsts),
    three: markOf(choices.flat()),
    third: markOf(thirds),
    firstUsable: usableShare(firsts),
    threeUsable: usableShare(choices.flat()),
  };
};

export const correlation = (clips: readonly JudgedClip[], score: Score): number =>
  spearman(
    clips.map(score),
    clips.map(({ mark }) => mark),
  );

const withoutOverlaps = (sorted: readonly JudgedClip[]): JudgedClip[] => {
  const kept: JudgedClip[] = [];
  for (const one of sorted)
    if (kept.every((other) => one.endSeconds <= other.startSeconds || other.endSeconds <= one.startSeconds))
      kept.push(one);
  return kept;
};

const usableShare = (clips: readonly JudgedClip[]): number =>
  mean(clips.map(({ marks }) => (Math.min(...marks) >= usableMark ? 1 : 0)));
