import type { SpeechAnalysis } from "./speech-analysis.ts";

/**
 * Creates a function for the share of a range's content words that are repeated in it and rare elsewhere, 0 to 1: a range
 * that is about something specific. Ranges with the same start are counted on, so that the ends of a start take no longer
 * than the longest one; they should come in order.
 */
export const createFocus = ({ words }: SpeechAnalysis): ((from: number, to: number) => number) => {
  const totals = new Map<string, number>();
  for (const { stem, isStopWord } of words) if (!isStopWord) totals.set(stem, (totals.get(stem) ?? 0) + 1);
  const specificity = (stem: string, count: number): number =>
    count > 1 ? (count * count) / (totals.get(stem) ?? count) : 0;
  let counts = new Map<string, number>();
  let [start, end, all, specific] = [-1, 0, 0, 0];
  return (from, to) => {
    if (from !== start || to < end) {
      counts = new Map();
      [start, end, all, specific] = [from, from, 0, 0];
    }
    for (; end < to; end += 1) {
      const word = words[end];
      if (!word || word.isStopWord) continue;
      const count = (counts.get(word.stem) ?? 0) + 1;
      counts.set(word.stem, count);
      specific += specificity(word.stem, count) - specificity(word.stem, count - 1);
      all += 1;
    }
    return all === 0 ? 0 : specific / all;
  };
};
