/** Words as they are compared: compatibility forms folded, lower case, without punctuation. */
export const plainWords = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{N}\p{M}']+/gu, " ")
    .trim()
    .split(" ")
    .filter((word) => word !== "");

/** Word error rate: insertions, deletions and substitutions over the reference's words (Levenshtein distance). */
export const wordErrorRate = (reference: string, recognized: string): number => {
  const referenceWords = plainWords(reference);
  const got = plainWords(recognized);
  let row = got.map((_, index) => index + 1);
  row.unshift(0);
  for (const [i, word] of referenceWords.entries()) {
    const next = [i + 1];
    for (const [j, other] of got.entries()) {
      const substituted = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / referenceWords.length;
};
