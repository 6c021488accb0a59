import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import { mergeSpans, type TimeSpan } from "../time/time-span.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type CutList, keptFrames } from "./cut-list.ts";
import type { Disfluency } from "./disfluencies.ts";

export interface CutInput {
  /** Spoken words to keep; punctuation is ignored. */
  words: Transcript;
  /** Speech to remove. */
  disfluencies: readonly Disfluency[];
  /** Audio that may be worth keeping, speech or not; null when the audio was not analyzed. */
  audibleSpans: readonly TimeSpan[] | null;
  /** 0 to 1; null: pauses are kept. */
  silenceRemoval: number | null;
  fps: Rational;
  /** Of the source. */
  frameCount: number;
}

/**
 * Returns the longest pause that is kept: 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1. Geometric, because the perceived length
 * of a pause is relative.
 */
export const maxPauseSeconds = (silenceRemoval: number): number => 0.15 * 10 ** silenceRemoval;

/** Without audio analysis, word times may be off by a tenth of a second. */
const minUnverifiedPauseSeconds = 0.25;
/** Share of a shortened pause that is kept after the word: words decay longer than they begin. */
const shareAfterWord = 0.55;
/** Shorter cuts are not made, because they would flicker. */
const minCutSeconds = 0.08;
/** Silence up to this length between two cuts is cut as well. */
const maxIslandSeconds = 0.2;
/** How far a filler may extend beyond the recognizer's times. */
const fillerReachSeconds = 0.3;
/** A filler with a shorter duration is not at its recognized time. */
const minFillerSeconds = 0.12;
const maxFillerSeconds = 1;
/** Silence on either side that is cut together with a filler. */
const fillerMarginSeconds = 0.05;
/** Kept before the word after a false start. */
const attackSeconds = 0.06;
/** Limit of the kept ranges, which keeps the renderer's command line short enough. The longest cuts take precedence. */
const maxRanges = 3000;

/**
 * Plans the cuts that shorten pauses and remove disfluencies. Words and audible spans are not cut as silence, and no cut
 * includes a part of a word. Null when nothing is cut, also without speech and audible spans.
 */
export const planCuts = (input: CutInput): CutList | null => {
  const { fps, frameCount } = input;
  const seconds = (frameCount * fps.den) / fps.num;
  const words = input.words.filter(({ type }) => type === "word").map(spanOf);
  const removed = input.disfluencies.map((one) =>
    disfluencyExtent(one, words, input.audibleSpans ?? [], seconds),
  );
  const kept = mergeSpans([...words, ...subtractSpans(input.audibleSpans ?? [], removed)]);
  if (kept.length === 0) return null;
  const pauses =
    input.silenceRemoval === null
      ? []
      : pauseCuts(kept, keptPauseSeconds(input.silenceRemoval, input.audibleSpans !== null), seconds);
  const cuts = joinOverIslands(mergeSpans([...removed, ...pauses]), kept);
  return toCutList(cuts, input);
};

const keptPauseSeconds = (silenceRemoval: number, isAnalyzed: boolean): number =>
  Math.max(maxPauseSeconds(silenceRemoval), isAnalyzed ? 0 : minUnverifiedPauseSeconds);

const spanOf = ({ startSeconds, endSeconds }: Transcript[number]): TimeSpan => ({ startSeconds, endSeconds });

/** Subtracts the other spans from spans. */
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

/** Returns the end of the last word before a time, and the start of the first word at or after it. */
const pauseAround = (seconds: number, words: readonly TimeSpan[], durationSeconds: number): TimeSpan => ({
  startSeconds: Math.max(
    0,
    ...words.filter((word) => word.startSeconds < seconds).map((word) => word.endSeconds),
  ),
  endSeconds: Math.min(
    durationSeconds,
    ...words.filter((word) => word.startSeconds >= seconds).map((word) => word.startSeconds),
  ),
});

/** Returns the span to cut for a disfluency, which includes no part of a word. */
const disfluencyExtent = (
  { kind, startSeconds, endSeconds }: Disfluency,
  words: readonly TimeSpan[],
  audibleSpans: readonly TimeSpan[],
  durationSeconds: number,
): TimeSpan => {
  const pause = pauseAround(startSeconds, words, durationSeconds);
  if (kind !== "falseStart") return fillerExtent({ startSeconds, endSeconds }, pause, audibleSpans);
  return {
    startSeconds: Math.max(startSeconds, Math.min(pause.startSeconds, endSeconds)),
    endSeconds: Math.max(endSeconds, pause.endSeconds - attackSeconds),
  };
};

