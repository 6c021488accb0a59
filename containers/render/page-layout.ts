import type { CaptionUnit } from "../../core/captions/caption-unit.ts";
import { baseDirection } from "../../core/languages/writing.ts";
import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import { type Direction, visualOrder } from "../../core/text/visual-order.ts";
import { createLineBreaks, type LineBreakUnit } from "./line-breaks.ts";
import type { TextSetting, TextTool } from "./text-tool.ts";
import { fittingScale, margin, settingOf } from "./unit-setting.ts";

/** One piece of text on the canvas: a word, or a part of one too long for a line. */
export interface TextItem {
  /** Index of its word on the page. */
  unitIndex: number;
  setting: TextSetting;
  /** Start of the pen (left edge, also of right-to-left words), pixels of the canvas. */
  x: number;
  baselineY: number;
  width: number;
  /** Of the line, so that the boxes of its words are alike. */
  ascent: number;
  descent: number;
  /** Which part of the word it is, 0 to 1; all of it unless the word was cut. */
  part: { from: number; to: number };
}

/** What text covers, without stroke, shadow and boxes. */
export interface Extents {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PageLayout extends Extents {
  items: TextItem[];
  lines: Extents[];
  /** Lines begin at the left, or at the right. */
  direction: Direction;
  /** Of the font, 1 when nothing had to shrink. */
  scale: number;
}

/** Height of capitals over the baseline and depth of descenders, of the font size; alike in the bundled families. */
const ascentEm = 0.74;
const descentEm = 0.22;
/** Capitals have no descenders; a box would hang below them. */
const capitalsDescentEm = 0.03;
export const createPageLayout = (style: CaptionStyle, text: TextTool, language: string | null) => {
  const breakLines = createLineBreaks(style, text);

  /** Places one page: broken, ordered for its direction, shrunk to the safe area, centered on the style's height. */
  return (units: readonly CaptionUnit[]): PageLayout => {
    const broken = breakLines(units);
    const direction = baseDirection(units.map((unit) => unit.text).join(" "), language);
    const widest = Math.max(...broken.lines.map((line) => lineExtent(line, units, style, text, 1).width));
    const scale = Math.min(broken.scale, fittingScale(style, widest));
    const placed = placeLines(broken.lines, units, { style, text, direction, scale });
    const height = placed.bottom - placed.top + 2 * scale * margin(style).y;
    const available = Math.max(8, style.safeArea.bottom - style.safeArea.top);
    if (height <= available) return settle(placed, style);
    // Too many pieces for the height: all again, smaller.
    const smaller = { style, text, direction, scale: (scale * available) / height };
    return settle(placeLines(broken.lines, units, smaller), style);
  };
};

interface Extent {
  width: number;
  ascent: number;
  descent: number;
}

const lineExtent = (
  line: readonly LineBreakUnit[],
  units: readonly CaptionUnit[],
  style: CaptionStyle,
  text: TextTool,
  scale: number,
): Extent => {
  const sizePx = style.fontSizePx * scale;
  const extent: Extent = {
    width: 0,
    ascent: ascentEm * sizePx,
    descent: (style.isUppercase ? capitalsDescentEm : descentEm) * sizePx,
  };
  for (const piece of line) {
    const unit = units[piece.unitIndex];
    if (!unit) continue;
    const metrics = text.measure(settingOf(unit, piece.text, style, scale, "ltr"));
    extent.width += metrics.width + (piece.hasSpaceBefore ? style.wordSpacingPx * scale : 0);
    extent.ascent = Math.max(extent.ascent, metrics.inkAscent);
    extent.descent = Math.max(extent.descent, metrics.inkDescent);
  }
  return extent;
};

const partOf = (whole: TextItem["part"], part: TextItem["part"]): TextItem["part"] => ({
  from: whole.from + part.from * (whole.to - whole.from),
  to: whole.from + part.to * (whole.to - whole.from),
});

const placeLines = (
  lines: readonly (readonly LineBreakUnit[])[],
  units: readonly CaptionUnit[],
  how: { style: CaptionStyle; text: TextTool; direction: Direction; scale: number },
): PageLayout => {
  const { style, text, direction, scale } = how;
  const sizePx = style.fontSizePx * scale;
  const extents = lines.map((line) => lineExtent(line, units, style, text, scale));
  const clearance =
    scale * Math.max(2 * (style.stroke?.widthPx ?? 0), style.wordBox?.paddingYPx ?? 0) + 0.04 * sizePx;
  const baselines: number[] = [];
  extents.forEach((extent, line) => {
    const above = extents[line - 1];
    // Tall scripts (Thai, Devanagari, accented capitals) push the next line down instead of running into it.
    const step = above ? Math.max(style.lineHeightPx * scale, above.descent + extent.ascent + clearance) : 0;
    baselines.push((baselines[line - 1] ?? 0) + step);
  });
  // Centered on the capitals' height, whatever the ink is, so that captions do not hop from page to page.
  const middle = ((baselines.at(-1) ?? 0) - ascentEm * sizePx) / 2;
  const centerX = (style.safeArea.left + style.safeArea.right) / 2;
  const edge = scale * margin(style).x;
  const widest = Math.max(...extents.map((extent) => extent.width));
  const lineLeft = (width: number): number => {
    if (style.align === "center") return centerX - width / 2;
    if (style.align === "block") return centerX - widest / 2 + (direction === "rtl" ? widest - width : 0);
    return direction === "rtl" ? style.safeArea.right - edge - width : style.safeArea.left + edge;
  };
  const items: TextItem[] = [];
  const covered: Extents[] = [];
  lines.forEach((line, lineIndex) => {
    const baselineY = style.centerY - middle + (baselines[lineIndex] ?? 0);
    const order = visualOrder(
      line.map((piece) => ({ text: piece.text, space: piece.hasSpaceBefore ? " " : "" })),
      direction,
    );
    const { width: lineWidth = 0, ascent = 0, descent = 0 } = extents[lineIndex] ?? {};
    let x = lineLeft(lineWidth);
    covered.push({
      left: x,
      right: x + lineWidth,
      top: Math.round(baselineY) - ascent,
      bottom: Math.round(baselineY) + descent,
    });
    for (const run of order) {
      const piece = line[run.index];
      const unit = piece && units[piece.unitIndex];
      if (!piece || !unit) continue;
      x += run.spacesBefore * style.wordSpacingPx * scale;
      const setting = settingOf(unit, run.text, style, scale, run.direction);
      const { width } = text.measure(setting);
      items.push({
        unitIndex: piece.unitIndex,
        setting,
        x: Math.round(x),
        baselineY: Math.round(baselineY),
        width,
        ascent,
        descent,
        part: partOf(piece.part, run.part),
      });
      x += width;
    }
  });
  return {
    items,
    lines: covered,
    direction,
    left: Math.min(...items.map((item) => item.x)),
    right: Math.max(...items.map((item) => item.x + item.width)),
    top: covered[0]?.top ?? 0,
    bottom: covered.at(-1)?.bottom ?? 0,
    scale,
  };
};

/** Moves a page up or down into the safe area. */
const settle = (page: PageLayout, style: CaptionStyle): PageLayout => {
  const edge = page.scale * margin(style).y;
  const lowest = style.safeArea.bottom - edge;
  const highest = style.safeArea.top + edge;
  let shift = 0;
  if (page.bottom > lowest) shift = lowest - page.bottom;
  if (page.top + shift < highest) shift = highest - page.top;
  const moved = Math.round(shift);
  return {
    ...page,
    items: page.items.map((item) => ({ ...item, baselineY: item.baselineY + moved })),
    lines: page.lines.map((line) => ({ ...line, top: line.top + moved, bottom: line.bottom + moved })),
    top: page.top + moved,
    bottom: page.bottom + moved,
  };
};
