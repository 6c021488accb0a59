import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import { isSpaceBetween } from "../languages/writing.ts";
import { isEndedBy, isNoBreakAfter, isNoBreakBetween } from "../text/line-breaks.ts";
import { endsClause } from "../text/punctuation.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { cleanText } from "./clean-text.ts";
import { markWithSpaces } from "./mark-spaces.ts";

/** What is drawn and highlighted as one word: a spoken word with its punctuation, or entries that are written together. */
export interface CaptionUnit {
  text: string;
  /** Whether a space stands between it and the unit before it on the same line. */
  spaceBefore: boolean;
  /** No line or page should begin with it: small kana, a closing bracket, anything behind an opening one. */
  noBreakBefore: boolean;
  startSeconds: number;
  /** End of the speech; punctuation does not lengthen it. */
  endSeconds: number;
  endsSentence: boolean;
  endsClause: boolean;
  /** No line or page should end with it, if that can be helped: it belongs to the next word. */
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
/** A number below zero, unless it goes on from one or from a name in capitals ("2020" + "-21", "COVID" + "-19"). */
const belowZero = /^[-\u2010\u2011]\d/u;
const goesOnInNumber = /[\p{Lu}\p{Nd}]$/u;
/** One sign in two entries: a mark, a vowel sign, a skin tone without what carries it, or a joiner between them. */
const restOfSign = /^(\p{M}|[\u0E33\u0EB3\u200D]|\p{Emoji_Modifier})/u;
const openSign = /\u200D$/u;
/** Contracted words that begin with an apostrophe and yet stand alone. */
const standsAlone = /^['’](cause|em|til|till|tis|twas|bout|round|n|kay)\b/iu;
/** In these languages a word that ends in an apostrophe is written together with the next (l’homme, dell’arte). */
const elidingLanguages = new Set(["fr", "it", "ca", "oc"]);
const onlyMarks = /^[\p{P}\p{S}]+$/u;
const closingMarks = /^[\p{Pe}\p{Pf},.;:!?…、。，．！？：；،؛؟۔।॥%‰]+$/u;

const leadingMarks = /^[\s"'“”‘’«»‹›([{¿¡「『（【《〈]+/u;
const trailingMarks = /[\s"“”«»‹›)\]},.;:!?…、。，．！？：；،؛؟۔।॥」』）】》〉–—]+$/u;

/** The word without the marks around it: "(Ford," is Ford, "U.S." and "don’t" stay as they are. */
export const withoutPunctuation = (text: string): string => {
  const opened = text.match(leadingMarks)?.[0] ?? "";
  let bare = text.slice(opened.length);
  if (/(^|\.)\p{L}\.$/u.test(bare)) return bare;
  bare = bare.replace(trailingMarks, "");
  // A closing quote only goes when it was opened: "dogs’" keeps its apostrophe.
  return /['‘’]/u.test(opened) ? bare.replace(/['’]$/u, "") : bare;
};

const isPunctuation = (entry: WordEntry, text: string): boolean =>
  entry.type === "punctuation" || closingMarks.test(text);

/**
 * Joins a transcript's entries to what is drawn: punctuation without a space behind its word, opening marks before the
 * next, "like" + "-minded" as one, no spaces where the language writes none.
 */
export const captionUnits = (transcript: Transcript, options: UnitOptions): CaptionUnit[] => {
  const units: CaptionUnit[] = [];
  let prefix = "";
  let isGlued = false;
  let isQuoteOpen = false;
  let openMark = "";
  for (const entry of transcript) {
    const clean = cleanText(entry.text);
    if (clean === "") continue;
    const last = units.at(-1);
    const isMark = isPunctuation(entry, clean);
    const text =
      isMark && entry.type === "punctuation" ? markWithSpaces(clean, options.language, last) : clean;
    if (isMark) {
      if (hyphen.test(text) && last) {
        last.text += text;
        isGlued = true;
        continue;
      }
      // Mirrored marks: what opens in one language closes in another („so“, »so«).
      const mirror = mirrored[openMark] === clean;
      const opens =
        !mirror &&
        (opening.test(clean) || (text === '"' && !isQuoteOpen) || (clean === "»" && openMark === ""));
      if (text === '"') isQuoteOpen = !isQuoteOpen;
      if (mirror || clean === closes[openMark]) openMark = "";
      else if (opens) openMark = clean;
      if (opens || !last) prefix += text;
      else last.text += text;
      continue;
    }
    const joins =
      last !== undefined &&
      prefix === "" &&
      (isGlued ||
        restOfSign.test(text) ||
        openSign.test(last.text) ||
        (startsJoined.test(text) &&
          !standsAlone.test(text) &&
          !(belowZero.test(text) && !goesOnInNumber.test(last.text))) ||
        (elidingLanguages.has(options.language ?? "") && /\p{L}['’]$/u.test(last.text)));
    isGlued = false;
    if (joins) {
      last.text = (last.text + text).normalize("NFC");
      last.endSeconds = Math.max(last.endSeconds, entry.endSeconds);
      last.emoji ??= entry.emoji ?? null;
      last.important ||= entry.important ?? false;
      continue;
    }
    units.push({
      text: prefix + text,
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
    prefix = "";
  }
  return finish(units, options);
};

const finish = (units: readonly CaptionUnit[], { language, punctuation }: UnitOptions): CaptionUnit[] => {
  const finished: CaptionUnit[] = [];
  // Sentences are found before their marks are taken away, so that pages break alike with and without them.
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

/** Units as a text. */
export const textOfUnits = (units: readonly CaptionUnit[]): string =>
  units
    .map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text))
    .join("")
    .replaceAll("\u00a0", " ");