/** Returns the span to cut for a filler: its time, the audible span around it, and a margin of silence. */
const fillerExtent = (filler: TimeSpan, pause: TimeSpan, audibleSpans: readonly TimeSpan[]): TimeSpan => {
  const { startSeconds: floor, endSeconds: ceiling } = pause;
  const displaced = displacedFiller(filler, pause, audibleSpans);
  // If the filler was displaced, its recognized time belongs to the neighboring word.
  const { startSeconds: start, endSeconds: end } = displaced ?? filler;
  const reach = displaced ? 0 : fillerReachSeconds;
  const overlapping = audibleSpans.filter((span) => span.startSeconds < end && span.endSeconds > start);
  const audible = {
    from: Math.min(start, ...overlapping.map((span) => span.startSeconds)),
    to: Math.max(end, ...overlapping.map((span) => span.endSeconds)),
  };
  // Continuous audio between a word and the filler is split evenly.
  const reachBefore = audible.from < floor ? Math.min(reach, (start - floor) / 2) : reach;
  const reachAfter = audible.to > ceiling ? Math.min(reach, (ceiling - end) / 2) : reach;
  const from = Math.max(start - reachBefore, audible.from);
  const to = Math.min(end + reachAfter, audible.to);
  return {
    startSeconds: from <= floor ? floor : from - Math.min(fillerMarginSeconds, (from - floor) / 2),
    endSeconds: to >= ceiling ? ceiling : to + Math.min(fillerMarginSeconds, (ceiling - to) / 2),
  };
};

/**
 * Returns the actual span of a filler that the recognizer placed at the edge of a word: an isolated audible span in the
 * pause, before the recognized time or else after it.
 */
const displacedFiller = (
  filler: TimeSpan,
  pause: TimeSpan,
  audibleSpans: readonly TimeSpan[],
): TimeSpan | undefined => {
  if (filler.endSeconds - filler.startSeconds > minFillerSeconds) return undefined;
  const isolated = audibleSpans.filter(
    (span) =>
      span.startSeconds >= pause.startSeconds &&
      span.endSeconds <= pause.endSeconds &&
      span.endSeconds - span.startSeconds <= maxFillerSeconds,
  );
  return (
    isolated.findLast(
      (span) =>
        span.endSeconds <= filler.startSeconds && filler.startSeconds - span.endSeconds <= maxFillerSeconds,
    ) ??
    isolated.find(
      (span) =>
        span.startSeconds >= filler.endSeconds && span.startSeconds - filler.endSeconds <= maxFillerSeconds,
    )
  );
};

/** The parts of pauses beyond `maxSeconds`, also before the first span and after the last one. */
const pauseCuts = (spans: readonly TimeSpan[], maxSeconds: number, seconds: number): TimeSpan[] => {
  const keptAfterWord = maxSeconds * shareAfterWord;
  const cuts: TimeSpan[] = [];
  const first = spans[0]?.startSeconds ?? 0;
  const last = spans.at(-1)?.endSeconds ?? 0;
  if (first > maxSeconds) cuts.push({ startSeconds: 0, endSeconds: first - maxSeconds });
  spans.forEach((span, index) => {
    const next = spans[index + 1];
    if (!next || next.startSeconds - span.endSeconds <= maxSeconds) return;
    cuts.push({
      startSeconds: span.endSeconds + keptAfterWord,
      endSeconds: next.startSeconds - (maxSeconds - keptAfterWord),
    });
  });
  if (seconds - last > maxSeconds) cuts.push({ startSeconds: last + maxSeconds, endSeconds: seconds });
  return cuts;
};

/** Joins cuts across short silences. */
const joinOverIslands = (cuts: readonly TimeSpan[], kept: readonly TimeSpan[]): TimeSpan[] => {
  const result: TimeSpan[] = [];
  for (const cut of cuts) {
    const last = result.at(-1);
    const isIsland =
      last !== undefined &&
      cut.startSeconds - last.endSeconds < maxIslandSeconds &&
      !kept.some((span) => span.startSeconds < cut.startSeconds && span.endSeconds > last.endSeconds);
    if (isIsland) last.endSeconds = cut.endSeconds;
    else result.push({ ...cut });
  }
  return result;
};

/** Rounds cuts inwards to whole frames, so that nothing more is removed. */
const toCutList = (cuts: readonly TimeSpan[], { fps, frameCount }: CutInput): CutList | null => {
  const frameOf = (seconds: number): number => (seconds * fps.num) / fps.den;
  const minFrames = Math.max(1, frameOf(minCutSeconds));
  const rounding = 1e-6;
  const removed = cuts
    .map(({ startSeconds, endSeconds }) => ({
      from: Math.max(0, Math.ceil(frameOf(startSeconds) - rounding)),
      to: Math.min(frameCount, Math.floor(frameOf(endSeconds) + rounding)),
    }))
    .filter(({ from, to }) => to - from >= minFrames - rounding)
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
