import type { TimedPage } from "../../core/captions/frame-times.ts";
import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import { between, curveAt } from "./curves.ts";
import type { PageLayout, TextItem } from "./page-layout.ts";
import { makeSprite, type Rect, type Shape, type Sprite } from "./sprite.ts";
import type { TextTool } from "./text-tool.ts";

/** A sprite on the canvas at one frame. */
export interface Placement {
  /** Same thing in another frame. */
  id: string;
  sprite: Sprite;
  /** May be fractions when scaled; whole when drawn at its own size. */
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
  /** Only the part between these columns of the canvas is drawn. */
  columns: { from: number; to: number } | null;
}

export interface ScenePage {
  pageIndex: number;
  timed: TimedPage;
  layout: PageLayout;
  /** Colour of each important word, null for others. */
  keywordColours: readonly (string | null)[];
  /** Emoji over the caption, in order of time. */
  emoji: readonly { item: TextItem; firstFrame: number }[];
}

export interface SceneContext {
  style: CaptionStyle;
  text: TextTool;
  framesPerSecond: number;
}

interface PageMotion {
  scale: number;
  opacity: number;
  dropPx: number;
}

const still: PageMotion = { scale: 1, opacity: 1, dropPx: 0 };

// Motion starts with the first frame that shows it (hence + 1): a first frame at rest would look late.
const secondsSince = (frame: number, first: number, framesPerSecond: number): number =>
  (frame - first + 1) / framesPerSecond;

const pageMotion = (page: ScenePage, frame: number, { style, framesPerSecond }: SceneContext): PageMotion => {
  const { entrance } = style;
  if (!entrance) return still;
  const seconds = secondsSince(frame, page.timed.firstFrame, framesPerSecond);
  if (seconds >= entrance.seconds) return still;
  const part = curveAt(entrance.curve, seconds / entrance.seconds);
  return {
    scale: between(entrance.fromScale, 1, part),
    opacity: Math.min(1, between(entrance.fromOpacity, 1, part)),
    dropPx: entrance.risePx * (1 - part),
  };
};

/** A growing word takes at most this part of the space to its neighbours on each side, so that they never touch. */
const spaceTaken = 0.4;

/** Sizes of a word while it is spoken: where it grows to, and where it rests. */
const grown = (item: TextItem, { style }: SceneContext): { peak: number; rest: number } => {
  if (style.highlight.kind !== "word" || !style.isAnimated) return { peak: 1, rest: 1 };
  const most = 1 + (2 * spaceTaken * style.wordSpacingPx) / Math.max(1, item.width);
  return { peak: Math.min(most, style.highlight.peakScale), rest: Math.min(most, style.highlight.restScale) };
};

/** Size of a word: grows as it is spoken, rests a little larger, and goes back. */
const wordScale = (page: ScenePage, item: TextItem, frame: number, context: SceneContext): number => {
  const { highlight, isAnimated } = context.style;
  const range = page.timed.words[item.unitIndex];
  if (highlight.kind !== "word" || !isAnimated || !range || frame < range.firstFrame) return 1;
  const { attackSeconds, settleSeconds, releaseSeconds } = highlight;
  const { peak, rest } = grown(item, context);
  if (frame >= range.endFrame) {
    const since = secondsSince(frame, range.endFrame, context.framesPerSecond);
    return since >= releaseSeconds ? 1 : between(rest, 1, since / releaseSeconds);
  }
  const since = secondsSince(frame, range.firstFrame, context.framesPerSecond);
  if (since < attackSeconds) return between(1, peak, curveAt("easeOut", since / attackSeconds));
  if (since < attackSeconds + settleSeconds)
    return between(peak, rest, curveAt("easeOut", (since - attackSeconds) / settleSeconds));
  return rest;
};

const isSpoken = (page: ScenePage, unitIndex: number, frame: number): boolean => {
  const range = page.timed.words[unitIndex];
  return range !== undefined && frame >= range.firstFrame && frame < range.endFrame;
};

/** How much of a word, or of a piece of it, has been said at the end of this frame, 0 to 1. */
const saidPart = (page: ScenePage, item: TextItem, frame: number, isAnimated: boolean): number => {
  const range = page.timed.words[item.unitIndex];
  if (!range || frame < range.firstFrame) return 0;
  if (frame >= range.endFrame || !isAnimated) return 1;
  const ofWord = (frame + 1 - range.firstFrame) / (range.endFrame - range.firstFrame);
  return Math.min(1, Math.max(0, (ofWord - item.part.from) / (item.part.to - item.part.from)));
};

const place = (
  id: string,
  sprite: Sprite,
  scale: number,
  motion: PageMotion,
  page: ScenePage,
  columns: Placement["columns"] = null,
): Placement => {
  const { bounds } = sprite;
  const total = (scale * motion.scale) / sprite.scale;
  if (total === 1 && motion.scale === 1 && motion.dropPx === 0)
    return { id, sprite, ...bounds, opacity: motion.opacity, columns };
  const middleX = (page.layout.left + page.layout.right) / 2;
  const middleY = (page.layout.top + page.layout.bottom) / 2;
  const centreX = between(middleX, sprite.centreX, motion.scale);
  const centreY = between(middleY, sprite.centreY, motion.scale) + motion.dropPx;
  return {
    id,
    sprite,
    x: centreX + (bounds.x - sprite.centreX) * total,
    y: centreY + (bounds.y - sprite.centreY) * total,
    width: bounds.width * total,
    height: bounds.height * total,
    opacity: motion.opacity,
    columns,
  };
};

