import lists from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { normalizeWord } from "./normalize-word.ts";

const all: Readonly<Record<string, readonly string[]>> = lists;
/** Languages that use the list of another one. */
const sharedLists: Readonly<Record<string, string>> = { nn: "no", yue: "zh", bs: "hr", sr: "hr" };
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
