/**
 * How good a sentence is in a clip, by a rating model that has read what is around it. Each rating has a mean of about 0 and a standard
 * deviation of about 1 over the sentences of many talks.
 */
export interface SentenceRatings {
  /** How well a clip begins with it. */
  start: number;
  /** How much it attracts attention. */
  hook: number;
  /** How well a clip ends after it. */
  end: number;
  /** How much the passage around it is worth. */
  value: number;
}

/**
 * Rates the sentences of a talk, which are in order. Returns as many ratings. Throws Error when the rating model cannot run, and what
 * `checkTime` throws.
 *
 * @param checkTime called before each part of the work, which takes a second or two; throws when no time is left
 */
export type RateSentences = (
  sentences: readonly string[],
  checkTime: () => void,
) => Promise<SentenceRatings[]>;