const expanded = (item: TextItem, paddingXPx: number, paddingYPx: number): Rect => ({
  x: Math.round(item.x - paddingXPx),
  y: Math.round(item.baselineY - item.ascent - paddingYPx),
  width: Math.round(item.width + 2 * paddingXPx),
  height: Math.round(item.ascent + item.descent + 2 * paddingYPx),
});

const withOpacity = (placement: Placement, opacity: number): Placement => ({
  ...placement,
  opacity: placement.opacity * opacity,
});

/** What stands on the canvas at a frame of a page, from back to front. */
export const sceneAt = (page: ScenePage, frame: number, context: SceneContext): Placement[] => {
  const { style, text } = context;
  const motion = pageMotion(page, frame, context);
  const sprite = (name: string, shape: Shape, scale = 1): Sprite =>
    makeSprite(`${page.pageIndex}/${name}/${scale}`, shape, scale, style, text);
  const backs: Placement[] = [];
  const outlines: Placement[] = [];
  const fills: Placement[] = [];
  const spoken: Placement[] = [];
  if (style.box) {
    const { paddingXPx, paddingYPx, radiusPx, colour } = style.box;
    const { left, right, top, bottom } = page.layout;
    const rect = {
      x: Math.round(left - paddingXPx),
      y: Math.round(top - paddingYPx),
      width: Math.round(right - left + 2 * paddingXPx),
      height: Math.round(bottom - top + 2 * paddingYPx),
    };
    backs.push(place("box", sprite("box", { kind: "box", rect, radiusPx, colour }), 1, motion, page));
  }
  page.layout.items.forEach((item, index) => {
    const keyword = page.keywordColours[item.unitIndex] ?? null;
    const isNow = style.highlight.kind === "word" && isSpoken(page, item.unitIndex, frame);
    const scale = wordScale(page, item, frame, context);
    // The size at which it rests is drawn sharp; sizes on the way there are scaled from it.
    const drawn = scale > 1 ? grown(item, context).rest : 1;
    const outline = sprite(`${index}/outline`, { kind: "outline", item }, drawn);
    const filled = (colour: string): Sprite =>
      sprite(`${index}/fill/${colour}`, { kind: "fill", item, colour }, drawn);
    const at = (id: string, what: Sprite, columns: Placement["columns"] = null): Placement =>
      place(`${index}/${id}`, what, scale, motion, page, columns);
    if (style.highlight.kind === "fill") {
      const part = saidPart(page, item, frame, style.isAnimated);
      const front = part > 0 ? 1 : style.highlight.upcomingOpacity;
      outlines.push(withOpacity(at("outline", outline), front));
      const edge = fillEdge(item, part);
      const isRightToLeft = item.setting.direction === "rtl";
      const before = { from: Number.NEGATIVE_INFINITY, to: edge };
      const after = { from: edge, to: Number.POSITIVE_INFINITY };
      const said = isRightToLeft ? after : before;
      const toCome = isRightToLeft ? before : after;
      const rest = style.keywordColours && keyword ? keyword : style.highlightColour;
      if (part < 1)
        fills.push(withOpacity(at("base", filled(style.fontColour), part > 0 ? toCome : null), front));
      if (part > 0) fills.push(at("said", filled(rest), part < 1 ? said : null));
      return;
    }
    // In a box the word keeps its colour: the box is the highlight.
    const lit = style.wordBox ? style.fontColour : (keyword ?? style.highlightColour);
    const colour = isNow ? lit : (keyword ?? style.fontColour);
    if (!isNow) {
      outlines.push(at("outline", outline));
      fills.push(at("fill", filled(colour)));
      return;
    }
    if (style.wordBox) {
      const { paddingXPx, paddingYPx, radiusPx } = style.wordBox;
      const rect = expanded(item, paddingXPx, paddingYPx);
      const box = { kind: "box" as const, rect, radiusPx, colour: keyword ?? style.highlightColour };
      spoken.push(at("wordBox", sprite(`${index}/wordBox`, box)));
    }
    spoken.push(at("outline", outline), at("fill", filled(colour)));
  });
  return [...backs, ...outlines, ...fills, ...spoken, ...emojiAt(page, frame, context, motion, sprite)];
};

/** Column up to which a word is filled; whole pixels, so that the two colours never mix. */
const fillEdge = (item: TextItem, part: number): number => {
  const done = item.setting.direction === "rtl" ? 1 - part : part;
  return Math.round(item.x + item.width * done);
};

const emojiSeconds = 0.22;

const emojiAt = (
  page: ScenePage,
  frame: number,
  { style, framesPerSecond }: SceneContext,
  motion: PageMotion,
  sprite: (name: string, shape: Shape) => Sprite,
): Placement[] => {
  const index = page.emoji.findLastIndex(({ firstFrame }) => firstFrame <= frame);
  const shown = page.emoji[index];
  if (!shown || !style.emoji) return [];
  const since = secondsSince(frame, shown.firstFrame, framesPerSecond) / emojiSeconds;
  const scale = style.emoji.isAnimated && since < 1 ? between(0.3, 1, curveAt("backOut", since)) : 1;
  return [
    place(
      `emoji/${index}`,
      sprite(`emoji/${index}`, { kind: "emoji", item: shown.item }),
      scale,
      motion,
      page,
    ),
  ];
};
