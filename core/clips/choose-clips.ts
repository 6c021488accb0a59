import { captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { NamedError } from "../errors.ts";
import type { LanguageModel } from "../language-model.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type Candidate, candidatesOf, edgeRules, type FrameGrid, frameLimits } from "./candidates.ts";
import { type ClipDurationRange, durationRanges } from "./duration-range.ts";
import { askedModel, clipQuestion, type Picked, readClipAnswer, shortlist } from "./model-choice.ts";
import { type Scored, scored } from "./score.ts";
import { select } from "./select.ts";
import { type SpokenFilm, spokenFilm } from "./spoken-film.ts";
import { themeOf } from "./theme.ts";

/** A clip to be cut: the film's frames [startFrame, endFrame), and what it is about, in the language that is spoken. */
export interface ChosenClip {
  startFrame: number;
  endFrame: number;
  theme: string;
}

export interface ClipWish {
  maxClips: number;
  durationRange: ClipDurationRange;
}

export interface ClipChoiceDeps {
  /** Chooses among the best candidates; null: they are taken by their scores. */
  model: LanguageModel | null;
  /** Told of a model that failed; the choice goes on without it. */
  reportFailure: (model: string, error: unknown) => void;
}

/** Throws NamedError VideoTooShort when a film has no room for one clip of the range. */
export const checkFilmLength = (range: ClipDurationRange, grid: FrameGrid): void => {
  if (frameLimits(range, grid) !== null) return;
  const seconds = (grid.frames / framesPerSecond(grid.fps)).toFixed(1);
  throw new NamedError(
    "VideoTooShort",
    `The video is ${seconds} s long, and a clip of ${range} takes at least ${durationRanges[range].fromSeconds} s: ask for a shorter durationRange, or upload a longer video.`,
  );
};

export const noSpeech = (): NamedError =>
  new NamedError(
    "NoSpeech",
    "Nothing is said in this video, and clips are chosen by what is said: upload one in which somebody speaks.",
  );

/**
 * The best clips of a film by what is said in it, best first: whole sentences with a little silence around them, of a
 * length inside the range, none overlapping. Fewer than asked for when there is no room for more. Without a model the
 * same words give the same clips.
 *
 * Throws NamedError NoSpeech, VideoTooShort.
 */
export const chooseClips = async (
  { transcript, language }: { transcript: Transcript; language: string | null },
  grid: FrameGrid,
  { maxClips, durationRange }: ClipWish,
  deps: ClipChoiceDeps,
): Promise<ChosenClip[]> => {
  checkFilmLength(durationRange, grid);
  const film = spokenFilm(transcript, language, grid.frames / framesPerSecond(grid.fps));
  if (film.words.length === 0) throw noSpeech();
  const candidates = bestCandidates(film, grid, durationRange);
  const picked = await pickedByModel(candidates, film, transcript, maxClips, grid, deps);
  const taken = picked.map(({ candidate }) => candidate);
  const themes = new Map(picked.map(({ candidate, theme }) => [candidate, theme]));
  return select(candidates, maxClips, film, grid, taken).map((clip) => ({
    startFrame: clip.startFrame,
    endFrame: clip.endFrame,
    theme: themes.get(clip) ?? themeOf(film, transcript, clip),
  }));
};

const bestCandidates = (film: SpokenFilm, grid: FrameGrid, range: ClipDurationRange): Scored[] => {
  const limits = frameLimits(range, grid);
  if (limits === null) return [];
  for (const rule of edgeRules) {
    const candidates = candidatesOf(film, grid, limits, rule);
    if (candidates.length > 0) return scored(film, grid, candidates);
  }
  return [];
};

const pickedByModel = async (
  candidates: readonly Scored[],
  film: SpokenFilm,
  transcript: Transcript,
  most: number,
  grid: FrameGrid,
  { model, reportFailure }: ClipChoiceDeps,
): Promise<Picked[]> => {
  if (model === null) return [];
  const shown = shortlist(candidates).map((candidate) => ({
    candidate,
    text: textOf(film, transcript, candidate),
  }));
  const question = clipQuestion(shown, most, film.language, grid);
  const answer = await askedModel(model, question, (error) => reportFailure(model.name, error));
  if (answer === null) return [];
  const picked = readClipAnswer(answer, shown, most, film.language);
  if (picked.length === 0) reportFailure(model.name, new Error("Its answer names no clip"));
  return picked;
};

const textOf = ({ words, language }: SpokenFilm, transcript: Transcript, { from, to }: Candidate): string => {
  const entries = transcript.slice(words[from]?.index ?? 0, words[to]?.index ?? transcript.length);
  return textOfUnits(captionUnits(entries, { language, punctuation: true }));
};
