import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import { isSpaceBetween } from "../languages/writing.ts";
import { isEndedBy, isNoBreakAfter, isNoBreakBetween } from "../text/line-breaks.ts";
import { endsClause } from "../text/punctuation.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { cleanText } from "./clean-text.ts";
import { markWithSpaces } from "./mark-spaces.ts";

/** One word as it is drawn and highlighted: a spoken word with its punctuation, or entries that are written together. */
export interface CaptionUnit {
  text: string;
  /** Whether a space separates it from the unit before it on the same line. */
  spaceBefore: boolean;
  /** Whether no line or page should begin with it: small kana, a closing bracket, anything after an opening one. */
  noBreakBefore: boolean;
  startSeconds: number;
  /** End of the speech; punctuation does not lengthen it. */
  endSeconds: number;
  endsSentence: boolean;
  endsClause: boolean;
  /** Whether a line or page should not end with it if possible: it belongs to the next word. */
  noBreakAfter: boolean;
  emoji: string | null;
  important: boolean;
  fontFamily: string | null;
  /** Key of an uploaded font; takes precedence over the family. */
  fontFileKey: string | null;
  fontWeight: number | null;
}

export interface UnitOptions {
  /** One of the 100 codes, null when unknown. */
  language: string | null;
  /** subsOptions.punctuation: false removes marks around words, never inside them. */
  punctuation: boolean;
}

