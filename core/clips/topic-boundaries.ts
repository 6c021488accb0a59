import { dependsOnContext } from "../languages/discourse-words.ts";
import { countStems } from "../transcript/sentences.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** Content words on each side of a boundary that are compared. */
const windowWords = 40;
/** Sentences on each side in which the similarity may be higher. */
const reach = 8;
/** How much longer than usual a speaker pauses between two topics, and the weight of a boundary without such a pause. */
const longPauseSeconds = 0.8;
const minPauseFactor = 0.3;

/**
 * Returns how likely the topic changes at each boundary, 0 to 1: where the words before and after differ more than at the
 * boundaries around it. 0 within sentences. Source: Hearst, "TextTiling" (1997), block comparison with depth scores.
 */
export const topicBoundaries = (speech: SpeechAnalysis): readonly number[] => {
  const { words, boundaries, language } = speech;
  const changes = new Array<number>(boundaries.length).fill(0);
  const content = words.flatMap(({ stem, isStopWord }, index) => (isStopWord ? [] : [{ stem, index }]));
  const positions = boundaries.flatMap(({ strength }, at) =>
    at > 0 && at < words.length && strength >= sentenceStrength ? [at] : [],
  );
  let next = 0;
  const similarities = positions.map((at) => {
    while (next < content.length && (content[next]?.index ?? 0) < at) next += 1;
    const before = countStems(content.slice(Math.max(0, next - windowWords), next));
    return cosine(before, countStems(content.slice(next, next + windowWords)));
  });
  const depths = similarities.map((own, index) => {
    const around = (from: number, to: number): number =>
      Math.max(own, ...similarities.slice(Math.max(0, from), to));
    return around(index - reach, index) - own + around(index + 1, index + 1 + reach) - own;
  });
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length);
  const deviation = Math.sqrt(
    depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / Math.max(1, depths.length),
  );
  const pauses = positions.map((at) => boundaries[at]?.pauseSeconds ?? 0).sort((a, b) => a - b);
  const usualPause = pauses[pauses.length >> 1] ?? 0;
  positions.forEach((at, index) => {
    const excess = ((depths[index] ?? 0) - mean) / Math.max(1e-6, 2 * deviation);
    // Few words are compared, so that a pause has to agree, and the next sentence must not depend on the previous one.
    const extra = (boundaries[at]?.pauseSeconds ?? 0) - usualPause;
    const pause = Math.min(1, Math.max(0, extra) / longPauseSeconds);
    const isContinuation = dependsOnContext(words[at], words[at + 1], language);
    changes[at] = isContinuation
      ? 0
      : Math.min(1, Math.max(0, excess)) * (minPauseFactor + (1 - minPauseFactor) * pause);
  });
  return changes;
};

const cosine = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number => {
  let product = 0;
  for (const [stem, count] of a) product += count * (b.get(stem) ?? 0);
  const norm = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return product === 0 ? 0 : product / (norm(a) * norm(b));
};
