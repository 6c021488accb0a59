import type { SentenceRatings } from "../../core/clips/rating-model.ts";

/** Maximum number of tokens that the rating model reads at once, markers included. */
export const maxWindowTokens = 512;
/** More tokens of a sentence are not read, so that a window has at least four sentences. */
export const maxSentenceTokens = 120;
/** IDs of the token at the start of a window, and of those before, between and after its sentences. */
const startToken = 0;
const marker = 2;
/** The share of a window that the next one reads again, so that every sentence is rated with context on both sides. */
const overlapShare = 1 / 3;
const minOverlapSentences = 2;

/** A part of a talk that the rating model reads at once: whole sentences. */
export interface RatingWindow {
  /** Index of its first sentence. */
  first: number;
  ids: readonly number[];
  /** Positions of the markers in `ids`: one before each sentence, and one after the last. */
  markers: readonly number[];
}

/** Rates the sentences of a window. Returns start, hook, end, value and title of each of its sentences, one after the other. */
export type RateWindow = (window: RatingWindow) => Promise<Float32Array>;
const ratingsOfSentence = 5;
const titlePlace = 4;

/** Divides the tokens of sentences into windows that overlap. */
export function* ratingWindows(sentences: readonly (readonly number[])[]): Generator<RatingWindow> {
  let first = 0;
  while (first < sentences.length) {
    const window = windowFrom(sentences, first);
    yield window;
    const count = window.markers.length - 1;
    if (first + count >= sentences.length) return;
    const overlapFrom = window.ids.length * (1 - overlapShare);
    const notRepeated = window.markers.findIndex((position) => position >= overlapFrom);
    first += Math.max(1, Math.min(notRepeated, count - minOverlapSentences));
  }
}

/** The window that begins with some sentences, and has as many of the others as fit, from the one with index `first`. */
const windowFrom = (
  sentences: readonly (readonly number[])[],
  first: number,
  before: readonly (readonly number[])[] = [],
): RatingWindow => {
  const ids = [startToken];
  const markers: number[] = [];
  for (let at = first - before.length; at < sentences.length; at += 1) {
    const sentence = at < first ? before[at - first + before.length] : sentences[at];
    const tokens = (sentence ?? []).slice(0, maxSentenceTokens);
    if (ids.length + tokens.length + 2 > maxWindowTokens) break;
    markers.push(ids.length);
    ids.push(marker, ...tokens);
  }
  markers.push(ids.length);
  ids.push(marker);
  return { first, ids, markers };
};

/** Tokens of the window on that side of a sentence that has fewer. Beyond the limits of the talk, none are missing. */
const contextOf = ({ first, markers }: RatingWindow, at: number, sentenceCount: number): number => {
  const [start = 0, last = 0] = [markers[0], markers.at(-1)];
  const [own = 0, next = 0] = [markers[at], markers[at + 1]];
  const isAtEnd = first + markers.length - 1 === sentenceCount;
  const before = first === 0 ? Number.POSITIVE_INFINITY : own - start;
  const after = isAtEnd ? Number.POSITIVE_INFINITY : last - next;
  return Math.min(before, after);
};

const ratingsOf = async (window: RatingWindow, rateWindow: RateWindow): Promise<Float32Array> => {
  const output = await rateWindow(window);
  if (output.length !== (window.markers.length - 1) * ratingsOfSentence || !output.every(Number.isFinite))
    throw new Error("The rating model did not return ratings.");
  return output;
};

/**
 * Rates sentences by their tokens. The ratings of a sentence are those of the window in which it has the most context. One window is
 * read after the other, so that a talk of any length needs the memory of one.
 *
 * Throws Error when the rating model returns other than finite numbers for every sentence.
 */
export const rateByWindows = async (
  sentences: readonly (readonly number[])[],
  rateWindow: RateWindow,
): Promise<SentenceRatings[]> => {
  const ratings: SentenceRatings[] = [];
  const contexts: number[] = [];
  for (const window of ratingWindows(sentences)) {
    const output = await ratingsOf(window, rateWindow);
    const count = window.markers.length - 1;
    for (let at = 0; at < count; at += 1) {
      const context = contextOf(window, at, sentences.length);
      const sentence = window.first + at;
      if (context <= (contexts[sentence] ?? -1)) continue;
      const place = at * ratingsOfSentence;
      const [start = 0, hook = 0, end = 0, value = 0] = output.subarray(place, place + ratingsOfSentence);
      contexts[sentence] = context;
      ratings[sentence] = { start, hook, end, value };
    }
  }
  return ratings;
};

/** Tokens of a clip, markers included, that are read before its titles. */
const maxClipTokens = 240;

/**
 * Rates possible titles of a clip by the tokens of the clip's sentences and of the titles. A window has the sentences, an empty one, and
 * titles.
 *
 * Throws Error when the rating model returns other than finite numbers.
 */
export const rateTitlesByWindows = async (
  sentences: readonly (readonly number[])[],
  titles: readonly (readonly number[])[],
  rateWindow: RateWindow,
): Promise<number[]> => {
  const clip: (readonly number[])[] = [];
  for (let size = 0; size < maxClipTokens && clip.length < sentences.length; ) {
    const tokens = (sentences[clip.length] ?? []).slice(0, Math.min(maxSentenceTokens, maxClipTokens - size));
    clip.push(tokens);
    size += tokens.length + 1;
  }
  const before = [...clip, []];
  const ratings: number[] = [];
  while (ratings.length < titles.length) {
    const window = windowFrom(titles, ratings.length, before);
    const output = await ratingsOf(window, rateWindow);
    for (let at = before.length; at < window.markers.length - 1; at += 1)
      ratings.push(output[at * ratingsOfSentence + titlePlace] ?? 0);
  }
  return ratings;
};
