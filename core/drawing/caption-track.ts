import { type CaptionUnit, captionUnits } from "../captions/caption-unit.ts";
import { emojiOf, withoutBoxes } from "../captions/clean-text.ts";
import { type TimedPage, timePages } from "../captions/frame-times.ts";
import { paginate } from "../captions/paginate.ts";
import { uppercase } from "../languages/letter-case.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { Band } from "../render-plan/filter-graph.ts";
import type { OutputPlan } from "../render-plan/output-plan.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { emojiFamily } from "./font-catalog.ts";
import { type FontChain, prepareFonts } from "./font-chain.ts";
import type { FontLibrary } from "./font-library.ts";
import { type AvoidedAreas, choosePageHeights, type PageArea } from "./page-heights.ts";
import { createPageLayout, type Extents, type PageLayout, type TextItem } from "./page-layout.ts";
import { type SceneContext, type ScenePage, sceneAt } from "./scene.ts";
import type { TextSurface } from "./text-surface.ts";
import { createTextTool, type TextTool } from "./text-tool.ts";
import { margin, maxLineWidth, settingOf } from "./unit-setting.ts";

export interface TrackPage extends ScenePage {
  /**
   * The maximum area that it covers in any frame, in pixels of the canvas; inverted infinite bounds when nothing is
   * drawn.
   */
  covered: Extents;
}

/** The laid-out pages of a video's captions with their frames, and the area that they cover. */
export interface CaptionTrack {
  pages: readonly TrackPage[];
  context: SceneContext;
  /** Null when no caption is drawn. */
  band: Band | null;
}

/** The canvas implementation that measures and draws captions, with its fonts. */
export interface DrawingBackend {
  surface: TextSurface;
  library: FontLibrary;
}

/** The properties of an output on which captions depend. */
export type TrackPlan = Pick<OutputPlan, "canvas" | "fps" | "frameCount">;

const displayed = (transcript: Transcript, style: CaptionStyle, language: string | null): CaptionUnit[] =>
  captionUnits(transcript, { language, punctuation: style.punctuation }).map((unit) =>
    style.isUppercase ? { ...unit, text: uppercase(unit.text, language) } : unit,
  );

const drawable = (units: readonly CaptionUnit[], style: CaptionStyle, fonts: FontChain): CaptionUnit[] =>
  units.flatMap((unit) => {
    const { family, weight } = settingOf(unit, unit.text, style, 1, "ltr");
    const { hasTogether } = fonts(family, weight, unit.text);
    const text = withoutBoxes(unit.text, hasTogether);
    return text === "" ? [] : [{ ...unit, text, emoji: unit.emoji && emojiOf(unit.emoji, hasTogether) }];
  });

const emojiWeight = 400;

/** The words as they are drawn, and their fonts. */
export interface ChosenFonts {
  units: CaptionUnit[];
  fonts: FontChain;
}

/** Chooses the fonts of all words, and removes characters that no font can draw. Does not measure text. */
export const chooseFonts = (
  library: FontLibrary,
  transcript: Transcript,
  language: string | null,
  style: CaptionStyle,
): ChosenFonts => {
  const displayedUnits = displayed(transcript, style, language);
  const allText = displayedUnits.map((unit) => `${unit.text} ${unit.emoji ?? ""}`).join(" ");
  const fonts = prepareFonts(library, allText, language);
  const units = drawable(displayedUnits, style, fonts);
  for (const { emoji } of units) if (emoji) fonts(emojiFamily.family, emojiWeight, emoji);
  return { units, fonts };
};

/** A page of captions with its frames, not laid out yet. */
export type PagePlan = Omit<ScenePage, "layout" | "emoji">;

/**
 * The pages of a transcript. They depend on all words, but the layout of a page depends on its own words only, so that
 * pages are laid out on demand.
 */
