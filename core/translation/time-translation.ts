import { wordSegments } from "../languages/word-segments.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { endsClause } from "../text/scripts.ts";
import type { TimeSpan } from "../time/time-span.ts";
import { normalizeTimes, toEntries, withFullWidthPunctuation } from "../transcript/compose.ts";
import { splitPunctuation } from "../transcript/split-punctuation.ts";
import type { WordEntry } from "../transcript/word-entry.ts";

/** A word of the translation with the marks that touch it. */
interface Word {
  text: string;
  /** How long it takes to say, in characters. */
  weight: number;
}

/** The breath that every word takes, however short. */
const baseWordWeight = 1;
/** How many words a pause may be moved by, so that it falls behind a clause. */
const maxClauseShift = 2;

/**
 * The words and marks of a translated sentence, spread over where the sentence was spoken: in order, in proportion to
 * their length, none in a pause of the speaker's; marks take no time.
 *
 * @param spoken stretches without a pause, seconds, in order
 * @param language of the text, a code of core/languages
 */
export const timeTranslation = (
  text: string,
  spoken: readonly TimeSpan[],
  language: string,
  confidence: number,
): WordEntry[] => {
  const words = splitWords(text, language);
  const pieces = distributeWords(words, spoken).flatMap(({ span, words: own }) => {
    const total = own.reduce((sum, word) => sum + word.weight, 0);
    const secondsPerWeight = (span.endSeconds - span.startSeconds) / total;
    let at = span.startSeconds;
    return own.map((word) => {
      const startSeconds = at;
      at += word.weight * secondsPerWeight;
      return { text: word.text, startSeconds, endSeconds: Math.min(at, span.endSeconds), confidence };
    });
  });
  return normalizeTimes(pieces.flatMap(toEntries), spoken.at(-1)?.endSeconds ?? 0);
};

/** Between the thousands of "12 000,50", which is one number. */
const groupSpace = /(?<=(?<![\d.,])\d{1,3}(?: \d{3})*) (?=\d{3}(?!\d))/gu;
/** What ends the number before it. */
const ofNumber = /^[%‰°٪]/u;
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u;

const splitWords = (text: string, language: string): Word[] => {
  const written = isUnspacedLanguage(language)
    ? wordSegments(withFullWidthPunctuation(text), language).map(({ segment }) => segment)
    : text.replace(groupSpace, "\u00a0").split(/[^\S\u00a0]+/u);
  const words: Word[] = [];
  let prefix = "";
  for (const piece of written.filter((one) => one.trim() !== "")) {
    const last = words.at(-1);
    const isMark = splitPunctuation(piece).word === "" || ofNumber.test(piece);
    if (opening.test(piece)) prefix += piece;
    // A mark that stands alone, as before a French "?", belongs to the word before it.
    else if (last && prefix === "" && isMark) last.text += piece;
    else {
      const whole = prefix + piece;
      words.push({ text: whole, weight: [...whole.normalize("NFC")].length + baseWordWeight });
      prefix = "";
    }
  }
  return words;
};

/** Which words fall into which stretch: by length, with a pause behind a clause where one ends close by. */
const distributeWords = (
  words: readonly Word[],
  spoken: readonly TimeSpan[],
): { span: TimeSpan; words: readonly Word[] }[] => {
  const seconds = spoken.map((span) => Math.max(0.001, span.endSeconds - span.startSeconds));
  const allSeconds = seconds.reduce((sum, one) => sum + one, 0);
  const allWeight = words.reduce((sum, word) => sum + word.weight, 0);
  const result: { span: TimeSpan; words: readonly Word[] }[] = [];
  let from = 0;
  let elapsed = 0;
  spoken.forEach((span, index) => {
    elapsed += seconds[index] ?? 0;
    const isLast = index === spoken.length - 1;
    const to = isLast ? words.length : boundaryIndex(words, from, (elapsed / allSeconds) * allWeight);
    if (to > from) result.push({ span, words: words.slice(from, to) });
    from = to;
  });
  return result;
};

/** The first word behind the pause that comes after `weight` of the whole. */
const boundaryIndex = (words: readonly Word[], from: number, weight: number): number => {
  let sum = 0;
  let at = 0;
  // A word goes to the side on which its middle lies.
  while (at < words.length && sum + (words[at]?.weight ?? 0) / 2 <= weight) {
    sum += words[at]?.weight ?? 0;
    at += 1;
  }
  at = Math.max(at, from);
  for (let distance = 0; distance <= maxClauseShift; distance += 1) {
    for (const candidate of [at - distance, at + distance]) {
      const before = words[candidate - 1];
      if (candidate > from && candidate < words.length && before && endsClause(before.text)) return candidate;
    }
  }
  return at;
};
