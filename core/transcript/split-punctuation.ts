import { isAbbreviationIn } from "../languages/sentence-rules.ts";

export interface SplitPunctuation {
  before: string;
  word: string;
  after: string;
}

// Symbols that are read aloud or belong to a number are part of the word: & % @ # * § and currency symbols.
const punctuation = String.raw`[\p{P}--[&%@#*§‰\/\\]]`;
const onlyPunctuation = new RegExp(`^${punctuation}+$`, "v");
/** The period of a name or a number: ".NET", ".com", ".5", but not the last one of "...and". */
const ownPeriod = String.raw`(?<!\.)\.[\p{L}\p{Nd}]`;
const leading = new RegExp(`^(?:(?!${ownPeriod}|[\\-‐‑'’])${punctuation})+`, "v");
const trailing = new RegExp(`${punctuation}+$`, "v");
const music = /[♩-♯]/gu;

/**
 * Splits a recognized word into leading punctuation, word and trailing punctuation: `"Ford,"` into `"`, `Ford` and `,"`.
 * Punctuation within a word (don’t, 43,000.50, well-known), full stops of abbreviations (Mr., U.S.) and the periods of
 * names (.NET) are part of the word. Musical notes are removed.
 *
 * @param language decides which words abbreviate; null: those of English
 */
export const splitPunctuation = (written: string, language: string | null = null): SplitPunctuation => {
  const text = written.replace(music, "").trim();
  if (onlyPunctuation.test(text)) return { before: "", word: "", after: text };
  const before = leading.exec(text)?.[0] ?? "";
  const rest = text.slice(before.length);
  const after = trailing.exec(rest)?.[0] ?? "";
  const kept = keptPunctuation({ before, word: rest.slice(0, rest.length - after.length), after }, language);
  return { before, word: rest.slice(0, rest.length - after.length + kept), after: after.slice(kept) };
};

/** Number of trailing punctuation marks that are part of the word. */
const keptPunctuation = ({ before, word, after }: SplitPunctuation, language: string | null): number => {
  // The full stop of an abbreviation or an initial.
  if (after.startsWith(".") && !after.startsWith("..") && isAbbreviationIn(`${word}.`, language)) return 1;
  // A plural possessive (dogs’), unless the apostrophe closes a quote.
  if (/^['’]/.test(after) && !/['‘’]/.test(before)) return 1;
  // A broken-off word ("I was go-").
  if (/^[-‐‑](?![-‐‑])/.test(after)) return 1;
  return 0;
};
