import { createLikeness, inFull, lettersOf, sharedLetters } from "./likeness.ts";
import { referenceDelays } from "./reference-clock.ts";
import type { Token } from "./reference-cues.ts";

/** Heard words and the reference's words that belong together: ranges, either of which may be empty. */
export interface Match {
  heardFrom: number;
  heardTo: number;
  readFrom: number;
  readTo: number;
  /** 0 to 1, of the words written together; 0 where one range is empty. */
  likeness: number;
}

/** Pairs are sought this far from where they should be; less when there are so many that it would take too long. */
const reachSeconds = [10, 5, 2.5, 1];
const maxCells = 12_000_000;
/** Within this a cue's time says nothing: where in a cue a word is said is only estimated. */
const freeSeconds = 2;
const costPerSecond = 0.08;
/** Just enough to tell two equal phrases apart. */
const tieCostPerSecond = 0.01;
const maxTimeCost = 0.8;
const gapScore = -0.4;
/** Two words that have nothing in common stand a little better side by side than each alone. */
const unlikeScore = -0.75;
const fullScore = 2.15;
const joinCost = 0.1;
/** Words are only taken for parts of one word when together they nearly are that word. */
const minJoinedLikeness = 0.7;
const minSharedLetters = 0.6;

/** Steps of an alignment, [heard words, reference's words]. The first three are those of every alignment. */
const steps: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 0],
  [0, 1],
  [1, 2],
  [2, 1],
  [1, 3],
  [3, 1],
];

/**
 * The best global alignment of what was heard with a reference, by text and by time, one word against up to three.
 * Time and memory grow with the words, not with their square: only pairs near each other in time are looked at. Null
 * when even those are too many (a reference whose words are all at one moment).
 * Source: Needleman and Wunsch, 1970, in a band.
 *
 * @param joins whether words may be parts of one another; not for characters.
 */
export const alignWords = (
  heard: readonly Token[],
  read: readonly Token[],
  { joins }: { joins: boolean },
): Match[] | null => {
  const delays = referenceDelays(heard, read);
  const times = read.map(({ startSeconds, endSeconds }, index) => ({
    from: startSeconds + (delays[index] ?? 0),
    to: endSeconds + (delays[index] ?? 0),
  }));
  for (const reach of reachSeconds) {
    const band = bandOf(heard, times, reach);
    if (band.cells <= maxCells) return walk(heard, read, times, band, joins ? steps : steps.slice(0, 3));
  }
  return null;
};

interface Band {
  /** First column of each row, and where the row begins among all cells. Row i: i heard words are aligned. */
  first: Int32Array;
  offset: Int32Array;
  cells: number;
}

const bandOf = (
  heard: readonly Token[],
  times: readonly { from: number; to: number }[],
  reach: number,
): Band => {
  const rows = heard.length + 1;
  const first = new Int32Array(rows);
  const last = new Int32Array(rows);
  let low = 0;
  let high = 0;
  for (const [index, { startSeconds, endSeconds }] of heard.entries()) {
    while (low < times.length && (times[low]?.to ?? 0) < startSeconds - reach) low += 1;
    while (high < times.length && (times[high]?.from ?? 0) <= endSeconds + reach) high += 1;
    first[index] = low;
    last[index] = Math.max(high, low);
  }
  first[0] = 0;
  first[rows - 1] = rows > 1 ? (first[rows - 2] ?? 0) : 0;
  last[rows - 1] = times.length;
  const offset = new Int32Array(rows);
  let cells = 0;
  for (let row = 0; row < rows; row += 1) {
    // Rows must meet: from each there is a way down to the next.
    last[row] = Math.max(last[row] ?? 0, first[row + 1] ?? 0, row > 0 ? (last[row - 1] ?? 0) : 0);
    offset[row] = cells;
    cells += (last[row] ?? 0) - (first[row] ?? 0) + 1;
  }
  return { first, offset, cells };
};

const walk = (
  heard: readonly Token[],
  read: readonly Token[],
  times: readonly { from: number; to: number }[],
  band: Band,
  allowed: typeof steps,
): Match[] => {
  const { first, offset, cells } = band;
  const score = stepScores(heard, read, times);
  const scores = new Float32Array(cells).fill(Number.NEGATIVE_INFINITY);
  const ways = new Int8Array(cells).fill(-1);
  const numbered = [...allowed.entries()];
  scores[0] = 0;
  for (let row = 0; row <= heard.length; row += 1) {
    const begin = offset[row] ?? 0;
    const end = offset[row + 1] ?? cells;
    for (let cell = begin; cell < end; cell += 1) {
      const column = cell - begin + (first[row] ?? 0);
      for (const [way, step] of numbered) {
        const from = cellAt(band, row - step[0], column - step[1]);
        if (from < 0) continue;
        const reached = (scores[from] ?? 0) + score.of(row, column, step);
        if (reached > (scores[cell] ?? 0)) {
          scores[cell] = reached;
          ways[cell] = way;
        }
      }
    }
  }
  const matches: Match[] = [];
  let [row, column] = [heard.length, read.length];
  while (row > 0 || column > 0) {
    const step = allowed[ways[cellAt(band, row, column)] ?? -1];
    if (step === undefined) throw new Error(`No way to ${row}, ${column} of the alignment`);
    matches.push({ ...rangesOf(row, column, step), likeness: score.likenessOf(row, column, step) });
    row -= step[0];
    column -= step[1];
  }
  return matches.reverse();
};

