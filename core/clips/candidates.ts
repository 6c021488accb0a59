import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import { type ClipDurationRange, durationRanges } from "./duration-range.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** The frames that a film is cut at. */
export interface FrameGrid {
  fps: Rational;
  frames: number;
}

/** A stretch of a film that might be a clip: whole words, and the frames [startFrame, endFrame) around them. */
export interface Candidate {
  /** Position of its first word, and of the word behind its last. */
  from: number;
  to: number;
  startFrame: number;
  endFrame: number;
}

/** Shorter ones say too little to be watched by themselves; a film that is shorter is its own clip. */
const minClipSeconds = 8;
/** Players and probes round: clips keep this far from the ends of their range where the film lets them. */
const marginSeconds = 0.1;
/** Kept before the first word and behind the last, where the silence is as long: sounds die away longer than they begin. */
const paddingSeconds = { before: 0.2, behind: 0.4 };

export interface FrameLimits {
  min: number;
  max: number;
}

/** Lengths in frames that a range allows; null when the film is too short for any. */
export const frameLimits = (range: ClipDurationRange, { fps, frames }: FrameGrid): FrameLimits | null => {
  const { fromSeconds, belowSeconds } = durationRanges[range];
  const rate = framesPerSecond(fps);
  const exactLeast = Math.ceil(fromSeconds * rate - 1e-6);
  if (frames < Math.max(1, exactLeast)) return null;
  const wanted = Math.ceil((fromSeconds === 0 ? minClipSeconds : fromSeconds + marginSeconds) * rate);
  return {
    min: Math.max(exactLeast, Math.min(wanted, frames)),
    max: Math.floor((belowSeconds - marginSeconds) * rate),
  };
};

/** How bad the edges of a clip may be. */
export interface EdgeRule {
  /** Least strength of the breaks at both ends. */
  minStrength: number;
  /** Silence that may be added beyond the breath, to make a clip long enough. */
  maxAddedSilenceSeconds: number;
}

/** Best first: the next one only counts when a film has no clip by those before it. The last one takes any word's edge. */
export const edgeRules: readonly EdgeRule[] = [
  { minStrength: sentenceStrength, maxAddedSilenceSeconds: 2 },
  { minStrength: 0.2, maxAddedSilenceSeconds: 5 },
  { minStrength: 0, maxAddedSilenceSeconds: Number.POSITIVE_INFINITY },
];

/** Of a long film without sentences or pauses not every word is looked at. */
const maxBoundaries = 4000;

/** Every stretch that keeps to the rule and the limits. */
export const findCandidates = (
  film: SpeechAnalysis,
  grid: FrameGrid,
  limits: FrameLimits,
  rule: EdgeRule,
): Candidate[] => {
  const edges = edgesOf(film, grid);
  const widen = rule.maxAddedSilenceSeconds * framesPerSecond(grid.fps);
  const places = strongestBoundaries(film, rule.minStrength);
  const found: Candidate[] = [];
  places.forEach((from, at) => {
    for (let next = at + 1; next < places.length; next += 1) {
      const to = places[next] ?? 0;
      const [start, end] = [edges[from], edges[to]];
      if (!start || !end) continue;
      if (end.end - start.start > limits.max) break;
      const fitted = extendWithSilence({ start, end }, limits.min, widen);
      if (fitted) found.push({ from, to, ...fitted });
    }
  });
  return found;
};

/** Positions of the breaks that are strong enough, in order. */
const strongestBoundaries = ({ boundaries }: SpeechAnalysis, strength: number): number[] => {
  const places = boundaries.flatMap((one, at) => (one.strength >= strength ? [at] : []));
  if (places.length <= maxBoundaries) return places;
  const rank = (at: number): number => (boundaries[at]?.strength ?? 0) + (boundaries[at]?.pauseSeconds ?? 0);
  return places
    .sort((a, b) => rank(b) - rank(a) || a - b)
    .slice(0, maxBoundaries)
    .sort((a, b) => a - b);
};

/** At a break: where a clip that begins there starts and one that ends there stops, and how far either may reach. */
interface Edge {
  start: number;
  earliest: number;
  end: number;
  latest: number;
}

/**
 * No clip reaches into a word that is not its own: where a pause is shorter than a frame, the frame goes to the clip whose
 * word it would cut.
 */
const edgesOf = ({ words, boundaries }: SpeechAnalysis, { fps, frames }: FrameGrid): Edge[] => {
  const rate = framesPerSecond(fps);
  const inside = (frame: number): number => Math.min(frames, Math.max(0, frame));
  return boundaries.map(({ pauseSeconds }, at): Edge => {
    const before = words[at - 1]?.endSeconds ?? 0;
    const after = words[at]?.startSeconds ?? frames / rate;
    const latest = inside(Math.max(Math.floor(after * rate + 1e-6), Math.ceil(before * rate - 1e-6)));
    const earliest = inside(Math.min(Math.ceil(before * rate - 1e-6), Math.floor(after * rate + 1e-6)));
    const isInside = at > 0 && at < words.length;
    const share = isInside ? pauseSeconds / 2 : pauseSeconds;
    const start = Math.ceil((after - Math.min(paddingSeconds.before, share)) * rate - 1e-6);
    const end = Math.floor((before + Math.min(paddingSeconds.behind, share)) * rate + 1e-6);
    return {
      earliest,
      start: inside(Math.max(earliest, Math.min(start, Math.floor(after * rate + 1e-6)))),
      end: inside(Math.min(latest, Math.max(end, Math.ceil(before * rate - 1e-6)))),
      latest,
    };
  });
};

/** The frames of a stretch, with silence beside it where it is too short; null when there is not enough of that. */
const extendWithSilence = (
  { start, end }: { start: Edge; end: Edge },
  least: number,
  widen: number,
): { startFrame: number; endFrame: number } | null => {
  const lacking = least - (end.end - start.start);
  if (lacking <= 0) return { startFrame: start.start, endFrame: end.end };
  const behind = Math.min(lacking, end.latest - end.end);
  const before = lacking - behind;
  if (lacking > widen || before > start.start - start.earliest) return null;
  return { startFrame: start.start - before, endFrame: end.end + behind };
};
