import { NamedError } from "../errors.ts";
import type { LanguageModel } from "../language-model.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { createCutting, edgeRules, type FrameGrid, findCandidates, frameLimits } from "./candidates.ts";
import type { ClipDescription } from "./clip-description.ts";
import { type ClipFlag, createFlagFinder, flagsOfText } from "./clip-flags.ts";
import { createDescriber } from "./describe-clip.ts";
import { type ClipDurationRange, durationRanges } from "./duration-range.ts";
import { withoutRejected } from "./model-selection.ts";
import { withoutNoises } from "./noise-entries.ts";
import { unwantedWords } from "./promotions.ts";
import { rateSpeech } from "./rate-speech.ts";
import { ratedTitles } from "./rated-titles.ts";
import type { RatingDeps } from "./rating-model.ts";
import {
  type ClipScoring,
  createScoring,
  type ScoredCandidate,
  scoreCandidates,
  scoreOf,
} from "./score-candidates.ts";
import { selectByModel } from "./select-by-model.ts";
import { selectClips } from "./select-clips.ts";
import { analyzeSpeech, type SpeechAnalysis } from "./speech-analysis.ts";
import { themeOf } from "./theme.ts";

/** A clip to cut: the frames [startFrame, endFrame) of the video, and a theme in the spoken language. */
export interface ChosenClip {
  startFrame: number;
  endFrame: number;
  theme: string;
  description: ClipDescription;
  flags: ClipFlag[];
}

export interface ClipCriteria {
  maxClips: number;
  durationRange: ClipDurationRange;
  /** Whether clips with a flag are left out. */
  excludeFlagged?: boolean | undefined;
}

export interface ClipChoiceDeps extends RatingDeps {
  /** Reads the talk and selects among the best candidates; null: candidates are selected by score. */
  model: LanguageModel | null;
  /** Reports a failure of the model; clips are then selected by score. */
  reportFailure: (model: string, error: unknown) => void;
  now: () => Date;
}

/** Throws NamedError VideoTooShort for a video that is shorter than a clip of the range. */
export const checkVideoLength = (range: ClipDurationRange, grid: FrameGrid): void => {
  if (frameLimits(range, grid) !== null) return;
  const milliseconds = Math.floor((grid.frameCount / framesPerSecond(grid.fps)) * 1000 + 1e-6);
  const seconds = milliseconds / 1000;
  throw new NamedError(
    "VideoTooShort",
    `The video is ${seconds} s long, and a clip of ${range} needs at least ${durationRanges[range].fromSeconds} s. Use a shorter durationRange, or upload a longer video.`,
  );
};

/** Creates the error for a video without speech. */
export const noSpeechError = (): NamedError =>
  new NamedError(
    "NoSpeech",
    "The video has no speech, by which clips are chosen. Upload a video with speech.",
  );

const noUnflaggedClipError = (): NamedError =>
  new NamedError(
    "NoUnflaggedClip",
    "Every passage of this length has hateful or obscene words. Leave excludeFlagged out, or use a shorter durationRange.",
  );

/**
 * Chooses the best clips of a video by its transcript, best first: whole sentences with a little silence around them, of a
 * length within the range, without overlaps. Returns fewer than `maxClips` when no more fit. Deterministic without a model.
 *
 * Throws NamedError NoSpeech, VideoTooShort, NoUnflaggedClip.
 */
