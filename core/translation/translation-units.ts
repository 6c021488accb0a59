import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import type { TimeSpan } from "../time/time-span.ts";
import type { Transcript } from "../transcript/word-entry.ts";

/** A sentence, or a part of a long one, that is translated as a whole. */
export interface TranslationUnit {
  text: string;
  startSeconds: number;
  endSeconds: number;
  /** When it is spoken, in order, separated by pauses; at least one span. */
  spoken: TimeSpan[];
  /** Mean confidence of its words, 0 to 1; words without a confidence count as 1. */
  confidence: number;
}

/** A pause of this length within a sentence is kept in the translation. */
const keptPauseSeconds = 0.4;
/** A pause of this length ends a unit, with or without punctuation. */
const unitBreakSeconds = 2.5;
/** The same in a transcript without punctuation. */
const unmarkedBreakSeconds = 0.6;
/** A transcript with fewer sentence ends than this is taken to have no punctuation. */
const maxWordsPerMark = 60;
const maxCharacters = 320;
const maxSeconds = 30;
/** Minimum distance of a division from both ends, as a share of the sentence. */
const minDivisionShare = 0.25;

/**
 * Splits a transcript into translation units: at sentence ends and long pauses, and within sentences that are too long to
 * translate or to align in time.
 *
 * @param language a code of core/languages
 */
export const translationUnitsOf = (transcript: Transcript, language: string | null): TranslationUnit[] => {
  const units = captionUnits(transcript, { language, punctuation: true });
  const marks = units.filter((unit) => unit.endsSentence).length;
  const maxPauseSeconds = marks * maxWordsPerMark < units.length ? unmarkedBreakSeconds : unitBreakSeconds;
  const groups: CaptionUnit[][] = [];
  for (const unit of units) {
    const last = groups.at(-1)?.at(-1);
    const startsUnit =
      last === undefined || last.endsSentence || unit.startSeconds - last.endSeconds >= maxPauseSeconds;
    if (startsUnit) groups.push([unit]);
    else groups.at(-1)?.push(unit);
  }
  const confidence = createMeanConfidence(transcript);
  return groups.flatMap(divideLong).map((group) => unitOf(group, confidence));
};

const unitOf = (
  units: readonly CaptionUnit[],
  confidence: (startSeconds: number, endSeconds: number) => number,
): TranslationUnit => {
  const startSeconds = units[0]?.startSeconds ?? 0;
  const endSeconds = Math.max(startSeconds, ...units.map((unit) => unit.endSeconds));
  return {
    text: textOfUnits(units),
    startSeconds,
    endSeconds,
    spoken: spokenSpans(units),
    confidence: confidence(startSeconds, endSeconds),
  };
};

const spokenSpans = (units: readonly CaptionUnit[]): TimeSpan[] => {
  const spans: TimeSpan[] = [];
  for (const { startSeconds, endSeconds } of units) {
    const last = spans.at(-1);
    if (last && startSeconds - last.endSeconds < keptPauseSeconds) {
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
    } else spans.push({ startSeconds, endSeconds: Math.max(startSeconds, endSeconds) });
  }
  return spans;
};

/** Divides recursively until each part is short enough. */
const divideLong = (units: CaptionUnit[]): CaptionUnit[][] => {
  const seconds = (units.at(-1)?.endSeconds ?? 0) - (units[0]?.startSeconds ?? 0);
  const isShort = seconds <= maxSeconds && textOfUnits(units).length <= maxCharacters;
  if (isShort || units.length < 2) return [units];
  const at = bestDivisionPoint(units);
  return [...divideLong(units.slice(0, at)), ...divideLong(units.slice(at))];
};

/** Index of the best division: after a clause, at a pause, near the middle. */
const bestDivisionPoint = (units: readonly CaptionUnit[]): number => {
  const count = units.length;
  const first = Math.max(1, Math.ceil(count * minDivisionShare));
  let best = Math.max(1, Math.floor(count / 2));
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let at = first; at <= count - first; at += 1) {
    const before = units[at - 1];
    const after = units[at];
    if (!before || !after) continue;
    const pause = Math.min(2, Math.max(0, after.startSeconds - before.endSeconds));
    const score = (before.endsClause ? 1 : 0) + pause - Math.abs(at / count - 0.5);
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  return best;
};

/** Creates a function for the mean confidence of a time span. Spans must be requested in order of time. */
const createMeanConfidence = (transcript: Transcript): ((from: number, to: number) => number) => {
  let at = 0;
  return (from, to) => {
    let sum = 0;
    let count = 0;
    for (; at < transcript.length; at += 1) {
      const entry = transcript[at];
      if (!entry || entry.startSeconds > to || (entry.startSeconds === to && to > from)) break;
      if (entry.type !== "word" || entry.endSeconds < from) continue;
      sum += entry.confidence ?? 1;
      count += 1;
    }
    return count === 0 ? 1 : sum / count;
  };
};
