/**
 * Measures the choice of clips on talks that people judged: `npm run bench:clips -- FOLDER`. The folder has a SubRip file
 * for each talk, NAME.LANGUAGE.srt (test/media/clips/README.md says where they are), and test/media/clips/labels.tsv the
 * judgements. Printed are, by talk and for all:
 *
 * - how well a score orders the judged clips of a talk (Spearman's rank correlation with the mean of the marks),
 * - the mean mark of the judged clip that a score would choose of those of the same talk and length,
 * - what is chosen now: how many clips have words of advertising, lean on the sentence before, or overlap a clip that was
 *   judged good (3.5 and more) or bad (2.5 and less),
 *
 * for the product's score, for centrality (TF-IDF), and for a random choice. `--fit` also prints weights that are fitted to
 * the judgements, and the correlation of each talk with weights that were fitted without it;
 * `--show` prints the clips, and `--labels` leaves out what is chosen now.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../core/clips/candidates.ts";
import { chooseClips } from "../core/clips/choose-clips.ts";
import { type ClipFeatures, createFeatures, type FeaturesOf } from "../core/clips/clip-features.ts";
import { type ClipDurationRange, clipDurationRanges } from "../core/clips/duration-range.ts";
import { unwantedWords } from "../core/clips/promotions.ts";
import { featureWeights, scoreOf } from "../core/clips/score-candidates.ts";
import { analyzeSpeech, type SpeechAnalysis } from "../core/clips/speech-analysis.ts";
import { readTalk } from "./bench-clips/read-talk.ts";
import { fitWeights, spearman } from "./bench-clips/statistics.ts";

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of the talks.");
const fps = { num: 25, den: 1 };
const maxClips = 5;

interface Judged {
  talk: string;
  range: ClipDurationRange;
  startSeconds: number;
  endSeconds: number;
  mark: number;
  candidate: Candidate;
  features: ClipFeatures;
  scores: Record<string, number>;
}

interface Talk {
  name: string;
  language: string;
  speech: SpeechAnalysis;
  featuresOf: FeaturesOf;
  centralityOf: (one: Candidate) => number;
  transcript: Parameters<typeof chooseClips>[0]["transcript"];
  frameCount: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Sum of the TF-IDF of a clip's words, with the sentences of the talk as documents, by its length. */
const createCentrality = ({ words, scores }: SpeechAnalysis): ((one: Candidate) => number) => {
  const counts = new Map<string, number>();
  for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return ({ from, to }) =>
    mean(
      words
        .slice(from, to)
        .map(({ stem, isStopWord }, at) =>
          isStopWord ? 0 : Math.log(1 + (counts.get(stem) ?? 0)) * (scores[from + at] ?? 0),
        ),
    );
};

const talks = readdirSync(folder)
  .map((file) => /^([^.]+)\.([a-z]+)\.srt$/.exec(file))
  .filter((match) => match !== null)
  .map(([file, name = "", language = "en"]): Talk => {
    const { transcript, seconds } = readTalk(readFileSync(join(folder, file), "utf8"), language);
    const speech = analyzeSpeech(transcript, language, seconds);
    const frameCount = Math.floor(seconds * 25);
    const featuresOf = createFeatures(speech, { fps, frameCount });
    return {
      name,
      language,
      speech,
      featuresOf,
      centralityOf: createCentrality(speech),
      transcript,
      frameCount,
    };
  });

const labels = readFileSync("test/media/clips/labels.tsv", "utf8").trim().split("\n").slice(1);
const judged = labels.flatMap((line): Judged[] => {
  const [name, , range = "", , start, end, ...marks] = line.split("\t");
  const talk = talks.find((one) => one.name === name);
  if (!talk) return [];
  const { words } = talk.speech;
  const [startSeconds, endSeconds] = [Number(start), Number(end)];
  const from = words.findIndex((word) => (word.startSeconds + word.endSeconds) / 2 >= startSeconds);
  const to = words.findLastIndex((word) => (word.startSeconds + word.endSeconds) / 2 <= endSeconds) + 1;
  if (from < 0 || to <= from) return [];
  const candidate = {
    from,
    to,
    startFrame: Math.round(startSeconds * 25),
    endFrame: Math.round(endSeconds * 25),
  };
  const features = talk.featuresOf(candidate);
  const scores = {
    product: scoreOf(features),
    central: talk.centralityOf(candidate),
    random: ((startSeconds * 7919) % 101) / 101,
  };
  const mark = mean(marks.map(Number));
  return [
    {
      talk: talk.name,
      range: range as ClipDurationRange,
      startSeconds,
      endSeconds,
      mark,
      candidate,
      features,
      scores,
    },
  ];
});

