import { type CaptionUnit, textAsWritten } from "../captions/caption-unit.ts";
import { divideAtLeastCost } from "../captions/least-cost-division.ts";
import { prefixSums, rangeSum } from "../prefix-sums.ts";

/** Two lines of 42 characters for at most 7 s, as in broadcasters' guidelines. */
const maxLineWidth = 42;
const maxCueWidth = 2 * maxLineWidth;
const maxCueSeconds = 7;
/** A shorter cue costs more, because its viewers would hardly read it. */
const shortCueSeconds = 1;

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
  return divideAtLeastCost(phrase, (from) => {
    const costs: number[] = [];
    // Of the first line, with as many units as fit.
    let lineEnd = from + 1;
    for (let to = from + 1; to <= phrase.length; to += 1) {
      if (to > lineEnd && width(from, to) <= maxLineWidth) lineEnd = to;
      const seconds = secondsBetween(phrase[from], phrase[to - 1]);
      const fits = width(lineEnd, to) <= maxLineWidth && seconds <= maxCueSeconds;
      if (to > from + 1 && !fits) break;
      costs.push(costOf(width(from, to), seconds) + (to < phrase.length ? endCost(phrase, to) : 0));
    }
    return costs;
  });
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
  if (width(0, units.length) <= maxLineWidth || units.length < 2) return [textAsWritten(units)];
  let best = { at: 1, cost: Number.POSITIVE_INFINITY };
  for (let at = 1; at < units.length; at += 1) {
    const widest = Math.max(width(0, at), width(at, units.length));
    // In characters: for a better place, a line may be longer.
    const cost = widest + 20 * endCost(units, at) + (widest > maxLineWidth ? 1000 : 0);
    if (cost < best.cost) best = { at, cost };
  }
  return [textAsWritten(units.slice(0, best.at)), textAsWritten(units.slice(best.at))];
};
