import type { WordEntry } from "../transcript/word-entry.ts";

export const isWord = (entry: WordEntry | undefined): boolean => entry?.type === "word";
export const isPunctuation = (entry: WordEntry | undefined): entry is WordEntry =>
  entry?.type === "punctuation";

/** Commas, ellipses and dashes, which set words off. */
const comma = /^(?:[,，、،]|\.\.\.|…|[-–—])$/;
export const isComma = (entry: WordEntry | undefined): boolean =>
  isPunctuation(entry) && comma.test(entry.text);

/**
 * Whether the entry after this one, or after nothing, starts a sentence.
 *
 * @param ends the entries after which a sentence ends
 */
export const startsSentenceAfter = (entry: WordEntry | undefined, ends: ReadonlySet<WordEntry>): boolean =>
  !entry || ends.has(entry);

/** Normalizes a text for comparison: NFC, lower case, straight apostrophes. */
export const normalizeText = (text: string, language: string | null): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase(language ?? "en")
    .replaceAll("’", "'");
