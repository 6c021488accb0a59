const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Cuts a word that is wider than a line into pieces that fit and are of like width: whole graphemes only, behind a
 * separator of an address or a compound where one stands in the last two fifths of the piece.
 *
 * @param widthOf width of a text in the unit of `maxWidth`
 */
export const cutLongWord = (text: string, widthOf: (text: string) => number, maxWidth: number): string[] => {
  const filled = cutAt(text, widthOf, maxWidth);
  for (let width = widthOf(text) / filled.length; width < maxWidth; width += maxWidth / 20) {
    const even = cutAt(text, widthOf, width);
    if (even.length <= filled.length && even.every((piece) => widthOf(piece) <= maxWidth)) return even;
  }
  return filled;
};

const cutAt = (text: string, widthOf: (text: string) => number, maxWidth: number): string[] => {
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const pieces: string[] = [];
  let from = 0;
  while (from < letters.length) {
    let to = from + 1;
    while (to < letters.length && widthOf(letters.slice(from, to + 1).join("")) <= maxWidth) to++;
    if (to < letters.length) {
      const earliest = from + Math.ceil((to - from) * 0.6);
      for (let cut = to; cut >= earliest; cut--) {
        if (/[-/._?&=@:\u2010\u00AD]/u.test(letters[cut - 1] ?? "")) {
          to = cut;
          break;
        }
      }
    }
    pieces.push(letters.slice(from, to).join(""));
    from = to;
  }
  return pieces;
};
