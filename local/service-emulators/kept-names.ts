/** Addresses, handles and tags: none of them is a word. */
const addresses =
  /(?:https?:\/\/|www\.)\S*[\p{L}\p{N}/]|[\w.+-]+@[\w-]+\.[\w.]*\w|(?<![\p{L}\p{N}])[*#@]\p{L}[\p{L}\p{N}_]*/gu;
/** Words with capitals, one behind the other: "Valentino Rossi", but also "Mar Rojo". */
const capitals = /\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)+/gu;

/** All words of such runs, in small letters: a dictionary tells which of them are words. */
export const wordsOfNames = (text: string): string[] => [
  ...new Set([...text.matchAll(capitals)].flatMap(([run]) => run.toLowerCase().split(/\s+/u))),
];

/**
 * A text in which whatever must not be translated is a word of no language, and the way back: a dictionary makes
 * "Valentino Vermelhos" of Valentino Rossi. A run of capitals is a name from its first word on that is no word.
 *
 * @param isWord whether the language has a word, in small letters
 */
export const withKeptNames = (
  text: string,
  isWord: (word: string) => boolean,
): { text: string; restored: (translated: string) => string } => {
  const kept: string[] = [];
  const keep = (name: string): string => {
    kept.push(name);
    return placeholder(kept.length - 1);
  };
  const withoutAddresses = text.replace(addresses, keep);
  const hidden = withoutAddresses.replace(capitals, (run) => {
    const parts = run.split(/(?<=\s)(?=\S)/u);
    const from = parts.findIndex((part) => !isWord(part.trim().toLowerCase()));
    if (from < 0 || from === parts.length - 1) return run;
    return parts.slice(0, from).join("") + keep(parts.slice(from).join(""));
  });
  return {
    text: hidden,
    restored: (translated) =>
      kept.reduce((result, name, index) => result.replace(placeholder(index), () => name), translated),
  };
};

/** Letters only, so that no engine parts it, and none is the beginning of another. */
const placeholder = (index: number): string =>
  `Xq${[...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}zx`;
