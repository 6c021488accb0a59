import type { CaptionUnit } from "../captions/caption-unit.ts";
import { baseDirection } from "../languages/writing.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import { type Direction, visualOrder } from "../text/visual-order.ts";
import { createLineBreaks, type LineBreakUnit } from "./line-breaks.ts";
import type { TextSetting, TextTool } from "./text-tool.ts";
import { fittingScale, margin, settingOf } from "./unit-setting.ts";

/** Text that is drawn at once: a word, or a part of a word that is split over lines. */
export interface TextItem {
  /** Index of its word on the page. */
  unitIndex: number;
  setting: TextSetting;
  /** Left edge in pixels of the canvas, also for right-to-left text. */
  x: number;
  baselineY: number;
  width: number;
  /** Ascent and descent of the line, so that all boxes of the line have the same height. */
  ascent: number;
  descent: number;
  /** Range of the word that it contains, 0 to 1; the whole word unless it is split. */
  part: { from: number; to: number };
}

/** The area of text without outline, shadow and boxes, in pixels of the canvas. */
export interface Extents {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PageLayout extends Extents {
  items: TextItem[];
  lines: Extents[];
  /** Whether lines start at the left or at the right. */
  direction: Direction;
  /** Scale of the font; 1 unless the text had to shrink. */
  scale: number;
}

/**
 * Height of capitals above the baseline and depth of descenders, relative to the font size; similar in all bundled
 * families.
 */
const ascentEm = 0.74;
const descentEm = 0.22;
/** Capitals have no descenders, so that a box with `descentEm` would not look centered. */
const capitalsDescentEm = 0.03;

/** Creates a function that lays out the pages of a video. */
export const createPageLayout = (style: CaptionStyle, text: TextTool, language: string | null) => {
  const breakLines = createLineBreaks(style, text);

  /**
   * Lays out one page: breaks lines, orders them visually, shrinks them to the safe area, and centers them vertically
   * on the style's position.
   */
  return (units: readonly CaptionUnit[]): PageLayout => {
    const broken = breakLines(units);
    const direction = baseDirection(units.map((unit) => unit.text).join(" "), language);
    const widest = Math.max(...broken.lines.map((line) => lineExtent(line, units, style, text, 1).width));
    const scale = Math.min(broken.scale, fittingScale(style, widest));
    const placed = placeLines(broken.lines, units, { style, text, direction, scale });
    const height = placed.bottom - placed.top + 2 * scale * margin(style).y;
    const available = Math.max(8, style.safeArea.bottom - style.safeArea.top);
    if (height <= available) return moveIntoSafeArea(placed, style);
    // The lines are too high together: lays them out again at a smaller scale.
    const smaller = { style, text, direction, scale: (scale * available) / height };
    return moveIntoSafeArea(placeLines(broken.lines, units, smaller), style);
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

/** The properties that the lines of a page share. */
interface LineSetting {
  style: CaptionStyle;
  text: TextTool;
  direction: Direction;
  /** Relative to the font size. */
  scale: number;
}

/** Returns the baselines relative to the first one. */
const baselinesOf = (extents: readonly Extent[], { style, scale }: LineSetting): number[] => {
  const clearance =
    scale * Math.max(2 * (style.stroke?.widthPx ?? 0), style.wordBox?.paddingYPx ?? 0) +
    0.04 * (style.fontSizePx * scale);
  const baselines: number[] = [];
  extents.forEach((extent, line) => {
    const above = extents[line - 1];
    // Tall glyphs (Thai, Devanagari, accented capitals) increase the line height instead of overlapping.
    const step = above ? Math.max(style.lineHeightPx * scale, above.descent + extent.ascent + clearance) : 0;
    baselines.push((baselines[line - 1] ?? 0) + step);
  });
  return baselines;
};

/** Returns the left edge of a line of this width. */
const lineLeft = (width: number, widest: number, { style, direction, scale }: LineSetting): number => {
  const { left, right } = style.safeArea;
  const centerX = (left + right) / 2;
  if (style.align === "center") return centerX - width / 2;
  if (style.align === "block") return centerX - widest / 2 + (direction === "rtl" ? widest - width : 0);
  const edge = scale * margin(style).x;
  return direction === "rtl" ? right - edge - width : left + edge;
};

/** Places the parts of a line in visual order. `left` and `baselineY` are those of the line. */
const placeLine = (
  line: readonly LineBreakUnit[],
  units: readonly CaptionUnit[],
  { left, baselineY, ascent, descent }: { left: number; baselineY: number } & Omit<Extent, "width">,
  { style, text, direction, scale }: LineSetting,
): TextItem[] => {
  const items: TextItem[] = [];
  const order = visualOrder(
    line.map((piece) => ({ text: piece.text, space: piece.hasSpaceBefore ? " " : "" })),
    direction,
  );
  let x = left;
  for (const run of order) {
    const piece = line[run.index];
    const unit = piece && units[piece.unitIndex];
    if (!piece || !unit) continue;
    x += run.spacesBefore * style.wordSpacingPx * scale;
    const setting = settingOf(unit, run.text, style, scale, run.direction);
    const { width } = text.measure(setting);
    const part = partOf(piece.part, run.part);
    items.push({
      unitIndex: piece.unitIndex,
      setting,
      x: Math.round(x),
      baselineY,
      width,
      ascent,
      descent,
      part,
    });
    x += width;
  }
  return items;
};

const placeLines = (
  lines: readonly (readonly LineBreakUnit[])[],
  units: readonly CaptionUnit[],
  how: LineSetting,
): PageLayout => {
  const { style, text, direction, scale } = how;
  const extents = lines.map((line) => lineExtent(line, units, style, text, scale));
  const baselines = baselinesOf(extents, how);
  // Centered on the height of capitals, not on the ink, so that captions have the same position on all pages.
  const middle = ((baselines.at(-1) ?? 0) - ascentEm * (style.fontSizePx * scale)) / 2;
  const widest = Math.max(...extents.map((extent) => extent.width));
  const items: TextItem[] = [];
  const covered: Extents[] = [];
  extents.forEach(({ width, ascent, descent }, index) => {
    const baselineY = Math.round(style.centerY - middle + (baselines[index] ?? 0));
    const left = lineLeft(width, widest, how);
    covered.push({ left, right: left + width, top: baselineY - ascent, bottom: baselineY + descent });
    items.push(...placeLine(lines[index] ?? [], units, { left, baselineY, ascent, descent }, how));
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

/** Moves a page vertically into the safe area. */
const moveIntoSafeArea = (page: PageLayout, style: CaptionStyle): PageLayout => {
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
