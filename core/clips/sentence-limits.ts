import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

export interface SentenceLimits {
  /** Index of the boundary at the end of the sentence that starts at a boundary. */
  endAfter(boundary: number): number;
  /** Index of the boundary at the start of the sentence that ends at a boundary. */
  startBefore(boundary: number): number;
}

/** Creates the limits of all sentences at once, because a talk without punctuation may be one long sentence. */
export const createSentenceLimits = ({ boundaries }: Pick<SpeechAnalysis, "boundaries">): SentenceLimits => {
  const last = boundaries.length - 1;
  const ends = new Uint32Array(boundaries.length).fill(last);
  const starts = new Uint32Array(boundaries.length);
  const isLimit = (at: number): boolean => (boundaries[at]?.strength ?? 0) >= sentenceStrength;
  for (let at = last - 1; at >= 0; at -= 1) ends[at] = isLimit(at + 1) ? at + 1 : (ends[at + 1] ?? last);
  for (let at = 1; at <= last; at += 1) starts[at] = isLimit(at - 1) ? at - 1 : (starts[at - 1] ?? 0);
  return { endAfter: (at) => ends[at] ?? last, startBefore: (at) => starts[at] ?? 0 };
};