export interface CaptionPages {
  pages: readonly PagePlan[];
  context: SceneContext;
  /** Computes the positions of the words of a page, at the height of the style or at another center in pixels of the canvas. */
  layOut(page: PagePlan, centerY?: number): ScenePage;
}

/** Splits words into pages with the frames of an output. */
export const divideIntoPages = (
  surface: TextSurface,
  { units, fonts }: ChosenFonts,
  language: string | null,
  style: CaptionStyle,
  plan: TrackPlan,
): CaptionPages => {
  const text = createTextTool(surface, fonts, language);
  const rate = framesPerSecond(plan.fps);
  const context: SceneContext = { surface, style, text, framesPerSecond: rate, sprites: new Map() };
  const captionPages = paginate(units, {
    maxWords: style.displayWords,
    maxLines: style.maxLines,
    maxLineWidth: maxLineWidth(style),
    measure: (unit) => ({
      width: text.measure(settingOf(unit, unit.text, style, 1, "ltr")).width,
      spaceWidth: style.wordSpacingPx,
    }),
  });
  const colors = style.keywordColors;
  let keywords = 0;
  const pages = timePages(captionPages, plan.fps, plan.frameCount).map((timed, pageIndex) => {
    const keywordColors = timed.page.units.map((unit) =>
      unit.important && colors ? (colors[keywords++ % colors.length] ?? null) : null,
    );
    return { pageIndex, timed, keywordColors };
  });
  const places = new Map<number, ReturnType<typeof createPageLayout>>();
  const layOut = (page: PagePlan, centerY = style.centerY): ScenePage => {
    const place = places.get(centerY) ?? createPageLayout({ ...style, centerY }, text, language);
    places.set(centerY, place);
    const layout = place(page.timed.page.units);
    return { ...page, layout, emoji: placeEmoji(page.timed, layout, style, text) };
  };
  return { pages, context, layOut };
};

/**
 * Lays out the captions of an output.
 *
 * @param avoided areas of frames that captions keep off, in order; empty: all captions are at the height of the style
 * @param frames only pages that are visible within these frames are laid out, at the same positions as in the whole
 * video
 */
export const createCaptionTrack = (
  { surface, library }: DrawingBackend,
  transcript: Transcript,
  language: string | null,
  style: CaptionStyle,
  plan: TrackPlan,
  frames: FrameRange = { startFrame: 0, endFrame: plan.frameCount },
  avoided: readonly AvoidedAreas[] = [],
): CaptionTrack => {
  const chosen = chooseFonts(library, transcript, language, style);
  const captions = divideIntoPages(surface, chosen, language, style, plan);
  const { pages: planned, context, layOut } = captions;
  const centerOf = avoided.length === 0 ? () => style.centerY : heightsOf(captions, avoided);
  const pages = planned
    .filter(({ timed }) => timed.endFrame >= frames.startFrame && timed.startFrame <= frames.endFrame)
    .map((pagePlan): TrackPage => {
      const page = layOut(pagePlan, centerOf(pagePlan));
      return { ...page, covered: coveredBy(page, context) };
    });
  return { pages, context, band: bandOf(pages, plan) };
};

/** Returns a function of the height of a page. */
const heightsOf = (
  { pages, context: { style, framesPerSecond: rate }, layOut }: CaptionPages,
  avoided: readonly AvoidedAreas[],
): ((page: PagePlan) => number) => {
  const areas = pages.map((pagePlan): PageArea => {
    const { layout, emoji } = layOut(pagePlan);
    const edge = layout.scale * margin(style).y;
    const tops = emoji.map(({ item }) => item.baselineY - item.ascent);
    const bottoms = emoji.map(({ item }) => item.baselineY + item.descent);
    const area = {
      ...{ left: layout.left, right: layout.right },
      top: Math.min(layout.top - edge, ...tops),
      bottom: Math.max(layout.bottom + edge, ...bottoms),
    };
    return { startFrame: pagePlan.timed.startFrame, endFrame: pagePlan.timed.endFrame, area };
  });
  const heights = choosePageHeights(areas, avoided, style, rate);
  return ({ pageIndex }) => heights[pageIndex] ?? style.centerY;
};

