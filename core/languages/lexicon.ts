let english: Promise<ReadonlySet<string>> | null = null;

/**
 * Returns the vocabulary of a language in lower case; null for a language without a list. It is loaded on first use,
 * because the English list has 275,000 words.
 */
export const lexiconOf = (language: string | null): Promise<ReadonlySet<string> | null> => {
  if (language !== "en") return Promise.resolve(null);
  english ??= import("an-array-of-english-words", { with: { type: "json" } }).then(
    ({ default: words }) => new Set(words),
  );
  return english;
};
