import { captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { NamedError } from "../errors.ts";
import type { LanguageModel } from "../language-model.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type Candidate, edgeRules, type FrameGrid, findCandidates, frameLimits } from "./candidates.ts";
import { type ClipDurationRange, durationRanges } from "./duration-range.ts";
import {
  askModel,
  clipPrompt,
  type ModelSelection,
  parseClipResponse,
  shortlist,
} from "./model-selection.ts";
import { type ScoredCandidate, scoreCandidates } from "./score-candidates.ts";
import { selectClips } from "./select-clips.ts";
import { analyzeSpeech, type SpeechAnalysis } from "./speech-analysis.ts";
import { themeOf } from "./theme.ts";

/** A clip to be cut: the film's frames [startFrame, endFrame), and what it is about, in the language that is spoken. */
export interface ChosenClip {
  startFrame: number;
  endFrame: number;
  theme: string;
}

export interface ClipCriteria {
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
export const checkVideoLength = (range: ClipDurationRange, grid: FrameGrid): void => {
  if (frameLimits(range, grid) !== null) return;
  const seconds = (grid.frames / framesPerSecond(grid.fps)).toFixed(1);
  throw new NamedError(
    "VideoTooShort",
    `The video is ${seconds} s long, and a clip of ${range} takes at least ${durationRanges[range].fromSeconds} s: ask for a shorter durationRange, or upload a longer video.`,
  );
};

export const noSpeechError = (): NamedError =>
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
  { maxClips, durationRange }: ClipCriteria,
  deps: ClipChoiceDeps,
): Promise<ChosenClip[]> => {
  checkVideoLength(durationRange, grid);
  const film = analyzeSpeech(transcript, language, grid.frames / framesPerSecond(grid.fps));
  if (film.words.length === 0) throw noSpeechError();
  const candidates = bestCandidates(film, grid, durationRange);
  const picked = await selectByModel(candidates, film, transcript, maxClips, grid, deps);
  const taken = picked.map(({ candidate }) => candidate);
  const themes = new Map(picked.map(({ candidate, theme }) => [candidate, theme]));
  return selectClips(candidates, maxClips, film, grid, taken).map((clip) => ({
    startFrame: clip.startFrame,
    endFrame: clip.endFrame,
    theme: themes.get(clip) ?? themeOf(film, transcript, clip),
  }));
};

const bestCandidates = (
  film: SpeechAnalysis,
  grid: FrameGrid,
  range: ClipDurationRange,
): ScoredCandidate[] => {
  const limits = frameLimits(range, grid);
  if (limits === null) return [];
  for (const rule of edgeRules) {
    const candidates = findCandidates(film, grid, limits, rule);
    if (candidates.length > 0) return scoreCandidates(film, grid, candidates);
  }
  return [];
};

const selectByModel = async (
  candidates: readonly ScoredCandidate[],
  film: SpeechAnalysis,
  transcript: Transcript,
  most: number,
  grid: FrameGrid,
  { model, reportFailure }: ClipChoiceDeps,
): Promise<ModelSelection[]> => {
  if (model === null) return [];
  const shown = shortlist(candidates).map((candidate) => ({
    candidate,
    text: textOf(film, transcript, candidate),
  }));
  const question = clipPrompt(shown, most, film.language, grid);
  const answer = await askModel(model, question, (error) => reportFailure(model.name, error));
  if (answer === null) return [];
  const picked = parseClipResponse(answer, shown, most, film.language);
  if (picked.length === 0) reportFailure(model.name, new Error("Its answer names no clip"));
  return picked;
};

const textOf = (
  { words, language }: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: Candidate,
): string => {
  const entries = transcript.slice(words[from]?.index ?? 0, words[to]?.index ?? transcript.length);
  return textOfUnits(captionUnits(entries, { language, punctuation: true }));
};
