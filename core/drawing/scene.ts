import type { TimedPage } from "../captions/frame-times.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import { between, curveAt } from "./curves.ts";
import type { PageLayout, TextItem } from "./page-layout.ts";
import { place } from "./placement.ts";
import { captionBoxes } from "./scene-boxes.ts";
import { placeWord } from "./scene-words.ts";
import { makeSprite, type Shape, type Sprite } from "./sprite.ts";
import type { TextSurface } from "./text-surface.ts";
import type { TextTool } from "./text-tool.ts";
import { type Motion, pageMotion, secondsSince } from "./word-motion.ts";

/** A sprite on the canvas at one frame. */
export interface Placement {
  /** Identifies the same thing in other frames. */
  id: string;
  sprite: Sprite;
  /** May be fractions when scaled; whole when drawn at its own size. */
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
  /** Only the part between these columns of the canvas is drawn; null: all of it. */
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
  surface: TextSurface;
  style: CaptionStyle;
  text: TextTool;
  framesPerSecond: number;
  /** Sprites of recent pages, by key. */
  sprites: Map<string, Sprite>;
}

/** A page has fewer. Bounds the memory of long videos. */
const maxSprites = 1000;

export type SpriteMaker = (name: string, shape: Shape, scale?: number, tiltDegrees?: number) => Sprite;

/**
 * Layers from back to front: the outline or glow of a word never covers the letters of another one, except that of the
 * spoken word.
 */
export interface Layers {
  boxes: Placement[];
  glows: Placement[];
  outlines: Placement[];
  fills: Placement[];
  spoken: Placement[];
}

/** The data from which the words of one frame are placed. */
export interface DrawContext {
  page: ScenePage;
  frame: number;
  context: SceneContext;
  motion: Motion;
  sprite: SpriteMaker;
  layers: Layers;
}

/** Creates the sprites of a page, or returns those of an earlier frame. */
const spriteMaker =
  (page: ScenePage, { style, text, sprites }: SceneContext): SpriteMaker =>
  (name, shape, scale = 1, tiltDegrees = 0) => {
    const key = `${page.pageIndex}/${name}/${scale}`;
    const known = sprites.get(key);
    if (known) return known;
    const made = makeSprite(key, shape, { scale, tiltDegrees }, style, text);
    sprites.set(key, made);
    return made;
  };

/** Returns everything on the canvas at a frame of a page, from back to front. */
export const sceneAt = (page: ScenePage, frame: number, context: SceneContext): Placement[] => {
  if (context.sprites.size > maxSprites) context.sprites.clear();
  const motion = pageMotion(page, frame, context);
  const sprite = spriteMaker(page, context);
  const layers: Layers = { boxes: [], glows: [], outlines: [], fills: [], spoken: [] };
  layers.boxes.push(...captionBoxes(page, frame, context, motion, sprite));
  const draw: DrawContext = { page, frame, context, motion, sprite, layers };
  page.layout.items.forEach((item, index) => {
    placeWord(item, index, draw);
  });
  const { boxes, glows, outlines, fills, spoken } = layers;
  return [...boxes, ...glows, ...outlines, ...fills, ...spoken, ...emojiAt(draw)];
};

/** How long an emoji takes to appear. */
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
