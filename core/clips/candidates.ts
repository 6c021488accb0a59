import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import { type ClipDurationRange, durationRanges } from "./duration-range.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** The frames of a video, at which it can be cut. */
export interface FrameGrid {
  fps: Rational;
  frameCount: number;
}

/** A possible clip: whole words, and the frames [startFrame, endFrame) around them. */
export interface Candidate {
  /** Half-open range of words. */
  from: number;
  to: number;
  startFrame: number;
  endFrame: number;
}

/** Minimum length of a clip; a shorter video is one clip. */
const minClipSeconds = 8;
/** Distance from the limits of the duration range, because players and probes round durations. */
const marginSeconds = 0.1;
/** Silence kept around a clip's words. Words decay longer than they begin. */
const paddingSeconds = { before: 0.2, after: 0.4 };

export interface FrameLimits {
  min: number;
  max: number;
}

/** Returns the clip lengths of a duration range in frames; null for a video that is too short. */
export const frameLimits = (range: ClipDurationRange, { fps, frameCount }: FrameGrid): FrameLimits | null => {
  const { fromSeconds, belowSeconds } = durationRanges[range];
  const rate = framesPerSecond(fps);
  const exactMin = Math.ceil(fromSeconds * rate - 1e-6);
  if (frameCount < Math.max(1, exactMin)) return null;
  const desiredMin = Math.ceil((fromSeconds === 0 ? minClipSeconds : fromSeconds + marginSeconds) * rate);
  return {
    min: Math.max(exactMin, Math.min(desiredMin, frameCount)),
    max: Math.floor((belowSeconds - marginSeconds) * rate),
  };
};

/** Requirements for the boundaries of a clip. */
export interface EdgeRule {
  /** Of the boundaries at both ends. */
  minStrength: number;
  /** Silence that may be added beyond the padding, so that a clip reaches its minimum length. */
  maxAddedSilenceSeconds: number;
}

/** Strictest first: a rule applies when the stricter ones have no candidate. The last one accepts every word boundary. */
export const edgeRules: readonly EdgeRule[] = [
  { minStrength: sentenceStrength, maxAddedSilenceSeconds: 2 },
  { minStrength: 0.2, maxAddedSilenceSeconds: 5 },
  { minStrength: 0, maxAddedSilenceSeconds: Number.POSITIVE_INFINITY },
];

/** Limit for long videos without sentences or pauses, in which every word boundary counts. */
const maxBoundaries = 4000;

/** What can be cut from a video, by ranges of words. */
export interface Cutting {
  /** Whether a range is longer than the limits, with the silence that is kept around it; then no longer one fits either. */
  isTooLong: (from: number, to: number) => boolean;
  /** The clip of a range; null for one that is shorter or longer than the limits. */
  candidateOf: (from: number, to: number) => Candidate | null;
}

export const createCutting = (
  speech: SpeechAnalysis,
  grid: FrameGrid,
  limits: FrameLimits,
  { maxAddedSilenceSeconds }: EdgeRule,
): Cutting => {
  const edges = edgesOf(speech, grid);
  const maxAddedFrames = maxAddedSilenceSeconds * framesPerSecond(grid.fps);
  const isTooLong = (from: number, to: number): boolean =>
    (edges[to]?.end ?? 0) - (edges[from]?.start ?? 0) > limits.max;
  const candidateOf = (from: number, to: number): Candidate | null => {
    const [start, end] = [edges[from], edges[to]];
    if (!start || !end || isTooLong(from, to)) return null;
    const fitted = extendWithSilence({ start, end }, limits.min, maxAddedFrames);
    return fitted && { from, to, ...fitted };
  };
  return { isTooLong, candidateOf };
};

/**
 * Finds the candidates that can be cut, by their start.
 *
 * @param isAllowed whether a clip may have the words of a range
 * @returns the candidates of one start after the other, so that a long video does not need all of them in memory
 */
export function* findCandidates(
  speech: SpeechAnalysis,
  { isTooLong, candidateOf }: Cutting,
  { minStrength }: EdgeRule,
  isAllowed: (from: number, to: number) => boolean,
): Generator<Candidate[]> {
  const positions = strongestBoundaries(speech, minStrength);
  for (const [at, from] of positions.entries()) {
    const found: Candidate[] = [];
    for (let next = at + 1; next < positions.length; next += 1) {
      const to = positions[next] ?? 0;
      if (isTooLong(from, to) || !isAllowed(from, to)) break;
      const candidate = candidateOf(from, to);
      if (candidate) found.push(candidate);
    }
    if (found.length > 0) yield found;
  }
}

/** Indices of the boundaries that are strong enough, in order. */
const strongestBoundaries = ({ boundaries }: SpeechAnalysis, strength: number): number[] => {
  const positions = boundaries.flatMap((one, at) => (one.strength >= strength ? [at] : []));
  if (positions.length <= maxBoundaries) return positions;
  const rank = (at: number): number => (boundaries[at]?.strength ?? 0) + (boundaries[at]?.pauseSeconds ?? 0);
  return positions
    .sort((a, b) => rank(b) - rank(a) || a - b)
    .slice(0, maxBoundaries)
    .sort((a, b) => a - b);
};

/** Frames at a boundary: start and end of clips there, and the limits of both. */
interface Edge {
  start: number;
  earliest: number;
  end: number;
  latest: number;
}

/**
 * Returns the edges at all boundaries. A clip never contains a part of another word: a frame that spans a pause belongs to
 * the clip whose word it would cut.
 */
const edgesOf = ({ words, boundaries }: SpeechAnalysis, { fps, frameCount }: FrameGrid): Edge[] => {
  const rate = framesPerSecond(fps);
  const inside = (frame: number): number => Math.min(frameCount, Math.max(0, frame));
  return boundaries.map(({ pauseSeconds }, at): Edge => {
    const before = words[at - 1]?.endSeconds ?? 0;
    const after = words[at]?.startSeconds ?? frameCount / rate;
    const latest = inside(Math.max(Math.floor(after * rate + 1e-6), Math.ceil(before * rate - 1e-6)));
    const earliest = inside(Math.min(Math.ceil(before * rate - 1e-6), Math.floor(after * rate + 1e-6)));
    const isInside = at > 0 && at < words.length;
    const share = isInside ? pauseSeconds / 2 : pauseSeconds;
    const start = Math.ceil((after - Math.min(paddingSeconds.before, share)) * rate - 1e-6);
    const end = Math.floor((before + Math.min(paddingSeconds.after, share)) * rate + 1e-6);
    return {
      earliest,
      start: inside(Math.max(earliest, Math.min(start, Math.floor(after * rate + 1e-6)))),
      end: inside(Math.min(latest, Math.max(end, Math.ceil(before * rate - 1e-6)))),
      latest,
    };
  });
};

/** The frames of a candidate, extended with silence to the minimum length; null without enough silence. */
const extendWithSilence = (
  { start, end }: { start: Edge; end: Edge },
  min: number,
  maxAdded: number,
): { startFrame: number; endFrame: number } | null => {
  const missing = min - (end.end - start.start);
  if (missing <= 0) return { startFrame: start.start, endFrame: end.end };
  const after = Math.min(missing, end.latest - end.end);
  const before = missing - after;
  if (missing > maxAdded || before > start.start - start.earliest) return null;
  return { startFrame: start.start - before, endFrame: end.end + after };
};
