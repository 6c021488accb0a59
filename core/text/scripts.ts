/** Scripts whose words stand without spaces between them. */
const unspacedCharacter =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\u3000-\u303F\u30FC\uFF00-\uFFEF]/u;

/** Whether a character belongs to a script that is written without spaces, or to its marks. */
export const isUnspaced = (character: string): boolean => unspacedCharacter.test(character);

/**
 * Signs that begin no line, and signs that end none, where no space parts words.
 * Source: JIS X 4051 and W3C "Requirements for Japanese Text Layout" (cl-01 to cl-11), with Thai and Lao repetition marks.
 */
const neverFirst =
  /^[、。，．,.!?！？：；:;)\]}）」』】》〉〕｝〗〙〛”’»…‥・゠ー～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ゛゜％‰℃ๆฯໆ།་]/u;
const neverLast = /[（「『【《〈〔｛〖〘〚“‘«¿¡([{$¥￥＄£€＃]$/u;

/** Whether a line may not be broken between two words that no space parts. */
export const isNoBreakBetween = (before: string, after: string): boolean =>
  neverFirst.test(after) || neverLast.test(before);

/** A particle or an ending in hiragana belongs to the kanji or katakana before it: 三秒 + で, 良 + い. */
export const isEndedBy = (before: string, after: string): boolean =>
  /[\p{sc=Han}\p{sc=Katakana}ー]$/u.test(before) && /^\p{sc=Hiragana}{1,2}$/u.test(after);

/**
 * How much of a page a word fills, counted in words. In unspaced scripts a recogniser's "word" may be one character,
 * so characters are counted: 2.5 of Chinese or Japanese, 5 of Thai, Lao, Khmer, Myanmar or Tibetan make one word.
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

const abbreviation =
  /^(mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|e\.g|i\.e|no|fig|inc|ltd|co|gen|col|sgt|rev|hon|sra|dra|mme|mlle|bzw|ca|z\.b|u\.a)\.$/i;

/** Whether a sentence ends with this word; "Mr.", "U.S." and initials do not end one. */
export const endsSentence = (text: string): boolean => {
  const bare = text.replace(/["'”’»›)\]}」』）】]+$/u, "");
  if (/[!?…。！？｡؟۔।॥။។]$/u.test(bare)) return true;
  if (!bare.endsWith(".")) return false;
  return !abbreviation.test(bare) && !/(^|\.)\p{L}\.$/u.test(bare);
};

/** Whether a clause ends with this word: a good place for a line or a page to end. */
export const endsClause = (text: string): boolean => /[,;:،؛、，；：–—]["'”’»)\]」』）]*$/u.test(text);

/** Small words that lean on the next one: a line should not end with them. */
const leaning = new Set(
  (
    "a an the of to in on at by for with from and or but if as is are was my your his her its our their this that i than into were be " +
    "el la los las un una de del al en y o que con por para se le lo les des du et ou à au aux dans sur pour par ne je " +
    "der die das ein eine den dem und oder zu im am mit von auf il i gli di da e o per che os as do da dos das em no na um uma"
  ).split(" "),
);

export const isNoBreakAfter = (text: string): boolean => leaning.has(text.toLowerCase());
