import lists from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { normalizeWord } from "./normalize-word.ts";

const all: Readonly<Record<string, readonly string[]>> = lists;
/** Codes of the interface whose words are those of another list. */
const listOf: Readonly<Record<string, string>> = { nn: "no", yue: "zh", bs: "hr", sr: "hr" };
const known = new Map<string, ReadonlySet<string>>();

/**
 * Words too common in a language to say what a text is about, folded; empty for a language without a list. In a list
 * also stand words cut at their apostrophe ("don", "ll").
 */
export const stopWordsOf = (language: string | null): ReadonlySet<string> => {
  const code = listOf[language ?? ""] ?? language ?? "";
  let words = known.get(code);
  if (!words) {
    words = new Set((all[code] ?? []).map((word) => normalizeWord(word, language)));
    known.set(code, words);
  }
  return words;
};