/** The cell's place; -1 outside the band. */
const cellAt = ({ first, offset, cells }: Band, row: number, column: number): number => {
  if (row < 0 || column < (first[row] ?? 0)) return -1;
  const at = (offset[row] ?? 0) + column - (first[row] ?? 0);
  return at < (offset[row + 1] ?? cells) ? at : -1;
};

/** What a step to (i, j) adds: i heard words and j of the reference are behind it. */
const stepScores = (
  heard: readonly Token[],
  read: readonly Token[],
  times: readonly { from: number; to: number }[],
) => {
  const likeness = createLikeness();
  const mayJoin = joinable(heard, read);
  const timeCost = (i: number, j: number): number => {
    const word = heard[i - 1];
    const time = times[j - 1];
    if (word === undefined || time === undefined) return 0;
    const away = Math.max(time.from - word.endSeconds, word.startSeconds - time.to, 0);
    return Math.min(maxTimeCost, away * tieCostPerSecond + Math.max(0, away - freeSeconds) * costPerSecond);
  };
  const likenessOf = (i: number, j: number, [down, right]: readonly [number, number]): number => {
    if (down === 0 || right === 0) return 0;
    if (down + right === 2) return likeness(heard[i - 1]?.key ?? "", read[j - 1]?.key ?? "");
    if (!mayJoin(i, j, down, right)) return 0;
    return likeness(keyOf(heard, i - down, i), keyOf(read, j - right, j));
  };
  return {
    likenessOf,
    of: (i: number, j: number, step: readonly [number, number]): number => {
      if (step[0] === 0 || step[1] === 0) return gapScore;
      const alike = likenessOf(i, j, step);
      const matched = fullScore * alike + unlikeScore - timeCost(i, j);
      if (step[0] + step[1] === 2) return matched;
      const isWhole = alike >= minJoinedLikeness && needsAll(heard, read, rangesOf(i, j, step), likeness);
      return isWhole ? matched - joinCost : Number.NEGATIVE_INFINITY;
    },
  };
};

const rangesOf = (row: number, column: number, [down, right]: readonly [number, number]) => ({
  heardFrom: row - down,
  heardTo: row,
  readFrom: column - right,
  readTo: column,
});

/** The words of a range written together. */
export const keyOf = (tokens: readonly Token[], from: number, to: number): string => {
  let key = "";
  for (let at = from; at < to; at += 1) key += tokens[at]?.key ?? "";
  return key;
};

/** Whether ranges belong together whole: without its first or last word none of them is more like the other. */
export const needsAll = (
  heard: readonly Token[],
  read: readonly Token[],
  { heardFrom, heardTo, readFrom, readTo }: Omit<Match, "likeness">,
  likeness: (a: string, b: string) => number,
): boolean => {
  const ofHeard = keyOf(heard, heardFrom, heardTo);
  const ofRead = keyOf(read, readFrom, readTo);
  const whole = likeness(ofHeard, ofRead);
  const shorter = (tokens: readonly Token[], from: number, to: number): string[] =>
    to - from < 2 ? [] : [keyOf(tokens, from + 1, to), keyOf(tokens, from, to - 1)];
  return (
    shorter(heard, heardFrom, heardTo).every((part) => likeness(part, ofRead) < whole) &&
    shorter(read, readFrom, readTo).every((part) => likeness(ofHeard, part) < whole)
  );
};

/** A quick look at lengths and letters, before words are written together to be compared. */
const joinable = (heard: readonly Token[], read: readonly Token[]) => {
  const looks = (tokens: readonly Token[]) => {
    // Letters in front of each word: a difference is the length of a range.
    const lengths = new Int32Array(tokens.length + 1);
    for (const [at, { key }] of tokens.entries()) lengths[at + 1] = (lengths[at] ?? 0) + inFull(key).length;
    return { lengths, letters: Int32Array.from(tokens, ({ key }) => lettersOf(inFull(key))) };
  };
  const [ofHeard, ofRead] = [looks(heard), looks(read)];
  const union = (values: Int32Array, from: number, to: number): number => {
    let all = 0;
    for (let at = from; at < to; at += 1) all |= values[at] ?? 0;
    return all;
  };
  return (i: number, j: number, down: number, right: number): boolean => {
    const one = (ofHeard.lengths[i] ?? 0) - (ofHeard.lengths[i - down] ?? 0);
    const other = (ofRead.lengths[j] ?? 0) - (ofRead.lengths[j - right] ?? 0);
    if (one < minJoinedLikeness * other || other < minJoinedLikeness * one) return false;
    const shared = sharedLetters(union(ofHeard.letters, i - down, i), union(ofRead.letters, j - right, j));
    return shared >= minSharedLetters;
  };
};