/** Places emoji above the caption, or below it if there is not enough space above. */
const placeEmoji = (
  timed: TimedPage,
  layout: PageLayout,
  style: CaptionStyle,
  text: TextTool,
): ScenePage["emoji"] => {
  const { emoji } = style;
  if (!emoji) return [];
  return timed.page.units.flatMap((unit, index) => {
    if (!unit.emoji) return [];
    const setting = {
      text: unit.emoji,
      // An uploaded font may have a monochrome glyph for it.
      family: emojiFamily.family,
      weight: emojiWeight,
      sizePx: emoji.sizePx * layout.scale,
      letterSpacingPx: 0,
      direction: "ltr" as const,
    };
    const wide = text.measure(setting).width;
    setting.sizePx *= Math.min(1, maxLineWidth(style, layout.scale) / Math.max(1, wide));
    const ink = text.measure(setting);
    const gapPx = emoji.gapPx * layout.scale;
    const isRoomAbove = layout.top - gapPx - setting.sizePx >= style.safeArea.top;
    const baselineY = isRoomAbove
      ? layout.top - gapPx - ink.inkDescent
      : layout.bottom + gapPx + ink.inkAscent;
    const item: TextItem = {
      unitIndex: index,
      setting,
      x: Math.round((layout.left + layout.right - ink.width) / 2),
      baselineY: Math.round(baselineY),
      width: ink.width,
      ascent: ink.inkAscent,
      descent: ink.inkDescent,
      part: { from: 0, to: 1 },
    };
    return [{ item, firstFrame: timed.words[index]?.startFrame ?? timed.startFrame }];
  });
};

/** The growth of a spoken word takes less time than this. */
const minMotionSeconds = 0.4;

/** Returns the frames at which a page may cover its maximum area: those of animations, at most 30 per second. */
const widestFrames = (page: ScenePage, { style, framesPerSecond: rate }: SceneContext): number[] => {
  const seconds = Math.max(minMotionSeconds, style.entrance?.seconds ?? 0, style.wordEntrance?.seconds ?? 0);
  const motionFrames = Math.ceil(seconds * rate);
  const step = Math.max(1, Math.floor(rate / 30));
  const frames = new Set<number>();
  for (const { startFrame, endFrame } of [page.timed, ...page.timed.words]) {
    for (let frame = startFrame; frame < Math.min(endFrame, startFrame + motionFrames); frame += step)
      frames.add(frame);
  }
  return [...frames].filter((frame) => frame < page.timed.endFrame);
};

const emptyExtents: Extents = {
  left: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
};

const union = (one: Extents, other: Extents): Extents => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Returns the maximum area that a page covers in any frame. */
export const coveredBy = (page: ScenePage, context: SceneContext): Extents =>
  widestFrames(page, context)
    .flatMap((frame) => sceneAt(page, frame, context))
    .map(({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height }))
    .reduce(union, emptyExtents);

/**
 * Returns the smallest rectangle with even sides within the canvas that contains every page; null when there is none.
 */
export const bandOf = (pages: readonly TrackPage[], plan: TrackPlan): Band | null => {
  const { left, top, right, bottom } = pages.map(({ covered }) => covered).reduce(union, emptyExtents);
  if (left > right) return null;
  const evenDown = (value: number): number => 2 * Math.floor(value / 2);
  const x = Math.max(0, evenDown(left));
  const y = Math.max(0, evenDown(top));
  // An odd canvas keeps its last column or row empty, because the sides are even.
  const width = Math.min(evenDown(plan.canvas.width) - x, evenDown(Math.ceil(right) - x + 1));
  const height = Math.min(evenDown(plan.canvas.height) - y, evenDown(Math.ceil(bottom) - y + 1));
  return width < 2 || height < 2 ? null : { x, y, width, height };
};