const groupsOf = <Item>(items: readonly Item[], key: (item: Item) => string): Item[][] => [
  ...Map.groupBy(items, key).values(),
];

const correlations = (score: (clip: Judged) => number): number[] =>
  groupsOf(judged, ({ talk }) => talk).map((clips) =>
    spearman(
      clips.map(score),
      clips.map(({ mark }) => mark),
    ),
  );

const chosenMark = (score: (clip: Judged) => number): number =>
  mean(
    groupsOf(judged, ({ talk, range }) => `${talk} ${range}`).map(
      (clips) => clips.toSorted((a, b) => score(b) - score(a))[0]?.mark ?? 0,
    ),
  );

const row = (...cells: (string | number)[]): string =>
  cells.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell).padStart(9)).join(" ");

console.log(`${judged.length} judged clips of ${talks.length} talks`);
console.log(
  row("", ...groupsOf(judged, ({ talk }) => talk).map(([clip]) => clip?.talk ?? ""), "mean", "chosen"),
);
for (const name of ["product", "central", "random"]) {
  const score = ({ scores }: Judged): number => scores[name] ?? 0;
  const all = correlations(score);
  console.log(row(name, ...all, mean(all), chosenMark(score)));
}
console.log(
  `mean mark of all ${mean(judged.map(({ mark }) => mark)).toFixed(2)}, best possible ${chosenMark(({ mark }) => mark).toFixed(2)}`,
);

if (options.includes("--fit")) {
  const names = Object.keys(featureWeights) as (keyof ClipFeatures)[];
  const rows = judged.map(({ features }) => names.map((name) => features[name]));
  const marks = judged.map(({ mark }) => mark);
  const prior = names.map((name) => featureWeights[name]);
  const held = groupsOf(judged, ({ talk }) => talk).map((clips) => {
    const kept = judged.flatMap((clip, at) => (clips.includes(clip) ? [] : [at]));
    const own = fitWeights(
      kept.map((at) => rows[at] ?? []),
      kept.map((at) => marks[at] ?? 0),
      prior,
    );
    return spearman(
      clips.map(({ features }) => names.reduce((sum, name, at) => sum + (own[at] ?? 0) * features[name], 0)),
      clips.map(({ mark }) => mark),
    );
  });
  console.log(row("held out", ...held, mean(held)));
  const fitted = fitWeights(rows, marks, prior);
  for (const [at, name] of names.entries()) console.log(row(name, prior[at] ?? 0, fitted[at] ?? 0));
}

let [count, unwanted, good, bad] = [0, 0, 0, 0];
for (const { name, language, transcript, speech, frameCount } of options.includes("--labels") ? [] : talks) {
  const { promotion } = unwantedWords(speech);
  for (const durationRange of clipDurationRanges) {
    const clips = await chooseClips(
      { transcript, language },
      { fps, frameCount },
      { maxClips, durationRange },
      { model: null, reportFailure: () => {}, now: () => new Date() },
    );
    for (const { startFrame, endFrame, theme } of clips) {
      const [start, end] = [startFrame / 25, endFrame / 25];
      const inside = speech.words.flatMap(({ startSeconds, endSeconds }, at) =>
        startSeconds >= start && endSeconds <= end ? [at] : [],
      );
      const overlapping = judged.filter(
        (one) =>
          one.talk === name &&
          Math.min(one.endSeconds, end) - Math.max(one.startSeconds, start) >=
            0.6 * Math.max(one.endSeconds - one.startSeconds, end - start),
      );
      count += 1;
      if (inside.some((at) => promotion[at])) unwanted += 1;
      if (overlapping.some(({ mark }) => mark >= 3.5)) good += 1;
      if (overlapping.some(({ mark }) => mark <= 2.5)) bad += 1;
      if (options.includes("--show")) {
        const text = inside.map((at) => speech.words[at]?.text).join(" ");
        console.log(
          `${name} ${durationRange} ${start.toFixed(1)}–${end.toFixed(1)} [${theme}] ${text.slice(0, 110)} … ${text.slice(-70)}`,
        );
      }
    }
  }
}
console.log(
  `${count} clips chosen: ${unwanted} with advertising, ${good} overlap a good one, ${bad} a bad one`,
);
