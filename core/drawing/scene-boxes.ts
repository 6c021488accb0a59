import type { BoxStyle, WordBoxStyle } from "../render-plan/caption-style.ts";
import { readingDirection } from "../text/visual-order.ts";
import type { Extents, TextItem } from "./page-layout.ts";
import { place } from "./placement.ts";
import type { Placement, SceneContext, ScenePage, SpriteMaker } from "./scene.ts";
import type { Rect, Shape } from "./sprite.ts";
import { type Motion, phaseOf, secondsSince, still, wordEntrance, writtenText } from "./word-motion.ts";

const expandedBy = ({ left, top, right, bottom }: Extents, xPx: number, yPx: number): Rect => ({
  x: Math.round(left - xPx),
  y: Math.round(top - yPx),
  width: Math.round(right - left + 2 * xPx),
  height: Math.round(bottom - top + 2 * yPx),
});

/** The measures of a box around text that is scaled. */
const shrunk = ({ paddingXPx, paddingYPx, radiusPx }: Omit<BoxStyle, "color">, scale: number) => ({
  paddingXPx: scale * paddingXPx,
  paddingYPx: scale * paddingYPx,
  radiusPx: scale * radiusPx,
});

/** The written part of a line whose words appear one by one: its box grows with them. Null while there is none. */
const writtenOf = (line: Extents, page: ScenePage, frame: number, context: SceneContext): Extents | null => {
  if (!context.style.wordEntrance) return line;
  const edges = page.layout.items.flatMap((item) => {
    if (item.baselineY < line.top || item.baselineY > line.bottom) return [];
    const text = wordEntrance(page, item, frame, context) && writtenText(page, item, frame, context);
    if (!text) return [];
    if (text === item.setting.text) return [item.x, item.x + item.width];
    const { width } = context.text.measure({ ...item.setting, text });
    return item.setting.direction === "rtl"
      ? [item.x + item.width - width, item.x + item.width]
      : [item.x, item.x + width];
  });
  return edges.length === 0 ? null : { ...line, left: Math.min(...edges), right: Math.max(...edges) };
};

/** Returns the box behind the caption or the boxes behind its lines, each with its bar. */
export const captionBoxes = (
  page: ScenePage,
  frame: number,
  context: SceneContext,
  motion: Motion,
  sprite: SpriteMaker,
): Placement[] => {
  const { style } = context;
  const { box } = style;
  if (!box) return [];
  const { layout } = page;
  const { paddingXPx, paddingYPx, radiusPx } = shrunk(box, layout.scale);
  const covered =
    box.per === "line" ? layout.lines.map((line) => writtenOf(line, page, frame, context)) : [layout];
  return covered.flatMap((extents, index) => {
    if (!extents) return [];
    const rect = expandedBy(extents, paddingXPx, paddingYPx);
    const image = sprite(`box/${index}/${rect.x}/${rect.width}`, {
      kind: "box",
      outline: "box",
      rect,
      radiusPx,
      color: box.color,
    });
    const boxes = [place(`box/${index}`, image, still, motion, page)];
    const width = Math.round(box.barPx * layout.scale);
    if (width > 0) {
      const x = layout.direction === "rtl" ? rect.x + rect.width : rect.x - width;
      const bar: Shape = {
        kind: "box",
        outline: "box",
        rect: { ...rect, x, width },
        radiusPx: 0,
        color: style.highlightColor,
      };
      boxes.push(place(`bar/${index}`, sprite(`bar/${index}`, bar), still, motion, page));
    }
    return boxes;
  });
};

/** Distance of an underline from the baseline, as a fraction of the font size. */
const underlineGapEm = 0.1;

/** Half of the space to adjacent words on the line. Scripts without spaces leave none for a box's padding. */
const roomBeside = (item: TextItem, page: ScenePage): { left: number; right: number } => {
  const room = { left: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  for (const other of page.layout.items) {
    if (other === item || other.baselineY !== item.baselineY) continue;
    if (other.x < item.x) room.left = Math.min(room.left, (item.x - other.x - other.width) / 2);
    else room.right = Math.min(room.right, (other.x - item.x - item.width) / 2);
  }
  return { left: Math.max(0, room.left), right: Math.max(0, room.right) };
};

type Columns = Placement["columns"];

/** The box, marker or underline of a word, drawn in full. */
const wordShape = (
  item: TextItem,
  color: string,
  page: ScenePage,
  wordBox: WordBoxStyle,
): Extract<Shape, { kind: "box" }> => {
  const { paddingXPx, paddingYPx, radiusPx } = shrunk(wordBox, page.layout.scale);
  const room = roomBeside(item, page);
  const word = {
    left: item.x - Math.min(paddingXPx, room.left),
    right: item.x + item.width + Math.min(paddingXPx, room.right),
    top: item.baselineY - item.ascent,
    bottom: item.baselineY + item.descent,
  };
  const rect = expandedBy(word, 0, paddingYPx);
  if (wordBox.shape === "underline") {
    rect.y = Math.round(item.baselineY + underlineGapEm * item.setting.sizePx);
    rect.height = Math.max(1, Math.round(paddingYPx));
  }
  return { kind: "box", outline: wordBox.shape === "marker" ? "marker" : "box", rect, radiusPx, color };
};

/** Returns the fraction of a spoken word that is marked, 0 to 1. */
const wipedFraction = (
  item: TextItem,
  page: ScenePage,
  frame: number,
  wipeSeconds: number,
  { style, framesPerSecond }: SceneContext,
): number => {
  const range = page.timed.words[item.unitIndex];
  const since = range ? secondsSince(frame, range.startFrame, framesPerSecond) : 0;
  if (!style.isAnimated || since >= wipeSeconds || phaseOf(page, item, frame) !== "spoken") return 1;
  // A word on two lines is marked from its first letter to its last, one line after the other.
  const { from, to } = item.part;
  return Math.max(0, (since / wipeSeconds - from) / (to - from));
};

/** Returns the box, marker or underline of a word; which of its columns are drawn, and which are to come (null: all, none). */
export const wordBoxAt = (
  item: TextItem,
  color: string,
  page: ScenePage,
  frame: number,
  context: SceneContext,
): { shape: Shape; drawn: Columns; toCome: Columns } => {
  const { wordBox } = context.style;
  if (!wordBox) throw new Error("the template has no box behind words");
  const shape = wordShape(item, color, page, wordBox);
  const wiped = wipedFraction(item, page, frame, wordBox.wipeSeconds, context);
  if (wiped >= 1) return { shape, drawn: null, toCome: null };
  const { x, width } = shape.rect;
  const isRightToLeft = readingDirection(item.setting) === "rtl";
  const done = Math.round(width * wiped);
  const edge = isRightToLeft ? x + width - done : x + done;
  const left = { from: Number.NEGATIVE_INFINITY, to: edge };
  const right = { from: edge, to: Number.POSITIVE_INFINITY };
  return isRightToLeft ? { shape, drawn: right, toCome: left } : { shape, drawn: left, toCome: right };
};
