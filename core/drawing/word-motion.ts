import { clamp } from "../clamp.ts";
import { between, curveAt } from "./curves.ts";
import type { TextItem } from "./page-layout.ts";
import type { SceneContext, ScenePage } from "./scene.ts";
import { isJoined } from "./text-tool.ts";

/** The transformation of an element at one frame. */
export interface Motion {
  scale: number;
  opacity: number;
  /** Distance below the final position, in pixels. */
  dropPx: number;
}

export const still: Motion = { scale: 1, opacity: 1, dropPx: 0 };

// Adds 1 so that the animation is visible in its first frame; otherwise it would appear to start late.
export const secondsSince = (frame: number, first: number, framesPerSecond: number): number =>
  (frame - first + 1) / framesPerSecond;

type Entrance = NonNullable<SceneContext["style"]["entrance"]>;

const entranceMotion = (entrance: Entrance, seconds: number): Motion => {
  if (seconds >= entrance.seconds) return still;
  const part = curveAt(entrance.curve, seconds / entrance.seconds);
  return {
    scale: between(entrance.fromScale, 1, part),
    opacity: Math.min(1, between(entrance.fromOpacity, 1, part)),
    dropPx: entrance.risePx * (1 - part),
  };
};

export const pageMotion = (page: ScenePage, frame: number, context: SceneContext): Motion => {
  const { entrance } = context.style;
  if (!entrance) return still;
  return entranceMotion(entrance, secondsSince(frame, page.timed.startFrame, context.framesPerSecond));
};

