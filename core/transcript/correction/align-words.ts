import { referenceOffsets } from "./reference-offsets.ts";
import type { Token } from "./reference-tokens.ts";
import { createSimilarity, expandContraction, letterMask, sharedLetterRatio } from "./similarity.ts";

/** Recognized and reference tokens that correspond: half-open ranges, either of which may be empty. */
export interface AlignedSpan {
  recognizedFrom: number;
  recognizedTo: number;
  referenceFrom: number;
  referenceTo: number;
  /** 0 to 1, of the concatenated tokens; 0 where one range is empty. */
  similarity: number;
}

/** Widths of the alignment band, widest first; the first one with at most `maxCells` cells is used. */
const bandSeconds = [10, 5, 2.5, 1];
const maxCells = 12_000_000;
/** Time differences up to this are not penalized: word times within a cue are estimates. */
const toleranceSeconds = 2;
const costPerSecond = 0.08;
/** Decides between two equal phrases. */
const tieCostPerSecond = 0.01;
const maxTimeCost = 0.8;
const gapScore = -0.4;
/** Pairing two unrelated words scores slightly more than two gaps. */
const mismatchScore = -0.75;
const matchScore = 2.15;
const mergeCost = 0.1;
/** Concatenated words must be this similar to the single word that they are aligned with. */
const minMergedSimilarity = 0.7;
const minSharedLetters = 0.6;

/** Steps of the alignment as [recognized, reference] token counts; the first three do not merge tokens. */
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
 * Computes the best global alignment of recognized tokens with a reference, by text and time, one token with up to three.
 * Time and memory are linear in the number of tokens: only pairs close in time are compared. Null when those are too
 * many, as in a reference whose cues all have the same time.
 * Source: Needleman and Wunsch, 1970, with a band.
 *
 * @param allowMerges whether a token may correspond to several; false for characters
 */
export const alignWords = (
  recognized: readonly Token[],
  reference: readonly Token[],
  { allowMerges }: { allowMerges: boolean },
): AlignedSpan[] | null => {
  const offsets = referenceOffsets(recognized, reference);
  const times = reference.map(({ startSeconds, endSeconds }, index) => ({
    from: startSeconds + (offsets[index] ?? 0),
    to: endSeconds + (offsets[index] ?? 0),
  }));
  for (const reach of bandSeconds) {
    const band = bandOf(recognized, times, reach);
    if (band.cells <= maxCells)
      return alignInBand(recognized, reference, times, band, allowMerges ? steps : steps.slice(0, 3));
  }
  return null;
};

interface AlignmentBand {
  /** First column and first cell of each row. In row i, i recognized tokens are aligned. */
  first: Int32Array;
  offset: Int32Array;
  cells: number;
}

const bandOf = (
  recognized: readonly Token[],
  times: readonly { from: number; to: number }[],
  reach: number,
): AlignmentBand => {
  const rows = recognized.length + 1;
  const first = new Int32Array(rows);
  const last = new Int32Array(rows);
  let low = 0;
  let high = 0;
  for (const [index, { startSeconds, endSeconds }] of recognized.entries()) {
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
    // Neighboring rows overlap, so that a path exists.
    last[row] = Math.max(last[row] ?? 0, first[row + 1] ?? 0, row > 0 ? (last[row - 1] ?? 0) : 0);
    offset[row] = cells;
    cells += (last[row] ?? 0) - (first[row] ?? 0) + 1;
  }
  return { first, offset, cells };
};

const alignInBand = (
  recognized: readonly Token[],
  reference: readonly Token[],
  times: readonly { from: number; to: number }[],
  band: AlignmentBand,
  allowed: typeof steps,
): AlignedSpan[] => {
  const { first, offset, cells } = band;
  const score = stepScores(recognized, reference, times);
  const scores = new Float32Array(cells).fill(Number.NEGATIVE_INFINITY);
  const chosenSteps = new Int8Array(cells).fill(-1);
  const numbered = [...allowed.entries()];
  scores[0] = 0;
  for (let row = 0; row <= recognized.length; row += 1) {
    const begin = offset[row] ?? 0;
    const end = offset[row + 1] ?? cells;
    for (let cell = begin; cell < end; cell += 1) {
      const column = cell - begin + (first[row] ?? 0);
      for (const [stepIndex, step] of numbered) {
        const from = cellIndex(band, row - step[0], column - step[1]);
        if (from < 0) continue;
        const reached = (scores[from] ?? 0) + score.scoreOf(row, column, step);
        if (reached > (scores[cell] ?? 0)) {
          scores[cell] = reached;
          chosenSteps[cell] = stepIndex;
        }
      }
    }
  }
  const spans: AlignedSpan[] = [];
  let [row, column] = [recognized.length, reference.length];
  while (row > 0 || column > 0) {
    const step = allowed[chosenSteps[cellIndex(band, row, column)] ?? -1];
    if (step === undefined) throw new Error(`The alignment has no path to cell ${row}, ${column}`);
    spans.push({ ...rangesOf(row, column, step), similarity: score.similarityOf(row, column, step) });
    row -= step[0];
    column -= step[1];
  }
  return spans.reverse();
};

