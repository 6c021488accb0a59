/** URLs, email addresses, handles and hashtags, none of which is translated. */
const urlsAndHandles =
  /(?:https?:\/\/|www\.)\S*[\p{L}\p{N}/]|[\w.+-]+@[\w-]+\.[\w.]*\w|(?<![\p{L}\p{N}])[*#@]\p{L}[\p{L}\p{N}_]*/gu;
/** Two or more consecutive capitalized words: "Valentino Rossi", but also "Mar Rojo". */
const capitalizedRun = /\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)+/gu;

/** Returns the words of all capitalized runs in lower case, each once, to be looked up in a dictionary. */
export const capitalizedWords = (text: string): string[] => [
  ...new Set([...text.matchAll(capitalizedRun)].flatMap(([run]) => run.toLowerCase().split(/\s+/u))),
];

export interface ProtectedText {
  text: string;
  /** Replaces the placeholders in a translation of `text`. */
  restore: (translated: string) => string;
}

/**
 * Replaces what must not be translated with placeholders; otherwise a dictionary turns "Valentino Rossi" into "Valentino
 * Vermelhos". A capitalized run is a name from its first word that the dictionary does not have.
 *
 * @param isWord whether the dictionary has a word, given in lower case
 */
export const protectNames = (text: string, isWord: (word: string) => boolean): ProtectedText => {
  const names: string[] = [];
  const replace = (name: string): string => {
    names.push(name);
    return placeholder(names.length - 1);
  };
  const withoutUrls = text.replace(urlsAndHandles, replace);
  const withoutNames = withoutUrls.replace(capitalizedRun, (run) => {
    const words = run.split(/(?<=\s)(?=\S)/u);
    const first = words.findIndex((word) => !isWord(word.trim().toLowerCase()));
    if (first < 0 || first === words.length - 1) return run;
    return words.slice(0, first).join("") + replace(words.slice(first).join(""));
  });
  return {
    text: withoutNames,
    restore: (translated) =>
      names.reduce((result, name, index) => result.replace(placeholder(index), () => name), translated),
  };
};

/** Letters only, so that no engine splits a placeholder; none is a prefix of another. */
const placeholder = (index: number): string =>
  `Xq${[...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}zx`;
