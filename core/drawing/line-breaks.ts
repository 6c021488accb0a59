import type { CaptionUnit } from "../captions/caption-unit.ts";
import { balanceLines, greedyLineCount, type LineWord } from "../captions/lines.ts";
import { toLineWord } from "../captions/paginate.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import { cutLongWord, wordsOfEntry } from "./long-word.ts";
import type { TextTool } from "./text-tool.ts";
import { fittingScale, maxLineWidth, settingOf } from "./unit-setting.ts";

/** A word on a line, or a part of one that has several lines. */
export interface LineBreakUnit {
  unitIndex: number;
  text: string;
  hasSpaceBefore: boolean;
  /** Which part of the word it is, 0 to 1. */
  part: { from: number; to: number };
}

interface BrokenPage {
  lines: LineBreakUnit[][];
  /** Size at which the lines fit, of the font size. */
  scale: number;
}

const whole = { from: 0, to: 1 };

/** A single word is shrunk down to this part of the font size before it is cut, in steps where words could be parted. */
const smallestWordScale = 0.6;
const scaleStep = 0.05;
/** It shrinks on when it would have more pieces than these: words in bits are hard to read. */
const fewestPieces = 3;
const lettersPerPiece = 20;

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

export const createLineBreaks = (style: CaptionStyle, text: TextTool) => {
  const room = maxLineWidth(style);

  /** An entry of several words, between them; null where that is no help. */
  const betweenWords = (unit: CaptionUnit, widthOf: (piece: string) => number): BrokenPage | null => {
    const parts = wordsOfEntry(unit.text);
    if (parts.length < 2) return null;
    const words = parts.map((part, index): LineWord => {
      const before = parts[index - 1] ?? "";
      return {
        width: widthOf(part.trim()),
        spaceWidth: before === "" ? 0 : widthOf(before) - widthOf(before.trim()),
        endsClause: false,
        noBreakBefore: false,
        noBreakAfter: false,
      };
    });
    const widest = Math.max(...words.map(({ width }) => width));
    for (let scale = 1; scale > smallestWordScale - scaleStep / 2; scale -= scaleStep) {
      const roomHere = maxLineWidth(style, scale);
      const lineCount = greedyLineCount(words, roomHere / scale);
      const isLast = scale - scaleStep < smallestWordScale - scaleStep / 2;
      if (widest * scale > roomHere || (lineCount > style.maxLines && !isLast)) continue;
      const starts = balanceLines(words, lineCount, roomHere / scale);
      const pieces = starts.map((start, line) =>
        parts
          .slice(start, starts[line + 1])
          .join("")
          .trim(),
      );
      return asLines(pieces, scale);
    }
    return null;
  };

  const cutWord = (unit: CaptionUnit, widthOf: (piece: string) => number): BrokenPage => {
    const most = Math.max(style.maxLines, fewestPieces, unit.text.length / lettersPerPiece);
    let scale = smallestWordScale;
    const cut = (): string[] =>
      cutLongWord(unit.text, (piece) => widthOf(piece) * scale, maxLineWidth(style, scale));
    let pieces = cut();
    while (pieces.length > most) {
      scale *= 0.9;
      pieces = cut();
    }
    // Cut at a small size, the pieces are as large as they fit.
    return asLines(pieces, fittingScale(style, Math.max(...pieces.map(widthOf))));
  };

  /** Breaks a page into lines. A word that has a page of its own may have several, or be too wide at scale 1. */
  return (units: readonly CaptionUnit[]): BrokenPage => {
    const widthOf = (unit: CaptionUnit, piece: string): number =>
      text.measure(settingOf(unit, piece, style, 1, "ltr")).width;
    const words = units.map((unit) =>
      toLineWord(unit, () => ({ width: widthOf(unit, unit.text), spaceWidth: style.wordSpacingPx })),
    );
    const only = units.length === 1 ? units[0] : undefined;
    const onlyWidth = words[0]?.width ?? 0;
    if (only && onlyWidth > room) {
      const ofOnly = (piece: string): number => widthOf(only, piece);
      const parted = betweenWords(only, ofOnly);
      if (parted) return parted;
      if (onlyWidth * smallestWordScale > maxLineWidth(style, smallestWordScale))
        return cutWord(only, ofOnly);
    }
    const starts = balanceLines(words, Math.min(style.maxLines, greedyLineCount(words, room)), room);
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
