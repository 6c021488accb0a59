/**
 * Measures the choice of clips on talks that were judged: `npm run bench:clips -- FOLDER`. The folder has a SubRip file
 * for each talk, NAME.LANGUAGE.srt (test/media/clips/README.md says where they are), and test/media/clips/labels.tsv the
 * judgements. Printed is how well a score orders the judged clips of the talks, and how good those are that it prefers
 * (bin/bench-clips/measures.ts), for the product's score, for centrality (TF-IDF), and for a random choice; and what is
 * chosen now: how many clips have words of advertising, or overlap a clip that was judged good (3.5 and more) or bad (2.5
 * and less).
 *
 * The rating model rates the sentences first, which takes a quarter of an hour; the ratings are stored in .local/bench-clips. `--rules` leaves
 * them out.
 *
 * `--fit` prints weights that are fitted to the judgements, and measures those that are fitted without the show of the
 * talk that they are measured on; `--talks` prints the correlation for each talk, `--show` the chosen clips, and `--labels`
 * leaves out what is chosen now.
 */
import { chooseClips } from "../core/clips/choose-clips.ts";
import { clipDurationRanges } from "../core/clips/duration-range.ts";
import { ratedWeights, ruleWeights } from "../core/clips/feature-weights.ts";
import { unwantedWords } from "../core/clips/promotions.ts";
import { featureNames, fitWeights, heldOutScores } from "./bench-clips/fit.ts";
import {
  type JudgedClip,
  type JudgedTalk,
  readJudgedClips,
  readTalks,
  talkFps,
  unlimitedRating,
} from "./bench-clips/judged-clips.ts";
import { correlation, groupsOf, type Measures, measure } from "./bench-clips/measures.ts";
import { createStoredRatings } from "./bench-clips/stored-ratings.ts";

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of the talks.");
const maxClips = 5;
/** The talks that people judged. The others were judged by a language model, by another standard. */
const judgedByPeople = ["harmon", "bitcoin", "bbc", "allin", "listen", "krah", "frbit", "zh"];
const [goodMark, badMark] = [3.5, 2.5];

const row = (name: string, ...cells: (string | number)[]): string =>
  `${name.padEnd(18)} ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell).padStart(12)).join("")}`;

const ratingModel = options.includes("--rules")
  ? null
  : createStoredRatings("models/sentence-ratings", ".local/bench-clips");
const talks = await readTalks(folder, ratingModel);
const judged = readJudgedClips("test/media/clips/labels.tsv", talks);
const heldOut = options.includes("--fit") ? heldOutScores(judged) : null;

const printMeasures = (title: string, clips: readonly JudgedClip[]): void => {
  if (clips.length === 0) return;
  const names = Object.keys(measure([], () => 0)) as (keyof Measures)[];
  const print = (name: string, score: (clip: JudgedClip) => number): void => {
    const measures = measure(clips, score);
    console.log(row(name, ...names.map((one) => measures[one])));
  };
  console.log(`\n${title}: ${clips.length} clips of ${groupsOf(clips, ({ talk }) => talk).length} talks`);
  console.log(row("", ...names));
  for (const name of ["product", "central", "random"] as const) print(name, ({ scores }) => scores[name]);
  print("the marks", ({ mark }) => mark);
  if (heldOut) print("fitted without it", (clip) => heldOut.get(clip) ?? 0);
};

printMeasures(
  "Judged by people",
  judged.filter(({ talk }) => judgedByPeople.includes(talk)),
);
printMeasures(
  "Judged by a language model",
  judged.filter(({ talk }) => !judgedByPeople.includes(talk)),
);
if (options.includes("--talks"))
  for (const clips of groupsOf(judged, ({ talk }) => talk))
    console.log(
      row(
        clips[0]?.talk ?? "",
        correlation(clips, ({ scores }) => scores.product),
      ),
    );
if (options.includes("--fit")) {
  const now = ratingModel === null ? ruleWeights : ratedWeights;
  const { weights, offset } = fitWeights(judged);
  console.log(`\n${row("", "now", "fitted")}`);
  for (const name of featureNames) console.log(row(name, now.weights[name], weights[name]));
  console.log(row("offset", now.offset, offset));
}

const chosenNow = { clips: 0, advertising: 0, good: 0, bad: 0 };

const countChosen = async (talk: JudgedTalk): Promise<void> => {
  const { name, language, transcript, speech, frameCount } = talk;
  const { promotion } = unwantedWords(speech);
  for (const durationRange of clipDurationRanges) {
    const clips = await chooseClips(
      { transcript, language },
      { fps: talkFps, frameCount },
      { maxClips, durationRange },
      { ...unlimitedRating, ratingModel, model: null, reportFailure: () => {} },
    );
    for (const { startFrame, endFrame, theme } of clips) {
      const [start, end] = [startFrame / talkFps.num, endFrame / talkFps.num];
      const inside = speech.words.flatMap(({ startSeconds, endSeconds }, at) =>
        startSeconds >= start && endSeconds <= end ? [at] : [],
      );
      const overlapping = judged.filter(
        (one) =>
          one.talk === name &&
          Math.min(one.endSeconds, end) - Math.max(one.startSeconds, start) >=
            0.6 * Math.max(one.endSeconds - one.startSeconds, end - start),
      );
      chosenNow.clips += 1;
      if (inside.some((at) => promotion[at])) chosenNow.advertising += 1;
      if (overlapping.some(({ mark }) => mark >= goodMark)) chosenNow.good += 1;
      if (overlapping.some(({ mark }) => mark <= badMark)) chosenNow.bad += 1;
      const text = inside.map((at) => speech.words[at]?.text).join(" ");
      if (options.includes("--show"))
        console.log(
          `${name} ${durationRange} ${start.toFixed(1)}–${end.toFixed(1)} [${theme}] ${text.slice(0, 110)} … ${text.slice(-70)}`,
        );
    }
  }
};

if (!options.includes("--labels")) {
  for (const talk of talks) await countChosen(talk);
  const { clips, advertising, good, bad } = chosenNow;
  console.log(
    `\n${clips} clips chosen: ${advertising} with advertising, ${good} overlap a good one, ${bad} a bad one`,
  );
}
