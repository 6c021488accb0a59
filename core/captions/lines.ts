/** The properties of a word that line breaking needs. Widths are in any one unit. */
export interface LineWord {
  width: number;
  /** Width of the space before it unless it starts a line; 0 for scripts without spaces. */
  spaceWidth: number;
  endsClause: boolean;
  /** Whether a line should not begin with it. */
  noBreakBefore: boolean;
  /** Whether a line should not end with it: a short word such as "the" or "of". */
  noBreakAfter: boolean;
}

export const lineWidth = (words: readonly LineWord[], from: number, to: number): number => {
  let width = 0;
  for (let index = from; index < to; index++) {
    const word = words[index];
    if (word) width += word.width + (index > from ? word.spaceWidth : 0);
  }
  return width;
};

/** Returns the number of lines of a greedy line break. A word wider than a line has a separate line. */
export const greedyLineCount = (words: readonly LineWord[], maxWidth: number): number => {
  let lines = 0;
  let from = 0;
  while (from < words.length) {
    let to = from + 1;
    while (to < words.length && lineWidth(words, from, to + 1) <= maxWidth) to++;
    const full = to;
    while (to > from + 1 && words[to]?.noBreakBefore) to--;
    lines++;
    from = words[to]?.noBreakBefore ? full : to;
  }
  return lines;
};

/**
 * Breaks words into exactly `lineCount` lines of similar width (fewer lines for fewer words). Minimizes the sum of
 * squared widths, prefers line ends at clause ends, and avoids them after short words; of equal results, the one with
 * the longer last line is used. Dynamic programming as in Knuth and Plass, "Breaking Paragraphs into Lines" (1981),
 * with widths as the badness.
 *
 * @returns the index of the first word of each line
 */
export const balanceLines = (
  words: readonly LineWord[],
  lineCount: number,
  maxWidth = Number.POSITIVE_INFINITY,
): number[] => {
  const count = Math.min(Math.max(1, lineCount), Math.max(1, words.length));
  const total = lineWidth(words, 0, words.length) || 1;
  const costOf = (from: number, to: number): number => {
    const width = lineWidth(words, from, to) / total;
    const last = words[to - 1];
    let cost = width * width;
    if (lineWidth(words, from, to) > maxWidth) cost += 10;
    if (to < words.length && last?.endsClause) cost -= 0.06;
    if (to < words.length && last?.noBreakAfter) cost += 0.04;
    if (words[to]?.noBreakBefore) cost += 5;
    return cost;
  };
  // best[k][i]: minimum cost of the first i words in k lines; start[k][i]: first word of the last of these lines.
  const best = Array.from({ length: count + 1 }, () =>
    new Array<number>(words.length + 1).fill(Number.POSITIVE_INFINITY),
  );
  const start = Array.from({ length: count + 1 }, () => new Array<number>(words.length + 1).fill(0));
  (best[0] as number[])[0] = 0;
  for (let line = 1; line <= count; line++) {
    for (let to = line; to <= words.length; to++) {
      for (let from = line - 1; from < to; from++) {
        const cost = (best[line - 1]?.[from] ?? Number.POSITIVE_INFINITY) + costOf(from, to);
        if (cost < (best[line]?.[to] ?? 0) - 1e-9) {
          (best[line] as number[])[to] = cost;
          (start[line] as number[])[to] = from;
        }
      }
    }
  }
  const starts: number[] = [];
  let to = words.length;
  for (let line = count; line >= 1; line--) {
    to = start[line]?.[to] ?? 0;
    starts.unshift(to);
  }
  return starts;
};
