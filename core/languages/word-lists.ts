/** Returns the words of a list, which has spaces between them. */
export const wordsIn = (list: string): string[] => list.split(" ").filter(Boolean);

/** Returns the phrases of a list, which has bars between them, as lists of words. */
export const phrasesIn = (list: string): string[][] => list.split("|").filter(Boolean).map(wordsIn);

/** Sorts phrases, longer ones first, so that a search finds those before what they begin with. */
export const longestFirst = (phrases: readonly string[][]): string[][] =>
  phrases.toSorted((a, b) => b.length - a.length);
