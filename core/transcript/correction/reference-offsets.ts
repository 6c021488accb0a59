import { medianOf } from "../../median.ts";
import type { Token } from "./reference-tokens.ts";

/** Indices of a recognized token and of the reference token that certainly corresponds. */
type Anchor = readonly [recognized: number, reference: number];

/** Anchors are n-grams that occur once in both texts; shorter n-grams are added while there are few anchors. */
const nGramLengths = [4, 3, 2, 1];
const enoughAnchors = 8;
/** Anchors per moving median, which follows cuts and clock drift. */
const medianWindow = 7;
/** An anchor that deviates more from the median is a coincidence. */
const outlierSeconds = 6;
/** Shorter words are no unigram anchors. */
const minAnchorLetters = 4;

/**
 * Estimates the time offset of each reference token in seconds (recognized time minus reference time). Subtitles are
 * often shifted, run at another frame rate, or belong to another edit of the video. Zero without anchors.
 */
export const referenceOffsets = (recognized: readonly Token[], reference: readonly Token[]): number[] => {
  const anchors = withoutOutliers(longestIncreasing(anchorsOf(recognized, reference)), recognized, reference);
  let next = 0;
  return reference.map((_, index) => {
    while (next < anchors.length && (anchors[next]?.[1] ?? 0) < index) next += 1;
    const around = anchors.slice(Math.max(0, next - 3), next + 3);
    return around.length === 0
      ? 0
      : medianOf(around.map((anchor) => offsetOf(anchor, recognized, reference)));
  });
};

const offsetOf = ([from, to]: Anchor, recognized: readonly Token[], reference: readonly Token[]): number =>
  (recognized[from]?.startSeconds ?? 0) - (reference[to]?.startSeconds ?? 0);

const anchorsOf = (recognized: readonly Token[], reference: readonly Token[]): Anchor[] => {
  const found = new Map<number, Anchor>();
  for (const length of nGramLengths) {
    const recognizedKey = uniqueNGrams(recognized, length);
    for (const [nGram, at] of uniqueNGrams(reference, length)) {
      const from = recognizedKey.get(nGram);
      if (from !== undefined && from >= 0 && at >= 0) found.set(at, [from, at]);
    }
    if (found.size >= enoughAnchors) break;
  }
  return [...found.values()].toSorted((a, b) => a[1] - b[1]);
};

/** Index of each n-gram; -1 for one that occurs more than once. */
const uniqueNGrams = (tokens: readonly Token[], length: number): Map<string, number> => {
  const nGrams = new Map<string, number>();
  for (let at = 0; at + length <= tokens.length; at += 1) {
    const nGram = tokens
      .slice(at, at + length)
      .map(({ key }) => key)
      .join(" ");
    if (length === 1 && nGram.length < minAnchorLetters) continue;
    nGrams.set(nGram, nGrams.has(nGram) ? -1 : at);
  }
  return nGrams;
};

/** The longest subsequence of anchors that increases in both texts. Source: Fredman, 1975 (patience sorting). */
const longestIncreasing = (anchors: readonly Anchor[]): Anchor[] => {
  const tails: number[] = [];
  const before: number[] = [];
  const recognizedAt = (index: number | undefined): number => anchors[index ?? -1]?.[0] ?? -1;
  for (const [index, [recognized]] of anchors.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (recognizedAt(tails[middle]) < recognized) low = middle + 1;
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

const withoutOutliers = (
  anchors: readonly Anchor[],
  recognized: readonly Token[],
  reference: readonly Token[],
): Anchor[] => {
  const offsets = anchors.map((anchor) => offsetOf(anchor, recognized, reference));
  const half = (medianWindow - 1) / 2;
  return anchors.filter((_, index) => {
    const around = medianOf(offsets.slice(Math.max(0, index - half), index + half + 1));
    return Math.abs((offsets[index] ?? 0) - around) <= outlierSeconds;
  });
};
