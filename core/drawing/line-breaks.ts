import type { CaptionUnit } from "../captions/caption-unit.ts";
import { balanceLines, greedyLineCount, type LineWord } from "../captions/lines.ts";
import { toLineWord } from "../captions/paginate.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import { splitLongWord, wordsOfEntry } from "./long-word.ts";
import type { TextTool } from "./text-tool.ts";
import { fittingScale, maxLineWidth, settingOf } from "./unit-setting.ts";

/** A word on a line, or a part of a word that is split over lines. */
export interface LineBreakUnit {
  unitIndex: number;
  text: string;
  hasSpaceBefore: boolean;
  /** Range of the word that it contains, 0 to 1. */
  part: { from: number; to: number };
}

interface BrokenPage {
  lines: LineBreakUnit[][];
  /** Scale of the font at which the lines fit. */
  scale: number;
}

const whole = { from: 0, to: 1 };

/** Minimum scale of a single word before it is split. Entries of several words shrink in steps. */
const minWordScale = 0.6;
const scaleStep = 0.05;
/** A word with more pieces than this shrinks further, because many short pieces are hard to read. */
const usualMaxPieces = 3;
const lettersPerPiece = 20;

/** Returns the width of a text in the font of its unit, at scale 1. */
type WidthOf = (text: string) => number;

const asLines = (pieces: readonly string[], scale: number): BrokenPage => {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let at = 0;
  const lines = pieces.map((text): LineBreakUnit[] => {
    const from = at / total;
    at += text.length;
    return [{ unitIndex: 0, text, hasSpaceBefore: false, part: { from, to: at / total } }];
  });
  return { lines, scale };
};

const lineWordsOf = (parts: readonly string[], widthOf: WidthOf): LineWord[] =>
  parts.map((part, index) => {
    const before = parts[index - 1] ?? "";
    return {
      width: widthOf(part.trim()),
      spaceWidth: before === "" ? 0 : widthOf(before) - widthOf(before.trim()),
      endsClause: false,
      noBreakBefore: false,
      noBreakAfter: false,
    };
  });

/** Breaks an entry of several words between them; null when that does not help. */
const breakEntry = (entry: string, widthOf: WidthOf, style: CaptionStyle): BrokenPage | null => {
  const parts = wordsOfEntry(entry);
  if (parts.length < 2) return null;
  const words = lineWordsOf(parts, widthOf);
  const widest = Math.max(...words.map(({ width }) => width));
  for (let scale = 1; scale > minWordScale - scaleStep / 2; scale -= scaleStep) {
    const maxWidth = maxLineWidth(style, scale);
    const lineCount = greedyLineCount(words, maxWidth / scale);
    const isLast = scale - scaleStep < minWordScale - scaleStep / 2;
    if (widest * scale > maxWidth || (lineCount > style.maxLines && !isLast)) continue;
    const starts = balanceLines(words, lineCount, maxWidth / scale);
    const lines = starts.map((start, line) =>
      parts
        .slice(start, starts[line + 1])
        .join("")
        .trim(),
    );
    return asLines(lines, scale);
  }
  return null;
};

const splitWord = (word: string, widthOf: WidthOf, style: CaptionStyle): BrokenPage => {
  const maxPieces = Math.max(style.maxLines, usualMaxPieces, word.length / lettersPerPiece);
  let scale = minWordScale;
  const split = (): string[] =>
    splitLongWord(word, (piece) => widthOf(piece) * scale, maxLineWidth(style, scale));
  let pieces = split();
  while (pieces.length > maxPieces) {
    scale *= 0.9;
    pieces = split();
  }
  // The pieces were split at a small scale and may fit at a larger one.
  return asLines(pieces, fittingScale(style, Math.max(...pieces.map(widthOf))));
};

/** Returns the lines of a word that is too wide for one line; null when a smaller scale is enough. */
const breakWord = (word: string, widthOf: WidthOf, style: CaptionStyle): BrokenPage | null => {
  const broken = breakEntry(word, widthOf, style);
  if (broken) return broken;
  const isTooWide = widthOf(word) * minWordScale > maxLineWidth(style, minWordScale);
  return isTooWide ? splitWord(word, widthOf, style) : null;
};

export const createLineBreaks = (style: CaptionStyle, text: TextTool) => {
  const maxWidth = maxLineWidth(style);

  /** Breaks a page into lines. The only word of a page may be split over lines, or need a smaller scale. */
  return (units: readonly CaptionUnit[]): BrokenPage => {
    const widthOf = (unit: CaptionUnit, piece: string): number =>
      text.measure(settingOf(unit, piece, style, 1, "ltr")).width;
    const words = units.map((unit) =>
      toLineWord(unit, () => ({ width: widthOf(unit, unit.text), spaceWidth: style.wordSpacingPx })),
    );
    const only = units.length === 1 ? units[0] : undefined;
    if (only && (words[0]?.width ?? 0) > maxWidth) {
      const broken = breakWord(only.text, (piece) => widthOf(only, piece), style);
      if (broken) return broken;
    }
    const lineCount = Math.min(style.maxLines, greedyLineCount(words, maxWidth));
    const starts = balanceLines(words, lineCount, maxWidth);
    const lines = starts.map((start, line) =>
      units.slice(start, starts[line + 1] ?? units.length).map((unit, index) => ({
        unitIndex: start + index,
        text: unit.text,
        hasSpaceBefore: index > 0 && unit.spaceBefore,
        part: whole,
      })),
    );
    return { lines, scale: 1 };
  };
};
