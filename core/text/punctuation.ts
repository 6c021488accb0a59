const closingMarks = /["'”’»›)\]}」』）】]+$/u;
const sentenceFinal = /[!?…。！？｡؟۔।॥။។]$/u;
const initial = /(^|\.)\p{L}\.$/u;
/** English, Spanish, French and German abbreviations that end with a full stop. */
const abbreviation =
  /^(mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|e\.g|i\.e|no|fig|inc|ltd|co|gen|col|sgt|rev|hon|sra|dra|mme|mlle|bzw|ca|z\.b|u\.a)\.$/i;

/** Whether a word ends a sentence; "Mr.", "U.S." and initials do not. */
export const endsSentence = (text: string): boolean => {
  const bare = text.replace(closingMarks, "");
  if (sentenceFinal.test(bare)) return true;
  return bare.endsWith(".") && !abbreviation.test(bare) && !initial.test(bare);
};

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
