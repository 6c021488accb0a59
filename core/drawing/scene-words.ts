import type { WordBoxStyle } from "../render-plan/caption-style.ts";
import { legibleOn } from "../render-plan/contrast.ts";
import { readingDirection } from "../text/visual-order.ts";
import type { TextItem } from "./page-layout.ts";
import { place } from "./placement.ts";
import type { DrawContext, Layers, Placement } from "./scene.ts";
import { wordBoxAt } from "./scene-boxes.ts";
import type { Sprite } from "./sprite.ts";
import {
  letterOpacity,
  type Motion,
  phaseOf,
  spokenFraction,
  spokenScales,
  wordEntrance,
  wordScale,
  writtenText,
} from "./word-motion.ts";

const isOpaque = (color: string): boolean => color.length !== 9 || /ff$/i.test(color);

/**
 * Returns the visible part of a word whose letters appear one by one, at its position in the word; null before its
 * first letter.
 */
const written = (item: TextItem, { page, frame, context }: DrawContext): TextItem | null => {
  const text = writtenText(page, item, frame, context);
  if (text === null) return null;
  if (text === item.setting.text) return item;
  const setting = { ...item.setting, text };
  const { width } = context.text.measure(setting);
  const x = setting.direction === "rtl" ? Math.round(item.x + item.width - width) : item.x;
  return { ...item, setting, x, width };
};

/** A word, or a part of one, with everything that its position depends on. */
interface WordLayout {
  whole: TextItem;
  index: number;
  tiltDegrees: number;
  keyword: string | null;
  own: Motion;
  /**
   * Returns the motion of the letters: that of the word, with a lower opacity before and after they are spoken. Their
   * box keeps its opacity.
   */
  letters: Motion;
  at: (id: string, what: Sprite, columns?: Placement["columns"], moved?: Motion) => Placement;
  filled: (color: string) => Sprite;
  outlined: (isHollow: boolean, hasShadow?: boolean) => Sprite;
  glowing: (color: string) => Sprite;
}

