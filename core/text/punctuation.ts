/** Whether a word ends a clause, where a line or a page may end. */
export const endsClause = (text: string): boolean => /[,;:،؛、，；：–—]["'”’»)\]」』）]*$/u.test(text);

/** Whether a word trails off or is broken off with a dash: a sentence without an end. */
export const trailsOff = (text: string): boolean => /(?:\.\.|…|—)["'”’»)]*$/u.test(text);

export const hasQuestionMark = (text: string): boolean => /[?？؟՞፧]/u.test(text);
export const hasExclamationMark = (text: string): boolean => /[!！]/u.test(text);

/** Whether a text is only opening brackets, quotes, and inverted marks, which belong to the next word. */
export const isOpeningPunctuation = (text: string): boolean => /^[\p{Ps}\p{Pi}¿¡]+$/u.test(text);

/** Removes the punctuation that ends a statement or a clause. */
export const withoutFinalPunctuation = (text: string): string =>
  text.replace(/[.。।॥۔།။។։,،，、;；:：]+$/u, "");
