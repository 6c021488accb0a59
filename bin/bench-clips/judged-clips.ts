import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../../core/clips/candidates.ts";
import type { ClipFeatures } from "../../core/clips/clip-features.ts";
import type { ClipDurationRange } from "../../core/clips/duration-range.ts";
import { withoutNoises } from "../../core/clips/noise-entries.ts";
import { rateSpeech } from "../../core/clips/rate-speech.ts";
import type { RatedSentence } from "../../core/clips/rating-features.ts";
import type { RatingModel } from "../../core/clips/rating-model.ts";
import { createScoring, scoreOf } from "../../core/clips/score-candidates.ts";
import { analyzeSpeech, type SpeechAnalysis } from "../../core/clips/speech-analysis.ts";
import type { Transcript } from "../../core/transcript/word-entry.ts";
import { readTalk } from "./read-talk.ts";
import { mean } from "./statistics.ts";

export const talkFps = { num: 25, den: 1 };

export interface JudgedTalk {
  name: string;
  language: string;
  speech: SpeechAnalysis;
  transcript: Transcript;
  frameCount: number;
  /** Empty for rules alone. */
  rated: readonly RatedSentence[];
}

/** A clip that was judged, with its marks and what the scores say of it. */
export interface JudgedClip {
  talk: string;
  range: ClipDurationRange;
  startSeconds: number;
  endSeconds: number;
  marks: readonly number[];
  /** Mean of the marks. */
  mark: number;
  features: ClipFeatures;
  scores: Readonly<Record<"product" | "central" | "random", number>>;
}

/** Talks that are not independent of each other: of one show or author, or with one speaker. */
const shows: readonly (readonly string[])[] = [
  ["bitcoin", "frbit", "holograms", "sombras", "ombre", "newton", "equazioni", "wordleja", "kvat"],
  ["zh", "manus", "lingbo", "zhu"],
  ["harmon", "toronto"],
];
export const showOf = (talk: string): string => shows.find((one) => one.includes(talk))?.[0] ?? talk;

/**
 * Reads the talks of a folder: a SubRip file for each, NAME.LANGUAGE.srt.
 *
 * @param ratingModel null: rules alone score the clips
 */
export const readTalks = async (folder: string, ratingModel: RatingModel | null): Promise<JudgedTalk[]> => {
  const talks: JudgedTalk[] = [];
  const deps = { ...unlimitedRating, ratingModel };
  for (const file of readdirSync(folder).sort()) {
    const [, name = "", language = ""] = /^([^.]+)\.([a-z]+)\.srt$/.exec(file) ?? [];
    if (name === "") continue;
    const talk = readTalk(readFileSync(join(folder, file), "utf8"), language);
    // The words, the duration and therefore the sentences are those of chooseClips.
    const transcript = withoutNoises(talk.transcript);
    const frameCount = Math.floor(talk.seconds * talkFps.num);
    const speech = analyzeSpeech(transcript, language, frameCount / talkFps.num);
    const rated = await rateSpeech(speech, transcript, deps);
    talks.push({ name, language, speech, transcript, frameCount, rated });
  }
  return talks;
};

/** Ratings may take any time. A failure ends the measurement: figures of rules alone would be taken for those of the rating model. */
export const unlimitedRating = {
  now: () => new Date(0),
  reportRatingFailure: (error: unknown): never => {
    throw error;
  },
};

/** Reads the judgements of the talks from labels.tsv. */
export const readJudgedClips = (file: string, talks: readonly JudgedTalk[]): JudgedClip[] => {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  const byTalk = Map.groupBy(lines, (line) => line.split("\t")[0] ?? "");
  return talks.flatMap((talk) => {
    const grid = { fps: talkFps, frameCount: talk.frameCount };
    const scoring = createScoring(talk.speech, grid, talk.rated);
    const centralityOf = createCentrality(talk.speech);
    return (byTalk.get(talk.name) ?? []).flatMap((line): JudgedClip[] => {
      const [, , range = "", , start, end, ...texts] = line.split("\t");
      const [startSeconds, endSeconds] = [Number(start), Number(end)];
      const candidate = candidateAt(talk.speech, startSeconds, endSeconds);
      if (!candidate) return [];
      const [features, marks] = [scoring.featuresOf(candidate), texts.map(Number)];
      const scores = {
        product: scoreOf(features, scoring),
        central: centralityOf(candidate),
        random: ((startSeconds * 7919) % 101) / 101,
      };
      return [
        {
          ...{ talk: talk.name, range: range as ClipDurationRange, startSeconds, endSeconds },
          ...{ marks, mark: mean(marks), features, scores },
        },
      ];
    });
  });
};

/** The words of which most is within the given times. */
const candidateAt = ({ words }: SpeechAnalysis, start: number, end: number): Candidate | null => {
  const from = words.findIndex((word) => (word.startSeconds + word.endSeconds) / 2 >= start);
  const to = words.findLastIndex((word) => (word.startSeconds + word.endSeconds) / 2 <= end) + 1;
  if (from < 0 || to <= from) return null;
  return { from, to, startFrame: Math.round(start * talkFps.num), endFrame: Math.round(end * talkFps.num) };
};

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
