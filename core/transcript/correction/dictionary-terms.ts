import { foldText, phoneticKey } from "../../text/similarity.ts";
import { letterMask } from "./similarity.ts";

/** A word or phrase of the request's `dictionary`. */
export interface Term {
  /** Words in the spelling of the request. */
  words: string[];
  /** The concatenated words, folded. */
  key: string;
  /** Letter mask of its phonetic key, for a cheap comparison. */
  letterMask: number;
  /** Whether it has a capital or a digit after its first letter, unlike ordinary words. */
  hasDistinctSpelling: boolean;
}

/** Returns the terms of a dictionary without empty ones and duplicates. The first of two that differ in case is kept. */
export const parseDictionary = (dictionary: readonly string[]): Term[] => {
  const terms = new Map<string, Term>();
  for (const phrase of dictionary) {
    const words = phrase.normalize("NFC").trim().split(/\s+/u);
    const key = foldText(phrase);
    if (key === "" || terms.has(key)) continue;
    terms.set(key, {
      words,
      key,
      letterMask: letterMask(phoneticKey(key)),
      hasDistinctSpelling: /.[\p{Lu}\p{Nd}]/u.test(phrase),
    });
  }
  return [...terms.values()];
};
