import { clamp } from "../clamp.ts";
import { closeLanguages } from "../languages/close-languages.ts";
import { dependsOnContext } from "../languages/discourse-words.ts";
import { transitionPhrasesOf } from "../languages/transition-phrases.ts";
import { countStems } from "../transcript/sentences.ts";
import { createPhraseSearch } from "./phrase-search.ts";
import { createSentenceLimits } from "./sentence-limits.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** Certainty of a change of topic that the speaker announces within this many words of a sentence's start. */
const transitionChange = 0.7;
const transitionReach = 3;
/** Content words on each side of a boundary that are compared. */
const windowWords = 40;
/** Sentences on each side in which the similarity may be higher. */
const reach = 8;
/** How much longer than usual a speaker pauses between two topics, and the weight of a boundary without such a pause. */
const longPauseSeconds = 0.8;
const minPauseFactor = 0.3;

/**
 * Returns how likely the topic changes at each boundary, 0 to 1: where the words before and after differ more than at the
 * boundaries around it, or where the speaker says so. 0 within sentences. Source: Hearst, "TextTiling" (1997), block
 * comparison with depth scores.
 */
export const topicBoundaries = (
  speech: SpeechAnalysis,
  transitions: ReadonlySet<number>,
): readonly number[] => {
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
    const isTransition = transitions.has(at);
    const isContinuation = !isTransition && dependsOnContext(words[at], words[at + 1], language);
    const change = clamp(excess) * (minPauseFactor + (1 - minPauseFactor) * pause);
    changes[at] = isContinuation ? 0 : Math.max(change, isTransition ? transitionChange : 0);
  });
  return changes;
};

/** Returns the starts of the sentences with which the speaker turns to another topic, some words after the start. */
export const transitionsIn = (speech: SpeechAnalysis): ReadonlySet<number> => {
  const phrases = transitionPhrasesOf(closeLanguages[speech.language ?? ""] ?? speech.language ?? "");
  if (phrases === "") return new Set();
  const { startBefore } = createSentenceLimits(speech);
  return new Set(
    createPhraseSearch(speech)(phrases).flatMap(({ word }) => {
      const start = startBefore(word + 1);
      return word - start <= transitionReach ? [start] : [];
    }),
  );
};

const cosine = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number => {
  let product = 0;
  for (const [stem, count] of a) product += count * (b.get(stem) ?? 0);
  const norm = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return product === 0 ? 0 : product / (norm(a) * norm(b));
};
