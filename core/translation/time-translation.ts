import { wordSegments } from "../languages/word-segments.ts";
import { isUnspacedLanguage, writesCloseDash } from "../languages/writing.ts";
import { endsClause, isOpeningPunctuation, withDashes } from "../text/punctuation.ts";
import type { TimeSpan } from "../time/time-span.ts";
import { normalizeTimes, toEntries, withFullWidthPunctuation, withMarkGaps } from "../transcript/compose.ts";
import { splitPunctuation } from "../transcript/split-punctuation.ts";
import type { WordEntry } from "../transcript/word-entry.ts";

/** A word of the translation with its punctuation. */
interface Word {
  text: string;
  /** Estimated speaking time, in characters. */
  weight: number;
}

/** Added to the length of each word. */
const baseWordWeight = 1;
/** How many words a pause may be shifted to the end of a clause. */
const maxClauseShift = 2;

/**
 * Distributes the words of a translation over the time of its source, in proportion to their length, without words in
 * pauses. Punctuation has no duration.
 *
 * @param spoken spans without a pause, in order
 * @param language of the translation, a code of core/languages
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
  return normalizeTimes(withMarkGaps(pieces).flatMap(toEntries), spoken.at(-1)?.endSeconds ?? 0);
};

/** The space between digit groups of a number ("12 000,50"). */
const groupSpace = /(?<=(?<![\d.,])\d{1,3}(?: \d{3})*) (?=\d{3}(?!\d))/gu;
/** Symbols that belong to the number before them. */
const ofNumber = /^[%‰°٪]/u;

const splitWords = (text: string, language: string): Word[] => {
  const pieces = isUnspacedLanguage(language)
    ? wordSegments(withFullWidthPunctuation(text), language).map(({ segment }) => segment)
    : withDashes(text, writesCloseDash(language))
        .replace(groupSpace, "\u00a0")
        .split(/[^\S\u00a0]+/u);
  const words: Word[] = [];
  let prefix = "";
  for (const piece of pieces.filter((one) => one.trim() !== "")) {
    const last = words.at(-1);
    const isOfNumber = ofNumber.test(piece);
    const isMark = isOfNumber || splitPunctuation(piece).word === "";
    if (isOpeningPunctuation(piece)) prefix += piece;
    // Standalone punctuation, as in French, belongs to the previous word.
    else if (last && prefix === "" && isMark) last.text += isOfNumber ? `\u00a0${piece}` : piece;
    else {
      const whole = prefix + piece;
      words.push({ text: whole, weight: [...whole.normalize("NFC")].length + baseWordWeight });
      prefix = "";
    }
  }
  return words;
};

/** Assigns words to spans by length; pauses are shifted to the end of a nearby clause. */
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

/** Index of the first word after the pause at a weight. */
const boundaryIndex = (words: readonly Word[], from: number, weight: number): number => {
  let sum = 0;
  let at = 0;
  // A word belongs to the side of its middle.
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
