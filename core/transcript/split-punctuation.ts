import { endsSentence } from "../text/scripts.ts";

export interface SplitPunctuation {
  before: string;
  word: string;
  after: string;
}

// Signs that are read aloud or belong to a number stay with the word: & % @ # * § and all currency signs.
const punctuation = String.raw`[\p{P}--[&%@#*§‰\/\\]]`;
const onlyPunctuation = new RegExp(`^${punctuation}+$`, "v");
const leading = new RegExp(`^(?:(?![\\-‐‑'’])${punctuation})+`, "v");
const trailing = new RegExp(`${punctuation}+$`, "v");
const music = /[♩-♯]/gu;

/**
 * A recogniser's word without the marks around it: `"Ford,"` is `"`, `Ford` and `,"`. Inside a word nothing is touched
 * (don’t, 43,000.50, well-known), and a point that belongs to the word stays (Mr., U.S.). Notes of music are no text.
 */
export const splitPunctuation = (written: string): SplitPunctuation => {
  const text = written.replace(music, "").trim();
  if (onlyPunctuation.test(text)) return { before: "", word: "", after: text };
  const before = leading.exec(text)?.[0] ?? "";
  const rest = text.slice(before.length);
  const after = trailing.exec(rest)?.[0] ?? "";
  const kept = keptPunctuation(before, rest.slice(0, rest.length - after.length), after);
  return { before, word: rest.slice(0, rest.length - after.length + kept), after: after.slice(kept) };
};

/** How many of the marks behind a word are part of it. */
const keptPunctuation = (before: string, word: string, after: string): number => {
  // Both an abbreviation's point and an initial's end no sentence (core/text/scripts.ts knows them).
  if (after.startsWith(".") && !after.startsWith("..") && !endsSentence(`${word}.`)) return 1;
  // "dogs’" has its apostrophe; a quote that was opened is closed.
  if (/^['’]/.test(after) && !/['‘’]/.test(before)) return 1;
  // A word that was broken off ("I was go-").
  if (/^[-‐‑]/.test(after)) return 1;
  return 0;
};