/** Returns the entrance animation of a word; null before it is spoken, when it is invisible. */
export const wordEntrance = (
  page: ScenePage,
  item: TextItem,
  frame: number,
  context: SceneContext,
): Motion | null => {
  const entrance = context.style.wordEntrance;
  const range = page.timed.words[item.unitIndex];
  if (!entrance || !range) return still;
  if (frame < range.startFrame) return null;
  return entranceMotion(entrance, secondsSince(frame, range.startFrame, context.framesPerSecond));
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns the visible part of a word whose letters appear one by one, in whole graphemes. Words in joined scripts
 * appear as a whole, because each letter changes the form of the previous one. The word is complete when its speech
 * ends. Null before its first letter.
 */
export const writtenText = (
  page: ScenePage,
  item: TextItem,
  frame: number,
  { style, framesPerSecond }: SceneContext,
): string | null => {
  const { text } = item.setting;
  const perLetter = style.wordEntrance?.secondsPerLetter ?? 0;
  const range = page.timed.words[item.unitIndex];
  if (perLetter === 0 || !range || frame >= range.endFrame || isJoined(text)) return text;
  const letters = [...graphemes.segment(text)];
  const { from, to } = item.part;
  const lettersOfWord = letters.length / (to - from);
  const spokenSeconds = (range.endFrame - range.startFrame) / framesPerSecond;
  const seconds = Math.min(spokenSeconds, lettersOfWord * perLetter);
  const ofWord = secondsSince(frame, range.startFrame, framesPerSecond) / seconds;
  const count = Math.ceil(((ofWord - from) / (to - from)) * letters.length - 1e-9);
  if (count <= 0) return null;
  const next = letters[count];
  return next ? text.slice(0, next.index) : text;
};

/**
 * Maximum share of the space to an adjacent word that a growing word takes on each side. At rest, words and boxes do
 * not touch. At the peak, outlines may touch for a frame or two, because long words would hardly grow otherwise.
 */
const maxSpaceShare = { rest: 0.4, peak: 0.65 };

/**
 * Returns how far a word may grow on each side: into the space to adjacent words, or to the safe area if it is alone on
 * its line.
 */
const roomToGrow = (page: ScenePage, item: TextItem, { style }: SceneContext, spaceShare: number): number => {
  const hasAdjacentWords = page.layout.items.some(
    ({ unitIndex, baselineY }) => unitIndex !== item.unitIndex && baselineY === item.baselineY,
  );
  if (hasAdjacentWords) return spaceShare * style.wordSpacingPx * page.layout.scale;
  const { left, right } = style.safeArea;
  return Math.max(0, Math.min(item.x - left, right - item.x - item.width));
};

/** Returns the maximum scale of a spoken word, and its scale after that. */
export const spokenScales = (
  page: ScenePage,
  item: TextItem,
  context: SceneContext,
): { peak: number; rest: number } => {
  const { style } = context;
  if (style.highlight.kind !== "word" || !style.isAnimated) return { peak: 1, rest: 1 };
  const atMost = (requested: number, spaceShare: number): number =>
    Math.min(requested, 1 + (2 * roomToGrow(page, item, context, spaceShare)) / Math.max(1, item.width));
  const { peakScale, restScale } = style.highlight;
  return {
    peak: atMost(peakScale, style.wordBox ? maxSpaceShare.rest : maxSpaceShare.peak),
    rest: atMost(restScale, maxSpaceShare.rest),
  };
};

/**
 * Returns the scale of a word: it grows when its speech starts, rests at a smaller scale, and returns to 1 after its
 * speech.
 */
export const wordScale = (page: ScenePage, item: TextItem, frame: number, context: SceneContext): number => {
  const { highlight, isAnimated } = context.style;
  const range = page.timed.words[item.unitIndex];
  if (highlight.kind !== "word" || !isAnimated || !range || frame < range.startFrame) return 1;
  const { attackSeconds, settleSeconds, releaseSeconds } = highlight;
  const { peak, rest } = spokenScales(page, item, context);
  if (frame >= range.endFrame) {
    const since = secondsSince(frame, range.endFrame, context.framesPerSecond);
    return since >= releaseSeconds ? 1 : between(rest, 1, since / releaseSeconds);
  }
  const since = secondsSince(frame, range.startFrame, context.framesPerSecond);
  if (since < attackSeconds) return between(1, peak, curveAt("easeOut", since / attackSeconds));
  if (since < attackSeconds + settleSeconds)
    return between(peak, rest, curveAt("easeOut", (since - attackSeconds) / settleSeconds));
  return rest;
};

/** Returns the opacity of a word's letters, which changes over the same time as its scale. */
export const letterOpacity = (
  page: ScenePage,
  item: TextItem,
  frame: number,
  { style, framesPerSecond }: SceneContext,
): number => {
  const { highlight, isAnimated } = style;
  const range = page.timed.words[item.unitIndex];
  if (highlight.kind !== "word" || !range) return 1;
  const { upcomingOpacity, pastOpacity, attackSeconds, releaseSeconds } = highlight;
  const eased = (from: number, to: number, first: number, seconds: number): number => {
    const since = secondsSince(frame, first, framesPerSecond);
    return isAnimated && since < seconds ? between(from, to, since / seconds) : to;
  };
  if (frame < range.startFrame) return upcomingOpacity;
  if (frame < range.endFrame) return eased(upcomingOpacity, 1, range.startFrame, attackSeconds);
  return eased(1, pastOpacity, range.endFrame, releaseSeconds);
};

export type Phase = "upcoming" | "spoken" | "past";

export const phaseOf = (page: ScenePage, { unitIndex }: TextItem, frame: number): Phase => {
  const range = page.timed.words[unitIndex];
  if (!range || frame < range.startFrame) return "upcoming";
  return frame < range.endFrame ? "spoken" : "past";
};

/** Returns the fraction of a word, or of a part of it, that has been spoken at the end of this frame, 0 to 1. */
export const spokenFraction = (
  page: ScenePage,
  item: TextItem,
  frame: number,
  isAnimated: boolean,
): number => {
  const range = page.timed.words[item.unitIndex];
  if (!range || frame < range.startFrame) return 0;
  if (frame >= range.endFrame || !isAnimated) return 1;
  const ofWord = (frame + 1 - range.startFrame) / (range.endFrame - range.startFrame);
  return clamp((ofWord - item.part.from) / (item.part.to - item.part.from));
};
