import type { TimedPage } from "../../core/captions/frame-times.ts";
import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import { legibleOn } from "../../core/render-plan/contrast.ts";
import { readingDirection } from "../../core/text/visual-order.ts";
import { between, curveAt } from "./curves.ts";
import type { PageLayout, TextItem } from "./page-layout.ts";
import { place } from "./placement.ts";
import { captionBoxes, wordBoxAt } from "./scene-boxes.ts";
import { makeSprite, type Shape, type Sprite } from "./sprite.ts";
import type { TextTool } from "./text-tool.ts";
import {
  grown,
  letterOpacity,
  type Motion,
  pageMotion,
  phaseOf,
  secondsSince,
  spokenFraction,
  wordEntrance,
  wordScale,
  writtenText,
} from "./word-motion.ts";

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
  /** Color of each important word, null for others. */
  keywordColors: readonly (string | null)[];
  /** Emoji over the caption, in order of time. */
  emoji: readonly { item: TextItem; firstFrame: number }[];
}

export interface SceneContext {
  style: CaptionStyle;
  text: TextTool;
  framesPerSecond: number;
  /** Those of the last pages, by key. */
  sprites: Map<string, Sprite>;
}

/** A page has fewer; a bound keeps the memory flat on videos of hours. */
const maxSprites = 1000;

export type SpriteMaker = (name: string, shape: Shape, scale?: number, tiltDegrees?: number) => Sprite;

/** From back to front: no word's outline or light lies over another word's letters, except those of the spoken one. */
interface Layers {
  boxes: Placement[];
  glows: Placement[];
  outlines: Placement[];
  fills: Placement[];
  spoken: Placement[];
}

/** Everything that placing the words of one frame needs. */
interface DrawContext {
  page: ScenePage;
  frame: number;
  context: SceneContext;
  motion: Motion;
  sprite: SpriteMaker;
  layers: Layers;
}

const isOpaque = (color: string): boolean => color.length !== 9 || /ff$/i.test(color);

/** The part of a word that has been written; it stands where it will stand in the whole word. */
const written = (item: TextItem, { page, frame, context }: DrawContext): TextItem | null => {
  const text = writtenText(page, item, frame, context);
  if (text === null || text === item.setting.text) return text === null ? null : item;
  const setting = { ...item.setting, text };
  const { width } = context.text.measure(setting);
  const x = setting.direction === "rtl" ? Math.round(item.x + item.width - width) : item.x;
  return { ...item, setting, x, width };
};

/** A word, or a piece of one, with everything by which it is placed. */
interface WordLayout {
  whole: TextItem;
  index: number;
  tiltDegrees: number;
  keyword: string | null;
  own: Motion;
  /** How its letters move: as all of it, but dimmer while they are to come or past. Their ground stays as dark. */
  letters: Motion;
  at: (id: string, what: Sprite, columns?: Placement["columns"], moved?: Motion) => Placement;
  filled: (color: string) => Sprite;
  outlined: (isHollow: boolean, hasShadow?: boolean) => Sprite;
  glowing: (color: string) => Sprite;
}

const wordLayoutOf = (whole: TextItem, index: number, stage: DrawContext): WordLayout | null => {
  const { page, frame, context, motion, sprite } = stage;
  const { style } = context;
  const coming = wordEntrance(page, whole, frame, context);
  const item = coming && written(whole, stage);
  if (!coming || !item) return null;
  const scale = wordScale(page, item, frame, context);
  const own: Motion = {
    scale: scale * coming.scale,
    opacity: coming.opacity,
    dropPx: coming.dropPx,
  };
  const letters = { ...own, opacity: own.opacity * letterOpacity(page, item, frame, context) };
  // The size at which it rests is drawn sharp; sizes on the way there are scaled from it.
  const drawn = scale > 1 ? grown(page, item, context).rest : 1;
  const tilt = item.unitIndex % 2 === 0 ? -style.tiltDegrees : style.tiltDegrees;
  const name = item === whole ? `${index}` : `${index}:${item.setting.text.length}`;
  const gradientFor = (color: string) => (color === style.fontColor ? style.fontGradientTo : null);
  return {
    whole,
    index,
    tiltDegrees: tilt,
    keyword: page.keywordColors[item.unitIndex] ?? null,
    own,
    letters,
    at: (id, what, columns = null, moved = own) =>
      place(`${index}/${id}`, what, moved, motion, page, columns),
    filled: (color) =>
      sprite(
        `${name}/fill/${color}`,
        { kind: "fill", item, color, gradientTo: gradientFor(color) },
        drawn,
        tilt,
      ),
    outlined: (isHollow, hasShadow = true) =>
      sprite(
        `${name}/outline/${isHollow}/${hasShadow}`,
        { kind: "outline", item, isHollow, hasShadow },
        drawn,
        tilt,
      ),
    glowing: (color) => sprite(`${name}/glow/${color}`, { kind: "glow", item, color }, drawn, tilt),
  };
};

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** What of a line's columns comes before and after an edge in the direction of reading. */
const cutAt = (edge: number, item: TextItem) => {
  const left = { ...everything, to: edge };
  const right = { ...everything, from: edge };
  return readingDirection(item.setting) === "rtl"
    ? { before: right, after: left }
    : { before: left, after: right };
};

