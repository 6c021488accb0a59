let english: Promise<ReadonlySet<string>> | null = null;

/**
 * The words of a language's ordinary vocabulary, in lower case; null where there is no list. Loaded when it is first
 * asked for: the English list has 275,000 words.
 */
export const lexiconOf = (language: string | null): Promise<ReadonlySet<string> | null> => {
  if (language !== "en") return Promise.resolve(null);
  english ??= import("an-array-of-english-words", { with: { type: "json" } }).then(
    ({ default: words }) => new Set(words),
  );
  return english;
};
