import type { ClipFeatures } from "../../core/clips/clip-features.ts";
import { type FeatureWeights, ruleWeights } from "../../core/clips/feature-weights.ts";
import { type JudgedClip, showOf } from "./judged-clips.ts";
import { groupsOf } from "./measures.ts";
import { mean, ridgeWeights } from "./statistics.ts";

export const featureNames = Object.keys(ruleWeights.weights) as (keyof ClipFeatures)[];

/** Score for a difference of one mark, so that scores differ as much as those for which the constants of the selection were set. */
const scorePerMark = 3;
/** Mean score of the judged clips (core/clips/describe-clip.ts). */
const meanScore = 1.5;

/** Fits weights of the features to the marks, each compared with the means of its talk. */
export const fitWeights = (clips: readonly JudgedClip[]): FeatureWeights => {
  const compared = groupsOf(clips, ({ talk }) => talk).flatMap((talk) => {
    const means = featureNames.map((name) => mean(talk.map(({ features }) => features[name])));
    const meanMark = mean(talk.map(({ mark }) => mark));
    return talk.map(({ features, mark }) => ({
      row: featureNames.map((name, at) => features[name] - (means[at] ?? 0)),
      mark: mark - meanMark,
    }));
  });
  const fitted = ridgeWeights(
    compared.map(({ row }) => row),
    compared.map(({ mark }) => mark),
  );
  const weights = Object.fromEntries(
    featureNames.map((name, at) => [name, scorePerMark * (fitted[at] ?? 0)]),
  ) as FeatureWeights["weights"];
  const offset = meanScore - mean(clips.map((clip) => weighted(clip, weights)));
  return { weights, offset };
};

export const weighted = ({ features }: JudgedClip, weights: FeatureWeights["weights"]): number =>
  featureNames.reduce((sum, name) => sum + weights[name] * features[name], 0);

/** Scores every clip with weights that are fitted without the talks of its show. */
export const heldOutScores = (clips: readonly JudgedClip[]): Map<JudgedClip, number> => {
  const scores = new Map<JudgedClip, number>();
  for (const held of groupsOf(clips, ({ talk }) => showOf(talk))) {
    const [one] = held;
    const { weights } = fitWeights(clips.filter(({ talk }) => showOf(talk) !== showOf(one?.talk ?? "")));
    for (const clip of held) scores.set(clip, weighted(clip, weights));
  }
  return scores;
};
