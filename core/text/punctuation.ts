/** Whether a word ends a clause, where a line or a page may end. */
export const endsClause = (text: string): boolean => /[,;:،؛、，；：–—]["'”’»)\]」』）]*$/u.test(text);

/** Whether a word trails off or is broken off with a dash: a sentence without an end. */
export const trailsOff = (text: string): boolean => /(?:\.\.|…|—)["'”’»)]*$/u.test(text);

export const hasQuestionMark = (text: string): boolean => /[?？؟՞፧]/u.test(text);
export const hasExclamationMark = (text: string): boolean => /[!！]/u.test(text);

/** Whether a text is only opening brackets, quotes, and inverted marks, which belong to the next word. */
export const isOpeningPunctuation = (text: string): boolean => /^[\p{Ps}\p{Pi}¿¡]+$/u.test(text);

/**
 * Makes hyphens between spaces dashes: "I think - well".
 *
 * @param isCloseDash whether the language writes a long dash without spaces, so that one with them is a short one, too
 */
export const withDashes = (text: string, isCloseDash: boolean): string =>
  text.replace(isCloseDash ? /(?<!\S)(?:-{1,2}|—)(?!\S)/gu : /(?<!\S)-{1,2}(?!\S)/gu, "–");

/** Removes the punctuation that ends a statement or a clause. */
export const withoutFinalPunctuation = (text: string): string =>
  text.replace(/[.。।॥۔།။។։,،，、;；:：]+$/u, "");

/** Adds the inverted mark to a Spanish question or exclamation that has lost it, and removes one whose end is missing. */
export const withInvertedMarks = (text: string): string =>
  (["¿?", "¡!"] as const).reduce((line, [inverted = "", mark = ""]) => {
    const [isOpened, isClosed] = [line.includes(inverted), line.includes(mark)];
    if (isOpened && !isClosed) return line.replaceAll(inverted, "");
    return isClosed && !isOpened ? `${inverted}${line}` : line;
  }, text);

/** Removes quotation marks of which one is missing: what is quoted goes on before or after the text. */
export const withoutUnpairedQuotes = (text: string): string =>
  // After a digit, it means inches.
  [/(?<!\d)"/gu, /[“”„]/gu, /[«»]/gu, /[「」『』]/gu].reduce(
    (line, marks) => ((line.match(marks)?.length ?? 0) % 2 === 0 ? line : line.replace(marks, "")),
    text,
  );