/** Index of a cell; -1 outside the band. */
const cellIndex = ({ first, offset, cells }: AlignmentBand, row: number, column: number): number => {
  if (row < 0 || column < (first[row] ?? 0)) return -1;
  const at = (offset[row] ?? 0) + column - (first[row] ?? 0);
  return at < (offset[row + 1] ?? cells) ? at : -1;
};

/** Scores of the steps to cell (i, j), where i recognized and j reference tokens are aligned. */
const stepScores = (
  recognized: readonly Token[],
  reference: readonly Token[],
  times: readonly { from: number; to: number }[],
) => {
  const similarity = createSimilarity();
  const isMergeable = createMergeFilter(recognized, reference);
  const timeCost = (i: number, j: number): number => {
    const word = recognized[i - 1];
    const time = times[j - 1];
    if (word === undefined || time === undefined) return 0;
    const away = Math.max(time.from - word.endSeconds, word.startSeconds - time.to, 0);
    return Math.min(
      maxTimeCost,
      away * tieCostPerSecond + Math.max(0, away - toleranceSeconds) * costPerSecond,
    );
  };
  const similarityOf = (i: number, j: number, [down, right]: readonly [number, number]): number => {
    if (down === 0 || right === 0) return 0;
    if (down + right === 2) return similarity(recognized[i - 1]?.key ?? "", reference[j - 1]?.key ?? "");
    if (!isMergeable(i, j, down, right)) return 0;
    return similarity(keyOf(recognized, i - down, i), keyOf(reference, j - right, j));
  };
  return {
    similarityOf,
    scoreOf: (i: number, j: number, step: readonly [number, number]): number => {
      if (step[0] === 0 || step[1] === 0) return gapScore;
      const pairSimilarity = similarityOf(i, j, step);
      const matched = matchScore * pairSimilarity + mismatchScore - timeCost(i, j);
      if (step[0] + step[1] === 2) return matched;
      const isWhole =
        pairSimilarity >= minMergedSimilarity &&
        isMinimalSpan(recognized, reference, rangesOf(i, j, step), similarity);
      return isWhole ? matched - mergeCost : Number.NEGATIVE_INFINITY;
    },
  };
};

const rangesOf = (row: number, column: number, [down, right]: readonly [number, number]) => ({
  recognizedFrom: row - down,
  recognizedTo: row,
  referenceFrom: column - right,
  referenceTo: column,
});

/** Concatenates the keys of a range of tokens. */
export const keyOf = (tokens: readonly Token[], from: number, to: number): string => {
  let key = "";
  for (let at = from; at < to; at += 1) key += tokens[at]?.key ?? "";
  return key;
};

/** Whether no range is more similar to the other without its first or last token. */
export const isMinimalSpan = (
  recognized: readonly Token[],
  reference: readonly Token[],
  { recognizedFrom, recognizedTo, referenceFrom, referenceTo }: Omit<AlignedSpan, "similarity">,
  similarity: (a: string, b: string) => number,
): boolean => {
  const recognizedKey = keyOf(recognized, recognizedFrom, recognizedTo);
  const referenceKey = keyOf(reference, referenceFrom, referenceTo);
  const whole = similarity(recognizedKey, referenceKey);
  const shorter = (tokens: readonly Token[], from: number, to: number): string[] =>
    to - from < 2 ? [] : [keyOf(tokens, from + 1, to), keyOf(tokens, from, to - 1)];
  return (
    shorter(recognized, recognizedFrom, recognizedTo).every(
      (part) => similarity(part, referenceKey) < whole,
    ) &&
    shorter(reference, referenceFrom, referenceTo).every((part) => similarity(recognizedKey, part) < whole)
  );
};

/** Creates a cheap test on lengths and letters that precedes the comparison of concatenated tokens. */
const createMergeFilter = (recognized: readonly Token[], reference: readonly Token[]) => {
  const featuresOf = (tokens: readonly Token[]) => {
    // Prefix sums: a difference is the length of a range.
    const lengths = new Int32Array(tokens.length + 1);
    for (const [at, { key }] of tokens.entries())
      lengths[at + 1] = (lengths[at] ?? 0) + expandContraction(key).length;
    return { lengths, letters: Int32Array.from(tokens, ({ key }) => letterMask(expandContraction(key))) };
  };
  const [ofRecognized, ofReference] = [featuresOf(recognized), featuresOf(reference)];
  const union = (values: Int32Array, from: number, to: number): number => {
    let all = 0;
    for (let at = from; at < to; at += 1) all |= values[at] ?? 0;
    return all;
  };
  return (i: number, j: number, down: number, right: number): boolean => {
    const one = (ofRecognized.lengths[i] ?? 0) - (ofRecognized.lengths[i - down] ?? 0);
    const other = (ofReference.lengths[j] ?? 0) - (ofReference.lengths[j - right] ?? 0);
    if (one < minMergedSimilarity * other || other < minMergedSimilarity * one) return false;
    const shared = sharedLetterRatio(
      union(ofRecognized.letters, i - down, i),
      union(ofReference.letters, j - right, j),
    );
    return shared >= minSharedLetters;
  };
};
