import type { CaptionUnit } from "../captions/caption-unit.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";

/** Two lines of 42 characters for at most 7 s, as in broadcasters' guidelines. */
const maxLineWidth = 42;
const maxCueWidth = 2 * maxLineWidth;
const maxCueSeconds = 7;
/** A shorter cue costs more, because its viewers would hardly read it. */
const shortCueSeconds = 1;

export const textOf = (units: readonly CaptionUnit[]): string =>
  units.map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text)).join("");

/** Reading width in Latin characters; a Chinese or Japanese character counts 2.5. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) {
    width += /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u.test(character)
      ? 2.5
      : 1;
  }
  return width;
};

/** Returns the widths of ranges of units: sums of the widths of units with the spaces between them. */
const rangeWidths = (units: readonly CaptionUnit[]): ((from: number, to: number) => number) => {
  const spaceOf = (unit: CaptionUnit | undefined): number => (unit?.spaceBefore ? 1 : 0);
  const sums = prefixSums(units.map((unit) => spaceOf(unit) + widthOf(unit.text)));
  return (from, to) => rangeSum(sums, from, to) - (to > from ? spaceOf(units[from]) : 0);
};

/**
 * Divides a phrase into cues with the minimum total cost. Each costs 1, the square of its unused share, and more if it is short or
 * ends with a word that belongs to the next one; less if it ends with a clause.
 */
export const dividePhrase = (phrase: readonly CaptionUnit[]): CaptionUnit[][] => {
  const width = rangeWidths(phrase);
  const best = new Array<number>(phrase.length + 1).fill(Number.POSITIVE_INFINITY);
  const start = new Array<number>(phrase.length + 1).fill(0);
  best[0] = 0;
  for (let from = 0; from < phrase.length; from += 1) {
    // Of the first line, with as many units as fit.
    let lineEnd = from + 1;
    for (let to = from + 1; to <= phrase.length; to += 1) {
      if (to > lineEnd && width(from, to) <= maxLineWidth) lineEnd = to;
      const seconds = secondsBetween(phrase[from], phrase[to - 1]);
      const fits = width(lineEnd, to) <= maxLineWidth && seconds <= maxCueSeconds;
      if (to > from + 1 && !fits) break;
      const own = costOf(width(from, to), seconds) + (to < phrase.length ? endCost(phrase, to) : 0);
      const cost = (best[from] ?? 0) + own;
      if (cost < (best[to] ?? 0) - 1e-9) [best[to], start[to]] = [cost, from];
    }
  }
  const cues: CaptionUnit[][] = [];
  for (let to = phrase.length; to > 0; to = start[to] ?? 0) cues.unshift(phrase.slice(start[to] ?? 0, to));
  return cues;
};

const secondsBetween = (first: CaptionUnit | undefined, last: CaptionUnit | undefined): number =>
  (last?.endSeconds ?? 0) - (first?.startSeconds ?? 0);

const costOf = (width: number, seconds: number): number => {
  const unused = Math.max(0, 1 - width / maxCueWidth);
  return 1 + 0.8 * unused * unused + (seconds < shortCueSeconds ? 0.5 : 0);
};

/** Of a break before a unit. */
const endCost = (units: readonly CaptionUnit[], at: number): number =>
  (units[at - 1]?.endsClause ? -0.4 : 0) +
  (units[at - 1]?.noBreakAfter ? 0.6 : 0) +
  (units[at]?.noBreakBefore ? 3 : 0);

/** One line, or two lines of similar width: up to 42 characters if possible, the first not with a word at its end that belongs to the next. */
export const cueLines = (units: readonly CaptionUnit[]): string[] => {
  const width = rangeWidths(units);
  if (width(0, units.length) <= maxLineWidth || units.length < 2) return [textOf(units)];
  let best = { at: 1, cost: Number.POSITIVE_INFINITY };
  for (let at = 1; at < units.length; at += 1) {
    const widest = Math.max(width(0, at), width(at, units.length));
    // In characters: for a better place, a line may be longer.
    const cost = widest + 20 * endCost(units, at) + (widest > maxLineWidth ? 1000 : 0);
    if (cost < best.cost) best = { at, cost };
  }
  return [textOf(units.slice(0, best.at)), textOf(units.slice(best.at))];
};
