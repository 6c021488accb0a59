import { prefixSums, rangeSum } from "../../prefix-sums.ts";
import { type AlignedSpan, isMinimalSpan, keyOf } from "./align-words.ts";
import type { Token } from "./reference-tokens.ts";
import { createSimilarity } from "./similarity.ts";

/** From this similarity on, two words count as the same word in two spellings. */
const sameWordSimilarity = 0.75;
/** Similarity that a word needs without a matching neighbor, or with one on one side. */
const isolatedSimilarity = 0.65;
const oneSidedSimilarity = 0.55;
/** Similarity that a word needs between two matching neighbors, multiplied by the recognizer's confidence. */
const enclosedSimilarity = 0.45;
/** Similarity of words or numbers that are split at different places. */
const resplitSimilarity = 0.4;
const maxResplitWords = 4;
const maxCharacters = 8;
/** No word continues over a pause of this length. */
const pauseSeconds = 0.5;
/** Spans on either side that decide whether the reference is reliable at a place, and the share of them that must match. */
const contextSpans = 10;
const minContextShare = 0.5;
/** Matching share required of the shorter of both texts: unrelated texts have words in common, too. */
const minOverallShare = 0.35;

/** A word without matching neighbors is accepted from this similarity on ("they" is not "the"). */
const isolatedMatchSimilarity = 0.9;
/** A run of this many matching words is no coincidence, whatever surrounds it. */
const minCertainRun = 6;

/** Weight of recognized words that the reference lacks: a reference may cover parts of the text only. */
const unreferencedWeight = 0.2;

export interface ReliableSpanOptions {
  /** Confidence of a recognized token, 0 to 1. */
  confidenceOf: (index: number) => number;
  isUnspaced: boolean;
}

interface Texts extends ReliableSpanOptions {
  recognized: readonly Token[];
  reference: readonly Token[];
  similarity: (a: string, b: string) => number;
}

/**
 * Filters an alignment for the spans to correct by: matches in passages where the reference is reliable, and the words
 * between them that are similar enough. Empty for a reference in another language or with another text. Both ranges of
 * each returned span have at least one token.
 */
export const reliableSpans = (
  alignment: readonly AlignedSpan[],
  recognized: readonly Token[],
  reference: readonly Token[],
  options: ReliableSpanOptions,
): AlignedSpan[] => {
  const texts: Texts = { recognized, reference, similarity: createSimilarity(), ...options };
  const context = createContextTest(alignment, texts);
  if (!context.isSameText) return [];
  const kept: AlignedSpan[] = [];
  for (let at = 0; at < alignment.length; ) {
    let end = at;
    while (end < alignment.length && !isSame(alignment[end])) end += 1;
    if (end > at) {
      if (context.isReliable(at, end)) kept.push(...betweenMatches(alignment, at, end, texts));
      at = end;
      continue;
    }
    const match = alignment[at] as AlignedSpan;
    if (isSupported(alignment, at, match) && context.isReliable(at, at + 1)) kept.push(match);
    at += 1;
  }
  return kept;
};

const isSame = (span: AlignedSpan | undefined): boolean => (span?.similarity ?? 0) >= sameWordSimilarity;

const countsOf = (span: AlignedSpan): { recognized: number; reference: number } => ({
  recognized: span.recognizedTo - span.recognizedFrom,
  reference: span.referenceTo - span.referenceFrom,
});

const isSupported = (alignment: readonly AlignedSpan[], at: number, match: AlignedSpan): boolean =>
  match.similarity >= isolatedMatchSimilarity ||
  alignment.length === 1 ||
  isSame(alignment[at - 1]) ||
  isSame(alignment[at + 1]);

/** Tests whether the reference has the recognized text: as a whole, and around a range of the alignment. */
const createContextTest = (alignment: readonly AlignedSpan[], { recognized, reference }: Texts) => {
  const weights = alignment.map(
    (span) =>
      weightOf(span, recognized, reference) * (countsOf(span).reference === 0 ? unreferencedWeight : 1),
  );
  const matching = prefixSums(alignment.map((span, index) => (isSame(span) ? (weights[index] ?? 0) : 0)));
  const all = prefixSums(weights);
  const total = Math.min(totalWeight(recognized), totalWeight(reference));
  return {
    isSameText: rangeSum(matching, 0, alignment.length) >= minOverallShare * total,
    isReliable: (from: number, to: number): boolean => {
      const [low, high] = [Math.max(0, from - contextSpans), Math.min(alignment.length, to + contextSpans)];
      const isContextMatching = rangeSum(matching, low, high) >= minContextShare * rangeSum(all, low, high);
      return isContextMatching || isInCertainRun(alignment, from, to);
    },
  };
};

/** Whether matching words on both sides form a long run. */
const isInCertainRun = (alignment: readonly AlignedSpan[], from: number, to: number): boolean => {
  let [low, high] = [from, to];
  while (isSame(alignment[low - 1])) low -= 1;
  while (isSame(alignment[high])) high += 1;
  const isEnclosed = isSame(alignment[from]) || (low < from && high > to);
  return isEnclosed && high - low - (to - from) >= minCertainRun;
};

/** A run of spans without a match. */
interface Block {
  spans: readonly AlignedSpan[];
  /** The whole run as one span. */
  whole: AlignedSpan;
  /** Whether a match, or the edge of the text, is beside it. */
  hasMatchBefore: boolean;
  hasMatchAfter: boolean;
}

