import { languageOrDefault } from "../languages/languages.ts";

/** Scripts whose words stand without spaces between them. */
const unspacedCharacter =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\u3000-\u303F\u30FC\uFF00-\uFFEF]/u;

/** Whether a character belongs to a script that is written without spaces, or to its marks. */
export const isUnspaced = (character: string): boolean => unspacedCharacter.test(character);

export const isUnspacedLanguage = (language: string | null): boolean =>
  languageOrDefault(language).spacing === "none";

export const isRightToLeftLanguage = (language: string | null): boolean =>
  languageOrDefault(language).direction === "rtl";

/** Scripts without spaces between words that yet set numbers and foreign words apart. Source: Royal Society of Thailand. */
const southEastAsian = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const foreignWord = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}0-9%°]/u;

const setsApart = (own: string, other: string): boolean =>
  southEastAsian.test(own) && foreignWord.test(other);

const lastCharacter = (text: string): string => [...text].at(-1) ?? "";
const firstCharacter = (text: string): string => [...text][0] ?? "";

/**
 * Whether a space stands between two neighbouring words. The language decides; characters decide where a word of
 * another script is quoted ("iPhone を" is written together, "Hello World" inside Japanese is not).
 */
export const isSpaceBetween = (before: string, after: string, language: string | null): boolean => {
  const [last, first] = [lastCharacter(before), firstCharacter(after)];
  if (setsApart(last, first) || setsApart(first, last)) return true;
  const left = isUnspaced(last);
  const right = isUnspaced(first);
  if (language !== null && !isUnspacedLanguage(language)) return !(left && right);
  return !left && !right && !(language !== null && isPiece(before) && isPiece(after));
};

/** Transcripts of languages without spaces may come character by character: 2, 0, 2, 4. */
const isPiece = (text: string): boolean => /^[\p{sc=Latin}\p{Nd}]$/u.test(text);

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
