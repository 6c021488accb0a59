/** Scripts that are written without spaces between words, and their punctuation. */
const unspacedCharacter =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\u3000-\u303F\u30FC\uFF00-\uFFEF]/u;

/** Whether a character belongs to a script that is written without spaces, or to its punctuation. */
export const isUnspaced = (character: string): boolean => unspacedCharacter.test(character);

/**
 * Returns the share of a page that a word takes, in words. In unspaced scripts a recognized "word" may be a single
 * character, so that characters are counted: 2.5 of Chinese or Japanese, 5 of Thai, Lao, Khmer, Myanmar or Tibetan count
 * as one word.
 */
export const wordWeight = (text: string): number => {
  let weight = 0;
  for (const character of text) {
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30FC]/u.test(character)) weight += 1 / 2.5;
    else if (unspacedCharacter.test(character) && /\p{L}/u.test(character)) weight += 1 / 5;
  }
  // An entry of several words counts as several.
  return weight === 0 ? text.split(" ").length : weight;
};