/** The highlight runs through the word. */
const placeFilled = (actor: WordLayout, upcomingOpacity: number, stage: DrawContext): void => {
  const { page, frame, context, layers } = stage;
  const { style } = context;
  const { whole, own, at, filled, outlined, glowing } = actor;
  const part = spokenFraction(page, whole, frame, style.isAnimated);
  const letters = { ...own, opacity: own.opacity * (part > 0 ? 1 : upcomingOpacity) };
  const { before, after } = cutAt(fillEdge(whole, part), whole);
  const lit = actor.keyword ?? style.highlightColor;
  if (style.glow && (style.glow.on === "all" || phaseOf(page, whole, frame) === "spoken")) {
    const light = part > 0 ? lit : (style.glow.color ?? style.fontColor);
    layers.glows.push(at("glow", glowing(light), null, letters));
  }
  const isHollow = letters.opacity < 1 || !isOpaque(style.fontColor);
  layers.outlines.push(at("outline", outlined(isHollow)));
  if (part < 1) layers.fills.push(at("base", filled(style.fontColor), part > 0 ? after : null, letters));
  if (part > 0) layers.fills.push(at("said", filled(lit), part < 1 ? before : null));
};

/** The word has one color at a time. */
const placeColored = (actor: WordLayout, stage: DrawContext): void => {
  const { page, frame, context, layers } = stage;
  const { style } = context;
  const { whole, keyword, letters, at, filled, outlined, glowing } = actor;
  const phase = phaseOf(page, whole, frame);
  const isNow = style.highlight.kind === "word" && phase === "spoken";
  const plain = keyword ?? style.fontColor;
  const behind = isNow
    ? { boxes: layers.spoken, glows: layers.spoken, outlines: layers.spoken, fills: layers.spoken }
    : layers;
  if (style.wordBox && (isNow || (style.wordBox.stays && phase === "past"))) {
    // On a box the word has the box's own letter color: the box is the highlight. Over a line it keeps its own.
    const isGround = style.wordBox.shape !== "underline";
    const ground = keyword ?? style.highlightColor;
    // Both colors may be a task's: yellow under white letters would be a yellow bar.
    const lit = isGround
      ? legibleOn(ground, style.wordBox.textColor ?? style.fontColor)
      : (style.wordBox.textColor ?? plain);
    const box = wordBoxAt(whole, ground, page, frame, context);
    const image = stage.sprite(`${actor.index}/wordBox`, box.shape, 1, actor.tiltDegrees);
    behind.boxes.push(at("wordBox", image, box.drawn, letters));
    const isHollow = letters.opacity < 1 || !isOpaque(lit);
    // On the box there is no shadow, it would only soil it.
    if (isGround && box.toCome) behind.outlines.push(at("outline/toCome", outlined(isHollow), box.toCome));
    behind.outlines.push(at("outline", outlined(isHollow, !isGround), isGround ? box.drawn : null));
    if (box.toCome && lit !== plain) behind.fills.push(at("base", filled(plain), box.toCome, letters));
    behind.fills.push(at("fill", filled(lit), lit === plain ? null : box.drawn, letters));
    return;
  }
  const color = isNow ? (keyword ?? style.highlightColor) : plain;
  if (style.glow && (style.glow.on === "all" || isNow)) {
    const light = isNow || keyword ? color : (style.glow.color ?? color);
    behind.glows.push(at("glow", glowing(light), null, letters));
  }
  behind.outlines.push(at("outline", outlined(letters.opacity < 1 || !isOpaque(color))));
  behind.fills.push(at("fill", filled(color), null, letters));
};

/** What stands on the canvas at a frame of a page, from back to front. */
export const sceneAt = (page: ScenePage, frame: number, context: SceneContext): Placement[] => {
  const { style, text, sprites } = context;
  const motion = pageMotion(page, frame, context);
  if (sprites.size > maxSprites) sprites.clear();
  const sprite: SpriteMaker = (name, shape, scale = 1, tiltDegrees = 0) => {
    const key = `${page.pageIndex}/${name}/${scale}`;
    const known = sprites.get(key);
    if (known) return known;
    const made = makeSprite(key, shape, { scale, tiltDegrees }, style, text);
    sprites.set(key, made);
    return made;
  };
  const layers: Layers = { boxes: [], glows: [], outlines: [], fills: [], spoken: [] };
  layers.boxes.push(...captionBoxes(page, frame, context, motion, sprite));
  const stage: DrawContext = { page, frame, context, motion, sprite, layers };
  page.layout.items.forEach((item, index) => {
    const actor = wordLayoutOf(item, index, stage);
    if (!actor) return;
    if (style.highlight.kind === "fill") placeFilled(actor, style.highlight.upcomingOpacity, stage);
    else placeColored(actor, stage);
  });
  const { boxes, glows, outlines, fills, spoken } = layers;
  return [...boxes, ...glows, ...outlines, ...fills, ...spoken, ...emojiAt(stage)];
};

/** Column up to which a word is filled; whole pixels, so that the two colors never mix. */
const fillEdge = (item: TextItem, part: number): number => {
  const done = readingDirection(item.setting) === "rtl" ? 1 - part : part;
  return Math.round(item.x + item.width * done);
};

const emojiSeconds = 0.22;

const emojiAt = ({ page, frame, context, motion, sprite }: DrawContext): Placement[] => {
  const { style, framesPerSecond } = context;
  const index = page.emoji.findLastIndex(({ firstFrame }) => firstFrame <= frame);
  const shown = page.emoji[index];
  if (!shown || !style.emoji) return [];
  const since = secondsSince(frame, shown.firstFrame, framesPerSecond) / emojiSeconds;
  const scale = style.emoji.isAnimated && since < 1 ? between(0.3, 1, curveAt("backOut", since)) : 1;
  const image = sprite(`emoji/${index}`, { kind: "emoji", item: shown.item });
  return [place(`emoji/${index}`, image, { scale, opacity: 1, dropPx: 0 }, motion, page)];
};