const mirrored: Readonly<Record<string, string>> = { "„": "“", "‚": "‘", "»": "«" };
const closes: Readonly<Record<string, string>> = { "«": "»", "“": "”", "‘": "’" };
const hyphen = /^[-\u2010\u2011]$/u;
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const startsJoined = /^([-\u2010\u2011]\S|['’](?!\d)\p{L}(?!.*['’]$)|[%‰°])/u;
/** A negative number, unless it continues a number or a name in capitals ("2020" + "-21", "COVID" + "-19"). */
const belowZero = /^[-\u2010\u2011]\d/u;
const goesOnInNumber = /[\p{Lu}\p{Nd}]$/u;
/** One character in two entries: a mark, a vowel sign or a skin tone without its base, or a joiner between them. */
const restOfSign = /^(\p{M}|[\u0E33\u0EB3\u200D]|\p{Emoji_Modifier})/u;
const openSign = /\u200D$/u;
/** Contracted words that begin with an apostrophe but are words of their own. */
const standsAlone = /^['’](cause|em|til|till|tis|twas|bout|round|n|kay)\b/iu;
/** In these languages a word that ends in an apostrophe is written together with the next (l’homme, dell’arte). */
const elidingLanguages = new Set(["fr", "it", "ca", "oc"]);
const onlyMarks = /^[\p{P}\p{S}]+$/u;
const closingMarks = /^[\p{Pe}\p{Pf},.;:!?…、。，．！？：；،؛؟۔।॥%‰]+$/u;

const leadingMarks = /^[\s"'“”‘’«»‹›([{¿¡「『（【《〈]+/u;
const trailingMarks = /[\s"“”«»‹›)\]},.;:!?…、。，．！？：；،؛؟۔।॥」』）】》〉–—]+$/u;

/** Returns the word without the marks around it: "(Ford," becomes Ford; "U.S." and "don’t" do not change. */
export const withoutPunctuation = (text: string): string => {
  const opened = text.match(leadingMarks)?.[0] ?? "";
  let bare = text.slice(opened.length);
  if (/(^|\.)\p{L}\.$/u.test(bare)) return bare;
  bare = bare.replace(trailingMarks, "");
  // A closing quote is only removed when it was opened: "dogs’" keeps its apostrophe.
  return /['‘’]/u.test(opened) ? bare.replace(/['’]$/u, "") : bare;
};

const isPunctuation = (entry: WordEntry, text: string): boolean =>
  entry.type === "punctuation" || closingMarks.test(text);

/** What is remembered from entry to entry. */
interface UnitState {
  units: CaptionUnit[];
  /** Opening marks of the next word. */
  prefix: string;
  /** Whether the next word follows a hyphen. */
  isGlued: boolean;
  isQuoteOpen: boolean;
  /** The opening mark that has not been closed; empty if there is none. */
  openMark: string;
}

/** Adds a mark to the word before it, or keeps it for the next one. */
const addMark = (state: UnitState, mark: string, text: string): void => {
  const last = state.units.at(-1);
  if (hyphen.test(text) && last) {
    last.text += text;
    state.isGlued = true;
    return;
  }
  const { openMark, isQuoteOpen } = state;
  // Mirrored marks: what opens in one language closes in another („so“, »so«).
  const isMirrored = mirrored[openMark] === mark;
  const opens =
    !isMirrored &&
    (opening.test(mark) || (text === '"' && !isQuoteOpen) || (mark === "»" && openMark === ""));
  if (text === '"') state.isQuoteOpen = !isQuoteOpen;
  if (isMirrored || mark === closes[openMark]) state.openMark = "";
  else if (opens) state.openMark = mark;
  if (opens || !last) state.prefix += text;
  else last.text += text;
};

/** Whether a word is written together with the text before it. */
const isJoinedTo = (before: string, text: string, language: string | null): boolean => {
  if (restOfSign.test(text) || openSign.test(before)) return true;
  const isNegative = belowZero.test(text) && !goesOnInNumber.test(before);
  if (startsJoined.test(text) && !standsAlone.test(text) && !isNegative) return true;
  return elidingLanguages.has(language ?? "") && /\p{L}['’]$/u.test(before);
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
    last !== undefined && state.prefix === "" && (state.isGlued || isJoinedTo(last.text, text, language));
  state.isGlued = false;
  if (!isJoined) {
    state.units.push(newUnit(entry, state.prefix + text));
    state.prefix = "";
    return;
  }
  last.text = (last.text + text).normalize("NFC");
  last.endSeconds = Math.max(last.endSeconds, entry.endSeconds);
  last.emoji ??= entry.emoji ?? null;
  last.important ||= entry.important ?? false;
};

/**
 * Joins the entries of a transcript into what is drawn: punctuation without a space after its word, opening marks before
 * the next, "like" + "-minded" as one, no spaces where the language writes none.
 */
export const captionUnits = (transcript: Transcript, options: UnitOptions): CaptionUnit[] => {
  const state: UnitState = { units: [], prefix: "", isGlued: false, isQuoteOpen: false, openMark: "" };
  for (const entry of transcript) {
    const clean = cleanText(entry.text);
    if (clean === "") continue;
    if (!isPunctuation(entry, clean)) {
      addWord(state, entry, clean, options.language);
      continue;
    }
    const isTyped = entry.type === "punctuation";
    addMark(state, clean, isTyped ? markWithSpaces(clean, options.language, state.units.at(-1)) : clean);
  }
  return finish(state.units, options);
};

const finish = (units: readonly CaptionUnit[], { language, punctuation }: UnitOptions): CaptionUnit[] => {
  const finished: CaptionUnit[] = [];
  // Sentences are found before their marks are removed, so that pages break alike with and without them.
  const sentenceEnds = sentenceEndsOf(
    units.map((unit) => unit.text),
    language,
  );
  for (const [index, unit] of units.entries()) {
    const clause = endsClause(unit.text);
    const text = punctuation || isSymbol(unit.text) ? unit.text : withoutPunctuation(unit.text);
    if (text === "") continue;
    const last = finished.at(-1);
    const spaceBefore = last !== undefined && isSpaceBetween(last.text, text, language);
    if (last && !spaceBefore) last.noBreakAfter ||= isEndedBy(last.text, text);
    finished.push({
      ...unit,
      text,
      spaceBefore,
      noBreakBefore: last !== undefined && !spaceBefore && isNoBreakBetween(last.text, text),
      endsSentence: sentenceEnds[index] ?? false,
      endsClause: clause,
      noBreakAfter: isNoBreakAfter(text),
    });
  }
  return finished;
};

// "&", "+" or an emoji are words of their own, not marks around one.
const isSymbol = (text: string): boolean => onlyMarks.test(text) && !/\p{P}/u.test(text);

/** Returns the units as a text. */
export const textOfUnits = (units: readonly CaptionUnit[]): string =>
  units
    .map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text))
    .join("")
    .replaceAll("\u00a0", " ");
