import { isFunctionWord } from "../languages/function-words.ts";
import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import { isSpaceBetween } from "../languages/writing.ts";
import { isEndedBy, isNoBreakBetween } from "../text/line-breaks.ts";
import { besideNextWord, hasOpeningTimes, isLeadingMark } from "../text/mark-sides.ts";
import { afterMarks, isOpening, type MarkTime, noOpenMarks, type OpenMarks } from "../text/open-marks.ts";
import { endsClause } from "../text/punctuation.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { cleanText } from "./clean-text.ts";
import { isJoinedTo, joinedText } from "./joined-words.ts";
import { markWithSpaces } from "./mark-spaces.ts";
import { withoutPunctuation } from "./without-punctuation.ts";

/** A word as it is drawn and highlighted: with its punctuation, or several entries that are written as one word. */
export interface CaptionUnit {
  text: string;
  /** Whether a space separates it from the unit before it on the same line. */
  spaceBefore: boolean;
  /**
   * Whether no line or page should begin with it: small kana, a closing bracket, or anything after an opening bracket.
   */
  noBreakBefore: boolean;
  startSeconds: number;
  /** End of the speech; punctuation does not lengthen it. */
  endSeconds: number;
  endsSentence: boolean;
  endsClause: boolean;
  /** Whether a line or page should not end with it if possible, because it belongs to the next word. */
  noBreakAfter: boolean;
  emoji: string | null;
  important: boolean;
  fontFamily: string | null;
  /** Key of an uploaded font; takes precedence over the family. */
  fontFileKey: string | null;
  fontWeight: number | null;
}

export interface UnitOptions {
  /** One of the 100 language codes; null when unknown. */
  language: string | null;
  /** False removes the marks around words, but not within words. */
  punctuation: boolean;
}

const hyphen = /^[-\u2010\u2011]$/u;
/** A clause or a sentence, but not an abbreviation ("U.S." + "-" + "based"): no compound goes on after it. */
const endedByMark = /(?:[,;:!?…؟،؛]|(?<!(?<!\p{L})\p{L})\.)["'”’»)\]]*$/u;
const onlyMarks = /^[\p{P}\p{S}]+$/u;
const closingMarks = /^[\p{Pe}\p{Pf},.;:!?…、。，．！？：；،؛؟۔।॥]+$/u;

const isPunctuation = (entry: WordEntry, text: string): boolean =>
  entry.type === "punctuation" || closingMarks.test(text);

/** The state between two entries. */
interface UnitState {
  units: CaptionUnit[];
  /** Opening marks of the next word. */
  prefix: string;
  /** Whether the next word follows a hyphen. */
  followsHyphen: boolean;
  open: OpenMarks;
}

interface MarkSides extends MarkTime {
  isLeading: boolean;
}

/** Appends marks to the previous word, or keeps them for the next one. `written`: the marks with the spaces beside them. */
const addMark = (
  state: UnitState,
  text: string,
  written: string,
  { isLeading, ...time }: MarkSides,
): void => {
  const last = state.units.at(-1);
  if (hyphen.test(text) && last) {
    last.text += written;
    state.followsHyphen = true;
    return;
  }
  const isInch = text === '"' && time.isBesideNext === false && !state.open.isStraightOpen;
  if (isInch && last && /\d$/u.test(last.text)) {
    last.text += written;
    return;
  }
  const opens = isLeading || isOpening(text, state.open, time);
  state.open = afterMarks(text, state.open, opens);
  if (opens || !last) state.prefix += isLeading ? text : written;
  else last.text += written;
};

const newUnit = (entry: WordEntry, text: string): CaptionUnit => ({
  text,
  spaceBefore: true,
  noBreakBefore: false,
  startSeconds: entry.startSeconds,
  endSeconds: entry.endSeconds,
  endsSentence: false,
  endsClause: false,
  noBreakAfter: false,
  emoji: entry.emoji ?? null,
  important: entry.important ?? false,
  fontFamily: entry.fontFamily ?? null,
  fontFileKey: entry.fontFileKey ?? null,
  fontWeight: entry.fontWeight ?? null,
});

/** Adds a word as a unit, or to the unit that it is written together with. */
const addWord = (state: UnitState, entry: WordEntry, text: string, language: string | null): void => {
  const last = state.units.at(-1);
  const isJoined =
    last !== undefined &&
    state.prefix === "" &&
    (state.followsHyphen || isJoinedTo(last.text, text, language));
  state.followsHyphen = false;
  if (!isJoined) {
    state.units.push(newUnit(entry, state.prefix + text));
    state.prefix = "";
    return;
  }
  last.text = joinedText(last.text, text, language);
  last.endSeconds = Math.max(last.endSeconds, entry.endSeconds);
  last.emoji ??= entry.emoji ?? null;
  last.important ||= entry.important ?? false;
};

/**
 * Converts a transcript to caption units: punctuation is appended to its word, opening marks are prepended to the next
 * word, fragments are joined ("like" + "-minded"), and languages without spaces have none.
 */
export const captionUnits = (transcript: Transcript, options: UnitOptions): CaptionUnit[] => {
  const showsSides = hasOpeningTimes(transcript);
  const state: UnitState = { units: [], prefix: "", followsHyphen: false, open: noOpenMarks() };
  for (const [at, entry] of transcript.entries()) {
    const clean = cleanText(entry.text);
    if (clean === "") continue;
    if (!isPunctuation(entry, clean)) {
      addWord(state, entry, clean, options.language);
      continue;
    }
    const last = state.units.at(-1);
    const mark = hyphen.test(clean) && endedByMark.test(last?.text ?? "") ? "–" : clean;
    const isTyped = entry.type === "punctuation";
    const written = isTyped ? markWithSpaces(mark, options.language, last) : mark;
    addMark(state, mark, written, {
      isBesideNext: besideNextWord(transcript, at),
      showsSides,
      isLeading: isLeadingMark(transcript, at, options.language),
    });
  }
  return finish(state.units, options);
};

const finish = (units: readonly CaptionUnit[], { language, punctuation }: UnitOptions): CaptionUnit[] => {
  const finished: CaptionUnit[] = [];
  // Sentence ends are determined before punctuation is removed, so that both variants have the same pages.
  const sentenceEnds = sentenceEndsOf(
    units.map((unit) => unit.text),
    language,
  );
  for (const [index, unit] of units.entries()) {
    const clause = endsClause(unit.text);
    const endsSentence = sentenceEnds[index] ?? false;
    const isWhole = punctuation || isSymbol(unit.text);
    const text = isWhole ? unit.text : withoutPunctuation(unit.text, endsSentence);
    if (text === "") continue;
    const last = finished.at(-1);
    const spaceBefore = last !== undefined && isSpaceBetween(last.text, text, language);
    if (last && !spaceBefore) last.noBreakAfter ||= isEndedBy(last.text, text);
    finished.push({
      ...unit,
      text,
      spaceBefore,
      noBreakBefore: last !== undefined && !spaceBefore && isNoBreakBetween(last.text, text),
      endsSentence,
      endsClause: clause,
      noBreakAfter: isFunctionWord(text, language),
    });
  }
  return finished;
};

// "&", "+" and emoji are words, not marks around a word.
const isSymbol = (text: string): boolean => onlyMarks.test(text) && !/\p{P}/u.test(text);

/** Returns the units as they are written, with the non-breaking spaces of their language. */
export const textAsWritten = (units: readonly CaptionUnit[]): string =>
  units.map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text)).join("");

/** Returns the units as one text with plain spaces. */
export const textOfUnits = (units: readonly CaptionUnit[]): string =>
  textAsWritten(units).replaceAll("\u00a0", " ");
