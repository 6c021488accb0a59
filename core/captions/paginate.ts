import { wordWeight } from "../text/scripts.ts";
import type { CaptionUnit } from "./caption-unit.ts";
import { gapBetween, groupUnits } from "./group-units.ts";
import { divideAtLeastCost } from "./least-cost-division.ts";
import { greedyLineCount, type LineWord } from "./lines.ts";

/** A longer pause ends the page and removes it from the screen. */
export const pauseSeconds = 0.6;
/** During a shorter gap the page stays on screen, and its last word stays highlighted, until the next word. */
export const bridgedGapSeconds = 0.3;

/**
 * Maximum width of a word on a page with other words, in line widths. A wider word shares its page only if the page
 * shrinks slightly: otherwise a word such as "I" would be alone on a page for a tenth of a second.
 */
const maxSharedWidth = 1.2;

export interface PageRules {
  /** Maximum number of words on a page, within the range of the orientation. */
  maxWords: number;
  maxLines: number;
  maxLineWidth: number;
  /** Returns the widths of a word and of the space before it, in the unit of `maxLineWidth`. */
  measure: (unit: CaptionUnit) => { width: number; spaceWidth: number };
}

export interface CaptionPage {
  units: CaptionUnit[];
  startSeconds: number;
  /**
   * When the page leaves the screen: at the start of the next page after a short gap, else at the end of its last word.
   */
  endSeconds: number;
}

/** Limits displayWords to the range of the specification: 6 to 12 for horizontal frames, 1 to 6 for others. */
export const clampDisplayWords = (words: number, isHorizontal: boolean): number =>
  isHorizontal ? Math.min(12, Math.max(6, words)) : Math.min(6, Math.max(1, words));

export const toLineWord = (unit: CaptionUnit, measure: PageRules["measure"]): LineWord => {
  const { width, spaceWidth } = measure(unit);
  return {
    width,
    spaceWidth: unit.spaceBefore ? spaceWidth : 0,
    endsClause: unit.endsClause,
    noBreakBefore: unit.noBreakBefore,
    noBreakAfter: unit.noBreakAfter,
  };
};

/**
 * Splits a phrase into pages with the minimum total cost. Each page costs 1, plus the square of its unused share, plus
 * a penalty for each clause that ends within the page, for a page that must shrink, and for a page that ends at a bad
 * position.
 */
const pagesOfPhrase = (phrase: readonly CaptionUnit[], rules: PageRules): CaptionUnit[][] => {
  const words = phrase.map((unit) => toLineWord(unit, rules.measure));
  const weights = phrase.map((unit) => wordWeight(unit.text));
  return divideAtLeastCost(phrase, (from) => {
    const costs: number[] = [];
    let weight = 0;
    let clauses = 0;
    for (let to = from + 1; to <= phrase.length; to++) {
      weight += weights[to - 1] ?? 1;
      if (to > from + 1 && words[to - 2]?.endsClause) clauses++;
      const isAlone = to === from + 1;
      // A word wider than a line is shrunk or split, and adjacent words shrink with it, up to a limit.
      const widest = Math.max(...words.slice(from, to).map(({ width }) => width)) / rules.maxLineWidth;
      if (!isAlone && widest > maxSharedWidth) break;
      const fits =
        weight <= rules.maxWords + 1e-9 &&
        greedyLineCount(words.slice(from, to), rules.maxLineWidth) <= rules.maxLines;
      if (!fits && !isAlone) break;
      const free = Math.max(0, 1 - weight / rules.maxWords);
      const shrinking = widest > 1 && !isAlone ? 0.4 : 0;
      costs.push(1 + 0.8 * free * free + 0.6 * clauses + shrinking + endCost(phrase, words, to));
    }
    return costs;
  });
};

const endCost = (phrase: readonly CaptionUnit[], words: readonly LineWord[], to: number): number => {
  if (to === phrase.length) return 0;
  let cost = 0;
  if (words[to - 1]?.endsClause) cost -= 0.3;
  if (words[to - 1]?.noBreakAfter) cost += 0.8;
  if (words[to]?.noBreakBefore) cost += 3;
  const [before, after] = [phrase[to - 1], phrase[to]];
  if (before && after && gapBetween(before, after) > bridgedGapSeconds) cost -= 0.3;
  return cost;
};

/**
 * Returns the pages of a transcript in order of time. Between `endSeconds` and the next `startSeconds` nothing is
 * shown.
 */
export const paginate = (units: readonly CaptionUnit[], rules: PageRules): CaptionPage[] => {
  // A page always ends at the end of a sentence and at a pause.
  const phrases = groupUnits(
    units,
    (before, after) => before.endsSentence || gapBetween(before, after) > pauseSeconds,
  );
  const pages = phrases
    .flatMap((phrase) => pagesOfPhrase(phrase, rules))
    .map((page) => ({
      units: page,
      startSeconds: page[0]?.startSeconds ?? 0,
      endSeconds: Math.max(...page.map((unit) => unit.endSeconds)),
    }));
  return pages.map((page, index) => {
    const next = pages[index + 1];
    if (!next || next.startSeconds - page.endSeconds > bridgedGapSeconds) return page;
    return { ...page, endSeconds: next.startSeconds };
  });
};
