import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import type { TimeSpan } from "../time/time-span.ts";
import type { Transcript } from "../transcript/word-entry.ts";

/** What is translated as one: a sentence, or a part of one that is too long. Seconds on the transcript's time line. */
export interface TranslationUnit {
  text: string;
  startSeconds: number;
  endSeconds: number;
  /** Where it is spoken, in order: what lies between is a pause. At least one. */
  spoken: TimeSpan[];
  /** Mean of its words', 0 to 1; words that come without count as certain. */
  confidence: number;
}

/** A pause of this length inside a sentence stays a pause in the translation. */
const keptPauseSeconds = 0.4;
/** Whoever is silent for so long begins anew, whatever the marks say. */
const unitBreakSeconds = 2.5;
/** In words without marks, where sentences are guessed. */
const unmarkedBreakSeconds = 0.6;
/** With fewer ends of sentences than one in so many words, the marks are taken to be missing. */
const maxWordsPerMark = 60;
const maxCharacters = 320;
const maxSeconds = 30;
/** A long sentence is divided no nearer to its ends than this share. */
const minDivisionShare = 0.25;

/**
 * The sentences of a transcript: ended by marks, by long silence, and, so that each stays translatable and near its time,
 * by their length.
 *
 * @param language a code of core/languages
 */
export const translationUnitsOf = (transcript: Transcript, language: string | null): TranslationUnit[] => {
  const units = captionUnits(transcript, { language, punctuation: true });
  const marks = units.filter((unit) => unit.endsSentence).length;
  const longest = marks * maxWordsPerMark < units.length ? unmarkedBreakSeconds : unitBreakSeconds;
  const groups: CaptionUnit[][] = [];
  for (const unit of units) {
    const last = groups.at(-1)?.at(-1);
    const begins = last === undefined || last.endsSentence || unit.startSeconds - last.endSeconds >= longest;
    if (begins) groups.push([unit]);
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

/** Divides at the best place, and the parts again, until each is short enough. */
const divideLong = (units: CaptionUnit[]): CaptionUnit[][] => {
  const seconds = (units.at(-1)?.endSeconds ?? 0) - (units[0]?.startSeconds ?? 0);
  const isShort = seconds <= maxSeconds && textOfUnits(units).length <= maxCharacters;
  if (isShort || units.length < 2) return [units];
  const at = bestDivisionPoint(units);
  return [...divideLong(units.slice(0, at)), ...divideLong(units.slice(at))];
};

/** Behind a clause rather than in it, at a pause rather than in flow, near the middle rather than at an end. */
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

/** Mean confidence of the words between two moments. The moments that are asked for must not go back. */
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
