/**
 * Characters that must not start a line, and characters that must not end one, in text without spaces.
 * Source: JIS X 4051 and W3C "Requirements for Japanese Text Layout" (cl-01 to cl-11), with Thai and Lao repetition marks.
 */
const neverFirst =
  /^[、。，．,.!?！？：；:;)\]}）」』】》〉〕｝〗〙〛”’»…‥・゠ー～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ゛゜％‰℃ๆฯໆ།་]/u;
const neverLast = /[（「『【《〈〔｛〖〘〚“‘«¿¡([{$¥￥＄£€＃]$/u;

/** Whether no line break is allowed between two words without a space between them. */
export const isNoBreakBetween = (before: string, after: string): boolean =>
  neverFirst.test(after) || neverLast.test(before);

/** Whether `after` is a particle or an ending in hiragana of the kanji or katakana before it: 三秒 + で, 良 + い. */
export const isEndedBy = (before: string, after: string): boolean =>
  /[\p{sc=Han}\p{sc=Katakana}ー]$/u.test(before) && /^\p{sc=Hiragana}{1,2}$/u.test(after);

/** Articles, prepositions and conjunctions of English, Spanish, French, German, Italian and Portuguese. */
const functionWords = new Set(
  (
    "a an the of to in on at by for with from and or but if as is are was my your his her its our their this that i than into were be " +
    "el la los las un una de del al en y o que con por para se le lo les des du et ou à au aux dans sur pour par ne je " +
    "der die das ein eine den dem und oder zu im am mit von auf il i gli di da e o per che os as do da dos das em no na um uma"
  ).split(" "),
);

/** Whether a line should not end with this word. */
export const isNoBreakAfter = (text: string): boolean => functionWords.has(text.toLowerCase());