const wordLayoutOf = (whole: TextItem, index: number, draw: DrawContext): WordLayout | null => {
  const { page, frame, context, motion, sprite } = draw;
  const { style } = context;
  const coming = wordEntrance(page, whole, frame, context);
  const item = coming && written(whole, draw);
  if (!coming || !item) return null;
  const scale = wordScale(page, item, frame, context);
  const own: Motion = {
    scale: scale * coming.scale,
    opacity: coming.opacity,
    dropPx: coming.dropPx,
  };
  const letters = { ...own, opacity: own.opacity * letterOpacity(page, item, frame, context) };
  // The image is drawn at the scale of rest, where it is sharp; at other scales it is resampled.
  const drawn = scale > 1 ? spokenScales(page, item, context).rest : 1;
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

/** Divides the columns of a line at an edge: those before it and those after it in reading direction. */
const cutAt = (edge: number, item: TextItem) => {
  const left = { ...everything, to: edge };
  const right = { ...everything, from: edge };
  return readingDirection(item.setting) === "rtl"
    ? { before: right, after: left }
    : { before: left, after: right };
};

/** Adds a word that the highlight color fills while it is spoken. */
const placeFilled = (word: WordLayout, upcomingOpacity: number, draw: DrawContext): void => {
  const { page, frame, context, layers } = draw;
  const { style } = context;
  const { whole, own, at, filled, outlined, glowing } = word;
  const part = spokenFraction(page, whole, frame, style.isAnimated);
  const letters = { ...own, opacity: own.opacity * (part > 0 ? 1 : upcomingOpacity) };
  const { before, after } = cutAt(fillEdge(whole, part), whole);
  const lit = word.keyword ?? style.highlightColor;
  if (style.glow && (style.glow.on === "all" || phaseOf(page, whole, frame) === "spoken")) {
    const light = part > 0 ? lit : (style.glow.color ?? style.fontColor);
    layers.glows.push(at("glow", glowing(light), null, letters));
  }
  const isHollow = letters.opacity < 1 || !isOpaque(style.fontColor);
  layers.outlines.push(at("outline", outlined(isHollow)));
  if (part < 1) layers.fills.push(at("base", filled(style.fontColor), part > 0 ? after : null, letters));
  if (part > 0) layers.fills.push(at("said", filled(lit), part < 1 ? before : null));
};

/** The layers of the spoken word lie over those of all others. */
const layersOf = (isSpoken: boolean, { layers }: DrawContext): Omit<Layers, "spoken"> =>
  isSpoken
    ? { boxes: layers.spoken, glows: layers.spoken, outlines: layers.spoken, fills: layers.spoken }
    : layers;

/** Adds a word on its box, marker or line. */
const placeOnBox = (word: WordLayout, isSpoken: boolean, wordBox: WordBoxStyle, draw: DrawContext): void => {
  const { page, frame, context } = draw;
  const { style } = context;
  const { whole, keyword, letters, at, filled, outlined } = word;
  const layers = layersOf(isSpoken, draw);
  const plain = keyword ?? style.fontColor;
  // On a box the word has the box's letter color, because the box is the highlight. Over a line it keeps its own.
  const isGround = wordBox.shape !== "underline";
  const ground = keyword ?? style.highlightColor;
  // A task may choose both colors: yellow on white would be illegible.
  const lit = isGround
    ? legibleOn(ground, wordBox.textColor ?? style.fontColor)
    : (wordBox.textColor ?? plain);
  const box = wordBoxAt(whole, ground, page, frame, context);
  const image = draw.sprite(`${word.index}/wordBox`, box.shape, 1, word.tiltDegrees);
  layers.boxes.push(at("wordBox", image, box.drawn, letters));
  const isHollow = letters.opacity < 1 || !isOpaque(lit);
  // No shadow on a box, where it would look like a stain.
  if (isGround && box.toCome) layers.outlines.push(at("outline/toCome", outlined(isHollow), box.toCome));
  layers.outlines.push(at("outline", outlined(isHollow, !isGround), isGround ? box.drawn : null));
  if (box.toCome && lit !== plain) layers.fills.push(at("base", filled(plain), box.toCome, letters));
  layers.fills.push(at("fill", filled(lit), lit === plain ? null : box.drawn, letters));
};

/** Adds a word that has one color at a time. */
const placeColored = (word: WordLayout, draw: DrawContext): void => {
  const { page, frame, context } = draw;
  const { style } = context;
  const { whole, keyword, letters, at, filled, outlined, glowing } = word;
  const phase = phaseOf(page, whole, frame);
  const isSpoken = style.highlight.kind === "word" && phase === "spoken";
  if (style.wordBox && (isSpoken || (style.wordBox.stays && phase === "past"))) {
    placeOnBox(word, isSpoken, style.wordBox, draw);
    return;
  }
  const layers = layersOf(isSpoken, draw);
  const color = keyword ?? (isSpoken ? style.highlightColor : style.fontColor);
  if (style.glow && (style.glow.on === "all" || isSpoken)) {
    const light = isSpoken || keyword ? color : (style.glow.color ?? color);
    layers.glows.push(at("glow", glowing(light), null, letters));
  }
  layers.outlines.push(at("outline", outlined(letters.opacity < 1 || !isOpaque(color))));
  layers.fills.push(at("fill", filled(color), null, letters));
};

/** Adds the sprites of a word, or of a part of one, to the layers; none before it is visible. */
export const placeWord = (item: TextItem, index: number, draw: DrawContext): void => {
  const { highlight } = draw.context.style;
  const word = wordLayoutOf(item, index, draw);
  if (!word) return;
  if (highlight.kind === "fill") placeFilled(word, highlight.upcomingOpacity, draw);
  else placeColored(word, draw);
};

/** Column up to which a word is filled; whole pixels, so that the two colors never mix. */
const fillEdge = (item: TextItem, part: number): number => {
  const done = readingDirection(item.setting) === "rtl" ? 1 - part : part;
  return Math.round(item.x + item.width * done);
};