export const chooseClips = async (
  { transcript: whole, language }: { transcript: Transcript; language: string | null },
  grid: FrameGrid,
  { maxClips, durationRange, excludeFlagged = false }: ClipCriteria,
  deps: ClipChoiceDeps,
): Promise<ChosenClip[]> => {
  checkVideoLength(durationRange, grid);
  const transcript = withoutNoises(whole);
  const speech = analyzeSpeech(transcript, language, grid.frameCount / framesPerSecond(grid.fps));
  if (speech.words.length === 0) throw noSpeechError();
  const rated = await rateSpeech(speech, transcript, deps);
  const scoring = createScoring(speech, grid, rated);
  const flagsIn = createFlagFinder(speech);
  const isUnflagged = (from: number, to: number): boolean => flagsIn(from, to).length === 0;
  const wanted = wantedWords(speech);
  const isAllowed = excludeFlagged ? isUnflagged : () => true;
  const found = bestCandidates(speech, scoring, grid, durationRange, { ...wanted, isAllowed });
  const { candidates } = found;
  // Where nothing is flagged, only a word that lasts longer than a clip leaves none: it is none.
  if (candidates.length === 0)
    throw isAllowed(0, speech.words.length) ? noSpeechError() : noUnflaggedClipError();
  const { selections, rejected } = await selectByModel(found, speech, transcript, maxClips, grid, deps);
  const accepted = withoutRejected(candidates, rejected);
  const preselected = selections.map(({ candidate }) => candidate);
  const modelThemes = new Map(
    selections
      .filter(({ theme }) => theme !== null && !(excludeFlagged && flagsOfText(theme, language).length > 0))
      .map(({ candidate, theme }) => [candidate, theme]),
  );
  const describe = createDescriber(speech, transcript, scoring);
  const chosen = selectClips(accepted, maxClips, speech, grid, preselected);
  const isPublishable = (from: number, to: number): boolean =>
    isUnflagged(from, to) && wanted.isContent(from, to) && wanted.isPlain(from, to);
  const source = { speech, transcript, isAllowed: isPublishable };
  const untitled = chosen.filter((clip) => !modelThemes.has(clip));
  const titles = await ratedTitles(source, untitled, rated, deps);
  return chosen.map((clip) => {
    const theme = modelThemes.get(clip) ?? titles.get(clip) ?? themeOf(source, clip);
    return {
      startFrame: clip.startFrame,
      endFrame: clip.endFrame,
      theme,
      description: describe(clip),
      flags: [...new Set([...flagsIn(clip.from, clip.to), ...flagsOfText(theme, language)])],
    };
  });
};

/** The candidates of a video, best first, and the one that has just the words of a range; null where there can be none. */
export interface FoundCandidates {
  candidates: ScoredCandidate[];
  candidateOf: (from: number, to: number) => ScoredCandidate | null;
}

type RangeTest = (from: number, to: number) => boolean;

/** Tests for ranges of words without advertising and farewells, and without greetings and introductions. */
const wantedWords = (speech: SpeechAnalysis): Record<"isContent" | "isPlain", RangeTest> => {
  const { promotion, housekeeping } = unwantedWords(speech);
  return { isContent: createRangeTest(promotion), isPlain: createRangeTest(housekeeping) };
};

const bestCandidates = (
  speech: SpeechAnalysis,
  scoring: ClipScoring,
  grid: FrameGrid,
  range: ClipDurationRange,
  { isAllowed: isUnflagged, isContent, isPlain }: Record<"isAllowed" | "isContent" | "isPlain", RangeTest>,
): FoundCandidates => {
  const none = { candidates: [], candidateOf: () => null };
  const limits = frameLimits(range, grid);
  if (limits === null) return none;
  const isUnsponsored: RangeTest = (from, to) => isUnflagged(from, to) && isContent(from, to);
  const filters: RangeTest[] = [
    (from, to) => isUnsponsored(from, to) && isPlain(from, to),
    isUnsponsored,
    // A video of nothing but advertising.
    isUnflagged,
  ];
  for (const isAllowed of filters) {
    // A show about another show has "this episode" in its best stories. A model that has read the passage knows.
    const mayBeProposed = isAllowed === isUnflagged ? isUnflagged : isUnsponsored;
    for (const rule of isAllowed === isUnflagged ? edgeRules : edgeRules.slice(0, 2)) {
      const cutting = createCutting(speech, grid, limits, rule);
      const candidates = scoreCandidates(speech, scoring, findCandidates(speech, cutting, rule, isAllowed));
      if (candidates.length === 0) continue;
      const candidateOf = (from: number, to: number): ScoredCandidate | null => {
        const candidate = mayBeProposed(from, to) ? cutting.candidateOf(from, to) : null;
        return candidate && { ...candidate, score: scoreOf(scoring.featuresOf(candidate), scoring) };
      };
      return { candidates, candidateOf };
    }
  }
  return none;
};

/** Creates a test for ranges of words without a flag. */
const createRangeTest = (flags: readonly boolean[]): RangeTest => {
  const counts = prefixSums(flags.map(Number));
  return (from, to) => rangeSum(counts, from, to) === 0;
};
