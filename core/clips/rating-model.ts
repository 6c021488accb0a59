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

/** A chosen clip, and what its title may be. */
export interface TitleChoice {
  /** The sentences of the clip. */
  sentences: readonly string[];
  titles: readonly string[];
}

/**
 * Rates the possible titles of clips: how well each could be published as the title of its clip. Only the titles of one clip are
 * compared. Returns as many ratings for each clip. Throws as RateSentences does.
 */
export type RateTitles = (clips: readonly TitleChoice[], checkTime: () => void) => Promise<number[][]>;

/** Rates sentences and titles (models/sentence-ratings/README.md). */
export interface RatingModel {
  rateSentences: RateSentences;
  rateTitles: RateTitles;
}
