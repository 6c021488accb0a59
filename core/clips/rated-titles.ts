import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { callRatingModel, checkCount, type RatingDeps } from "./rate-speech.ts";
import type { RatedSentence } from "./rating-features.ts";
import type { TitleChoice } from "./rating-model.ts";
import { sentenceTexts } from "./sentences-to-rate.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { themeOf, titlesIn } from "./theme.ts";

/** Seconds after which no further titles are rated: a clip takes one to three. */
const titleLimitSeconds = 60;
/** More possible titles of a clip are not rated. */
const maxTitles = 64;

/**
 * Returns the title of each clip that the rating model prefers, of its clauses and what rules choose. Empty without a rating model, and
 * when it fails, which is reported.
 *
 * @param rated the sentences of the talk; empty when they could not be rated
 */
export const ratedTitles = async <Clip extends Candidate>(
  speech: SpeechAnalysis,
  transcript: Transcript,
  clips: readonly Clip[],
  rated: readonly RatedSentence[],
  deps: RatingDeps,
): Promise<Map<Clip, string>> => {
  if (rated.length === 0 || clips.length === 0) return new Map();
  const choices = clips.map((clip): TitleChoice => {
    const inside = rated.filter(({ from, to }) => from >= clip.from && to <= clip.to);
    const titles = new Set([
      themeOf(speech, transcript, clip),
      ...titlesIn(speech, transcript, clip).slice(0, maxTitles),
    ]);
    return { sentences: sentenceTexts(speech, transcript, inside), titles: [...titles] };
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
  return new Map(clips.map((clip, at) => [clip, bestOf(choices[at]?.titles ?? [], ratings[at] ?? [])]));
};

const bestOf = (titles: readonly string[], ratings: readonly number[]): string =>
  titles.reduce((best, title) =>
    (ratings[titles.indexOf(title)] ?? 0) > (ratings[titles.indexOf(best)] ?? 0) ? title : best,
  );
