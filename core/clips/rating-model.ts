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

export interface RatingDeps {
  /** null: rules alone decide. */
  ratingModel: RatingModel | null;
  /** Reports a failure of the rating model; rules alone decide then. */
  reportRatingFailure: (error: unknown) => void;
  now: () => Date;
}

/** Returns what a call of the rating model returns; null without one, or when it fails or the time is over, which is reported. */
export const callRatingModel = async <T>(
  { ratingModel, reportRatingFailure, now }: RatingDeps,
  what: "sentences" | "titles",
  limitSeconds: number,
  call: (model: RatingModel, checkTime: () => void) => Promise<T>,
): Promise<T | null> => {
  if (ratingModel === null) return null;
  const deadline = now().getTime() + 1000 * limitSeconds;
  const checkTime = (): void => {
    if (now().getTime() >= deadline)
      throw new Error(`The rating of ${what} took longer than ${limitSeconds} s.`);
  };
  try {
    return await call(ratingModel, checkTime);
  } catch (error) {
    reportRatingFailure(error);
    return null;
  }
};

/** Throws Error when the rating model returned another number of ratings. */
export const checkCount = (count: number, expected: number, what: string): void => {
  if (count !== expected) throw new Error(`The rating model rated ${count} of ${expected} ${what}.`);
};