/** The spans from `at` to `end`, none of which matches, as far as they are similar enough. */
const betweenMatches = (
  alignment: readonly AlignedSpan[],
  at: number,
  end: number,
  texts: Texts,
): AlignedSpan[] => {
  const spans = alignment.slice(at, end);
  const block: Block = {
    spans,
    whole: {
      recognizedFrom: spans[0]?.recognizedFrom ?? 0,
      recognizedTo: spans.at(-1)?.recognizedTo ?? 0,
      referenceFrom: spans[0]?.referenceFrom ?? 0,
      referenceTo: spans.at(-1)?.referenceTo ?? 0,
      similarity: 0,
    },
    hasMatchBefore: at === 0 || isSame(alignment[at - 1]),
    hasMatchAfter: end === alignment.length || isSame(alignment[end]),
  };
  const counts = countsOf(block.whole);
  if (counts.recognized === 0 || counts.reference === 0) return [];
  return texts.isUnspaced ? similarCharacters(block, texts) : similarWords(block, texts);
};

const similarWords = (block: Block, texts: Texts): AlignedSpan[] => {
  const { spans, whole, hasMatchBefore, hasMatchAfter } = block;
  const sides = Number(hasMatchBefore) + Number(hasMatchAfter);
  const replaced = replacedAsWhole(whole, requiredSimilarity(sides, minConfidence(whole, texts)), texts);
  if (replaced !== null) return replaced;
  const pairs = spans.filter((span) => countsOf(span).recognized > 0 && countsOf(span).reference > 0);
  // Where one text has more words, only the words at the edges have a matching neighbor.
  const isOneToOne = pairs.length === spans.length;
  return pairs.filter((span) => {
    const own = isOneToOne
      ? sides
      : Number(hasMatchBefore && span === spans[0]) + Number(hasMatchAfter && span === spans.at(-1));
    return span.similarity >= requiredSimilarity(own, minConfidence(span, texts));
  });
};

/** A short block replaced at once: word by word, or as one span when its words are split elsewhere. Null: neither. */
const replacedAsWhole = (whole: AlignedSpan, required: number, texts: Texts): AlignedSpan[] | null => {
  const counts = countsOf(whole);
  if (Math.max(counts.recognized, counts.reference) > maxResplitWords) return null;
  const { recognized, reference, similarity } = texts;
  const value = similarity(
    keyOf(recognized, whole.recognizedFrom, whole.recognizedTo),
    keyOf(reference, whole.referenceFrom, whole.referenceTo),
  );
  if (counts.recognized === counts.reference) return value >= required ? wordByWord(whole) : null;
  const isResplit =
    value >= Math.max(required, resplitSimilarity) &&
    !hasPause(whole, recognized) &&
    isMinimalSpan(recognized, reference, whole, similarity);
  return isResplit ? [{ ...whole, similarity: value }] : null;
};

const similarCharacters = (
  { whole, hasMatchBefore, hasMatchAfter }: Block,
  { recognized }: Texts,
): AlignedSpan[] => {
  if (!hasMatchBefore || !hasMatchAfter) return [];
  const counts = countsOf(whole);
  const [fewer, more] = [
    Math.min(counts.recognized, counts.reference),
    Math.max(counts.recognized, counts.reference),
  ];
  return more <= maxCharacters && more <= 2 * fewer && !hasPause(whole, recognized) ? [whole] : [];
};

/** @param sides how many sides have a matching neighbor */
const requiredSimilarity = (sides: number, confidence: number): number => {
  if (sides === 2) return enclosedSimilarity * confidence;
  return sides === 1 ? oneSidedSimilarity : isolatedSimilarity;
};

const minConfidence = ({ recognizedFrom, recognizedTo }: AlignedSpan, { confidenceOf }: Texts): number => {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = recognizedFrom; at < recognizedTo; at += 1) lowest = Math.min(lowest, confidenceOf(at));
  return lowest;
};

const hasPause = ({ recognizedFrom, recognizedTo }: AlignedSpan, recognized: readonly Token[]): boolean =>
  recognized
    .slice(recognizedFrom + 1, recognizedTo)
    .some(
      ({ startSeconds }, index) =>
        startSeconds - (recognized[recognizedFrom + index]?.endSeconds ?? 0) > pauseSeconds,
    );

const wordByWord = ({ recognizedFrom, recognizedTo, referenceFrom }: AlignedSpan): AlignedSpan[] =>
  Array.from({ length: recognizedTo - recognizedFrom }, (_, index) => ({
    recognizedFrom: recognizedFrom + index,
    recognizedTo: recognizedFrom + index + 1,
    referenceFrom: referenceFrom + index,
    referenceTo: referenceFrom + index + 1,
    similarity: 0,
  }));

/** Long words are stronger evidence than short ones, which many texts share. */
const weightOfLength = (letters: number): number => Math.min(1, letters / 5);
const totalWeight = (tokens: readonly Token[]): number =>
  tokens.reduce((total, { key }) => total + weightOfLength(key.length), 0);
const weightOf = (
  { recognizedFrom, recognizedTo, referenceFrom, referenceTo }: AlignedSpan,
  recognized: readonly Token[],
  reference: readonly Token[],
): number =>
  weightOfLength(
    Math.max(
      keyOf(recognized, recognizedFrom, recognizedTo).length,
      keyOf(reference, referenceFrom, referenceTo).length,
    ),
  );
