import type { Candidate } from "./candidates.ts";
import type { RatedSentence } from "./rating-features.ts";
import { callRatingModel, checkCount, type RatingDeps, type TitleChoice } from "./rating-model.ts";
import { sentenceTexts } from "./sentences-to-rate.ts";
import { themeOf, titlesIn } from "./theme.ts";
import type { TitleSource } from "./title-clauses.ts";

/** Seconds after which no further titles are rated: a clip takes about 0.4 s of one vCPU. */
export const titleLimitSeconds = 60;
/** More possible titles of a clip are not rated. */
const maxTitles = 64;
/** Added to the rating of a whole sentence, from which nothing is missing that could change its meaning. Fitted to 291 rated clips. */
const wholeBonus = 0.5;

/**
 * Returns the title of each clip that the rating model prefers, of its clauses and what rules choose. Empty without a rating model, and
 * when it fails, which is reported.
 *
 * @param rated the sentences of the talk; empty when they could not be rated
 */
export const ratedTitles = async <Clip extends Candidate>(
  source: TitleSource,
  clips: readonly Clip[],
  rated: readonly RatedSentence[],
  deps: RatingDeps,
): Promise<Map<Clip, string>> => {
  if (rated.length === 0 || clips.length === 0) return new Map();
  const possible = clips.map((clip) => ({ clip, bonuses: bonusesOf(source, clip) }));
  const choices = possible.map(({ clip, bonuses }): TitleChoice => {
    const inside = rated.filter(({ from, to }) => from >= clip.from && to <= clip.to);
    return {
      sentences: sentenceTexts(source.speech, source.transcript, inside),
      titles: [...bonuses.keys()],
    };
  });
  const ratings = await callRatingModel(
    deps,
    "titles",
    titleLimitSeconds,
    async ({ rateTitles }, checkTime) => {
      const all = await rateTitles(choices, checkTime);
      checkCount(all.length, choices.length, "clips");
      for (const [at, { titles }] of choices.entries())
        checkCount(all[at]?.length ?? 0, titles.length, "titles");
      return all;
    },
  );
  if (ratings === null) return new Map();
  return new Map(possible.map(({ clip, bonuses }, at) => [clip, bestOf(bonuses, ratings[at] ?? [])]));
};

/** The possible titles of a clip with their bonuses. That of the rules comes first, and so wins a tie. */
const bonusesOf = (source: TitleSource, clip: Candidate): ReadonlyMap<string, number> =>
  new Map([
    [themeOf(source, clip), 0],
    ...titlesIn(source, clip)
      .slice(0, maxTitles)
      .map(({ text, isWhole }): [string, number] => [text, isWhole ? wholeBonus : 0]),
  ]);

/** Returns the title with the highest sum of its bonus and its rating; the ratings are in the order of the titles. */
const bestOf = (titles: ReadonlyMap<string, number>, ratings: readonly number[]): string => {
  let [best, bestScore] = ["", Number.NEGATIVE_INFINITY];
  for (const [at, [title, bonus]] of [...titles].entries()) {
    const score = bonus + (ratings[at] ?? 0);
    if (score > bestScore) [best, bestScore] = [title, score];
  }
  return best;
};
