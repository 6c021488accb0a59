import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import type { TimeSpan } from "../time/time-span.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type CutList, keptFrames } from "./cut-list.ts";
import type { Disfluency } from "./disfluencies.ts";

export interface CutInput {
  /** What is said and stays; marks are ignored. */
  words: Transcript;
  /** What is said and goes. */
  disfluencies: readonly Disfluency[];
  /** Where something is heard that may be worth hearing, words or not; null: nobody has listened. */
  audible: readonly TimeSpan[] | null;
  /** 0 to 1; null: pauses stay. */
  silenceRemoval: number | null;
  fps: Rational;
  /** Frames of the uncut film. */
  frameCount: number;
}

/**
 * The longest pause that stays, seconds: 0.15 at 0, 0.47 at 0.5, 1.5 at 1. Geometric, because a pause is felt by its
 * ratio to others.
 */
export const maxPauseSeconds = (silenceRemoval: number): number => 0.15 * 10 ** silenceRemoval;

/** Words whose times nobody has compared with the sound may be off by a tenth of a second. */
const minUnverifiedPauseSeconds = 0.25;
/** Of a pause that is shortened, what stays behind the word before it: sounds die away longer than they begin. */
const shareAfterWord = 0.55;
/** Less is not worth a cut, and would flicker. */
const minCutSeconds = 0.08;
/** Between two cuts, nothing but silence of up to this length goes with them. */
const maxIslandSeconds = 0.2;
/** Sound that belongs to a filler though the recogniser's times leave it out. */
const fillerReachSeconds = 0.3;
/** A filler said in less time than this was not said there. */
const squeezedSeconds = 0.12;
const maxFillerSeconds = 1;
/** What a cut around a filler takes of the silence beside it. */
const fillerMarginSeconds = 0.05;
/** What stays before a word that follows a false start. */
const attackSeconds = 0.06;
/** Kept stretches, so that the renderer's command line stays within what systems accept. The longest cuts are made. */
const maxRanges = 3000;

/**
 * What is left of a film when pauses are shortened and disfluencies removed. Only what is neither a word nor a sound
 * worth hearing is cut as silence; no cut reaches into a word. Null: nothing is cut, also when nothing is said or heard.
 */
export const planCuts = (material: CutInput): CutList | null => {
  const { fps, frameCount } = material;
  const seconds = (frameCount * fps.den) / fps.num;
  const words = material.words.filter(({ type }) => type === "word").map(spanOf);
  const going = material.disfluencies.map((one) =>
    disfluencyExtent(one, words, material.audible ?? [], seconds),
  );
  const staying = mergeSpans([...words, ...subtractSpans(material.audible ?? [], going)]);
  if (staying.length === 0) return null;
  const pauses =
    material.silenceRemoval === null
      ? []
      : pauseCuts(staying, keptPauseSeconds(material.silenceRemoval, material.audible !== null), seconds);
  const cuts = joinOverIslands(mergeSpans([...going, ...pauses]), staying);
  return toCutList(cuts, material);
};

const keptPauseSeconds = (silenceRemoval: number, isHeard: boolean): number =>
  Math.max(maxPauseSeconds(silenceRemoval), isHeard ? 0 : minUnverifiedPauseSeconds);

const spanOf = ({ startSeconds, endSeconds }: Transcript[number]): TimeSpan => ({ startSeconds, endSeconds });

/** In order, what overlaps or touches made one. */
const mergeSpans = (spans: readonly TimeSpan[]): TimeSpan[] => {
  const result: TimeSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.startSeconds - b.startSeconds)) {
    const last = result.at(-1);
    if (last && span.startSeconds <= last.endSeconds)
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds);
    else result.push({ ...span });
  }
  return result;
};

/** What is left of spans outside others. */
const subtractSpans = (spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] =>
  others.reduce<TimeSpan[]>(
    (left, other) =>
      left.flatMap((span) =>
        [
          { startSeconds: span.startSeconds, endSeconds: Math.min(span.endSeconds, other.startSeconds) },
          { startSeconds: Math.max(span.startSeconds, other.endSeconds), endSeconds: span.endSeconds },
        ].filter(({ startSeconds, endSeconds }) => startSeconds < endSeconds),
      ),
    [...spans],
  );

