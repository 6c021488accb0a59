import type { Token } from "./reference-cues.ts";

/** A word that was heard (index) and the reference's word (index) that can hardly be another one. */
type Anchor = readonly [heard: number, read: number];

/** Anchors are runs of this many words that either text has once; shorter ones when there are few. */
const runLengths = [4, 3, 2, 1];
const enoughAnchors = 8;
/** How many neighbours decide where a word of the reference lies: cut films and drifting clocks are followed. */
const neighbours = 7;
/** An anchor that is this far from its neighbours is a chance hit. */
const farSeconds = 6;
/** A word of fewer letters is no anchor by itself. */
const minAnchorLetters = 4;

/**
 * How many seconds later than the reference says each of its words is heard. Subtitles are often shifted against the
 * film, run at another rate, or belong to another cut of it. Zero where nothing is known.
 */
export const referenceDelays = (heard: readonly Token[], read: readonly Token[]): number[] => {
  const anchors = consistent(rising(anchorsOf(heard, read)), heard, read);
  let next = 0;
  return read.map((_, index) => {
    while (next < anchors.length && (anchors[next]?.[1] ?? 0) < index) next += 1;
    const around = anchors.slice(Math.max(0, next - 3), next + 3);
    return around.length === 0 ? 0 : median(around.map((anchor) => delayOf(anchor, heard, read)));
  });
};

const delayOf = ([from, to]: Anchor, heard: readonly Token[], read: readonly Token[]): number =>
  (heard[from]?.startSeconds ?? 0) - (read[to]?.startSeconds ?? 0);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const anchorsOf = (heard: readonly Token[], read: readonly Token[]): Anchor[] => {
  const found = new Map<number, Anchor>();
  for (const length of runLengths) {
    const ofHeard = singleRuns(heard, length);
    for (const [run, at] of singleRuns(read, length)) {
      const from = ofHeard.get(run);
      if (from !== undefined && from >= 0 && at >= 0) found.set(at, [from, at]);
    }
    if (found.size >= enoughAnchors) break;
  }
  return [...found.values()].toSorted((a, b) => a[1] - b[1]);
};

/** Where each run of words begins; -1 for one that comes again. */
const singleRuns = (tokens: readonly Token[], length: number): Map<string, number> => {
  const runs = new Map<string, number>();
  for (let at = 0; at + length <= tokens.length; at += 1) {
    const run = tokens
      .slice(at, at + length)
      .map(({ key }) => key)
      .join(" ");
    if (length === 1 && run.length < minAnchorLetters) continue;
    runs.set(run, runs.has(run) ? -1 : at);
  }
  return runs;
};

/** The longest part of the anchors that rises in both texts. Source: Fredman, 1975 (patience sorting). */
const rising = (anchors: readonly Anchor[]): Anchor[] => {
  const tails: number[] = [];
  const before: number[] = [];
  const heardAt = (index: number | undefined): number => anchors[index ?? -1]?.[0] ?? -1;
  for (const [index, [heard]] of anchors.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (heardAt(tails[middle]) < heard) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const kept: Anchor[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor !== undefined) kept.push(anchor);
  }
  return kept.reverse();
};

const consistent = (
  anchors: readonly Anchor[],
  heard: readonly Token[],
  read: readonly Token[],
): Anchor[] => {
  const delays = anchors.map((anchor) => delayOf(anchor, heard, read));
  const half = (neighbours - 1) / 2;
  return anchors.filter((_, index) => {
    const around = median(delays.slice(Math.max(0, index - half), index + half + 1));
    return Math.abs((delays[index] ?? 0) - around) <= farSeconds;
  });
};
