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