/** All of a disfluency: its time, the sound around it, a little of the silence beside it; never a part of a word. */
const disfluencyExtent = (
  { kind, startSeconds, endSeconds }: Disfluency,
  words: readonly TimeSpan[],
  sounds: readonly TimeSpan[],
  seconds: number,
): TimeSpan => {
  const floor = Math.max(
    0,
    ...words.filter((word) => word.startSeconds < startSeconds).map((word) => word.endSeconds),
  );
  const ceiling = Math.min(
    seconds,
    ...words.filter((word) => word.startSeconds >= startSeconds).map((word) => word.startSeconds),
  );
  if (kind === "falseStart")
    return {
      startSeconds: Math.max(startSeconds, Math.min(floor, endSeconds)),
      endSeconds: Math.max(endSeconds, ceiling - attackSeconds),
    };
  const real = displacedFiller(
    { startSeconds, endSeconds },
    { startSeconds: floor, endSeconds: ceiling },
    sounds,
  );
  // Its own moment then belongs to the word beside it.
  const { startSeconds: begins, endSeconds: ends } = real ?? { startSeconds, endSeconds };
  const own = sounds.filter((sound) => sound.startSeconds < ends && sound.endSeconds > begins);
  const reach = real ? 0 : fillerReachSeconds;
  const sounding = {
    from: Math.min(begins, ...own.map((one) => one.startSeconds)),
    to: Math.max(ends, ...own.map((one) => one.endSeconds)),
  };
  // Where the sound runs on from a word or into one, nobody knows which of it is the word's: each gets half.
  const from = Math.max(
    begins - (sounding.from < floor ? Math.min(reach, (begins - floor) / 2) : reach),
    sounding.from,
  );
  const to = Math.min(
    ends + (sounding.to > ceiling ? Math.min(reach, (ceiling - ends) / 2) : reach),
    sounding.to,
  );
  return {
    startSeconds: from <= floor ? floor : from - Math.min(fillerMarginSeconds, (from - floor) / 2),
    endSeconds: to >= ceiling ? ceiling : to + Math.min(fillerMarginSeconds, (ceiling - to) / 2),
  };
};

/**
 * The sound that a filler really is, when the recogniser has squeezed it against a word: one that lies by itself in the
 * pause, before it or else behind it.
 */
const displacedFiller = (
  filler: TimeSpan,
  pause: TimeSpan,
  sounds: readonly TimeSpan[],
): TimeSpan | undefined => {
  if (filler.endSeconds - filler.startSeconds > squeezedSeconds) return undefined;
  const apart = sounds.filter(
    (sound) =>
      sound.startSeconds >= pause.startSeconds &&
      sound.endSeconds <= pause.endSeconds &&
      sound.endSeconds - sound.startSeconds <= maxFillerSeconds,
  );
  return (
    apart.findLast(
      (sound) =>
        sound.endSeconds <= filler.startSeconds && filler.startSeconds - sound.endSeconds <= maxFillerSeconds,
    ) ??
    apart.find(
      (sound) =>
        sound.startSeconds >= filler.endSeconds && sound.startSeconds - filler.endSeconds <= maxFillerSeconds,
    )
  );
};

/** The parts of the pauses between spans that are beyond `longest`; also before the first and behind the last. */
const pauseCuts = (spans: readonly TimeSpan[], longest: number, seconds: number): TimeSpan[] => {
  const behind = longest * shareAfterWord;
  const cuts: TimeSpan[] = [];
  const first = spans[0]?.startSeconds ?? 0;
  const last = spans.at(-1)?.endSeconds ?? 0;
  if (first > longest) cuts.push({ startSeconds: 0, endSeconds: first - longest });
  spans.forEach((span, index) => {
    const next = spans[index + 1];
    if (!next || next.startSeconds - span.endSeconds <= longest) return;
    cuts.push({
      startSeconds: span.endSeconds + behind,
      endSeconds: next.startSeconds - (longest - behind),
    });
  });
  if (seconds - last > longest) cuts.push({ startSeconds: last + longest, endSeconds: seconds });
  return cuts;
};

/** Cuts joined over short silences between them. */
const joinOverIslands = (cuts: readonly TimeSpan[], staying: readonly TimeSpan[]): TimeSpan[] => {
  const result: TimeSpan[] = [];
  for (const cut of cuts) {
    const last = result.at(-1);
    const isIsland =
      last !== undefined &&
      cut.startSeconds - last.endSeconds < maxIslandSeconds &&
      !staying.some((span) => span.startSeconds < cut.startSeconds && span.endSeconds > last.endSeconds);
    if (isIsland) last.endSeconds = cut.endSeconds;
    else result.push({ ...cut });
  }
  return result;
};

/** Cuts to whole frames, inwards: what is kept grows, never shrinks. */
const toCutList = (cuts: readonly TimeSpan[], { fps, frameCount }: CutInput): CutList | null => {
  const frameOf = (seconds: number): number => (seconds * fps.num) / fps.den;
  const least = Math.max(1, frameOf(minCutSeconds));
  const rounding = 1e-6;
  const removed = cuts
    .map(({ startSeconds, endSeconds }) => ({
      from: Math.max(0, Math.ceil(frameOf(startSeconds) - rounding)),
      to: Math.min(frameCount, Math.floor(frameOf(endSeconds) + rounding)),
    }))
    .filter(({ from, to }) => to - from >= least - rounding)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, maxRanges - 1)
    .sort((a, b) => a.from - b.from);
  if (removed.length === 0) return null;
  const kept: FrameRange[] = [];
  let startFrame = 0;
  for (const { from, to } of removed) {
    if (from > startFrame) kept.push({ startFrame, endFrame: from });
    startFrame = to;
  }
  if (startFrame < frameCount) kept.push({ startFrame, endFrame: frameCount });
  return kept.length === 0 || keptFrames(kept) === frameCount ? null : { fps, kept };
};
