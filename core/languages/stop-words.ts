import lists from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { closeLanguages } from "./close-languages.ts";
import { normalizeWord } from "./normalize-word.ts";

const all: Readonly<Record<string, readonly string[]>> = lists;
const sharedLists: Readonly<Record<string, string>> = { ...closeLanguages, sr: "hr" };
const known = new Map<string, ReadonlySet<string>>();

/**
 * Returns the normalized stop words of a language; empty for a language without a list. Lists also have the parts of words
 * with an apostrophe ("don", "ll").
 */
export const stopWordsOf = (language: string | null): ReadonlySet<string> => {
  const code = sharedLists[language ?? ""] ?? language ?? "";
  let words = known.get(code);
  if (!words) {
    words = new Set((all[code] ?? []).map((word) => normalizeWord(word, language)));
    known.set(code, words);
  }
  return words;
};
