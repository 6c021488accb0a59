import { folded, soundOf } from "../../text/text-distance.ts";
import { lettersOf } from "./likeness.ts";

/** A word or phrase of the client's dictionary. */
export interface Term {
  /** Its words as the client writes them. */
  words: string[];
  /** The words written together, folded. */
  key: string;
  /** Letters of its sound (lettersOf), for a quick look. */
  letters: number;
  /** Whether it has a capital or a digit beyond its first letter: no ordinary word is written so. */
  isPeculiar: boolean;
}

/** The dictionary without what is empty and without repetitions; of two that differ in case only, the first. */
export const termsOf = (dictionary: readonly string[]): Term[] => {
  const terms = new Map<string, Term>();
  for (const phrase of dictionary) {
    const words = phrase.normalize("NFC").trim().split(/\s+/u);
    const key = folded(phrase);
    if (key === "" || terms.has(key)) continue;
    terms.set(key, {
      words,
      key,
      letters: lettersOf(soundOf(key)),
      isPeculiar: /.[\p{Lu}\p{Nd}]/u.test(phrase),
    });
  }
  return [...terms.values()];
};
