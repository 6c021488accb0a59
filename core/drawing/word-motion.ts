import { between, curveAt } from "./curves.ts";
import type { TextItem } from "./page-layout.ts";
import type { SceneContext, ScenePage } from "./scene.ts";
import { isJoined } from "./text-tool.ts";

/** What is done to a frame at one frame. */
export interface Motion {
  scale: number;
  opacity: number;
  /** How far below its place it is, pixels. */
  dropPx: number;
}

export const still: Motion = { scale: 1, opacity: 1, dropPx: 0 };

// Motion starts with the first frame that shows it (hence + 1): a first frame at rest would look late.
export const secondsSince = (frame: number, first: number, framesPerSecond: number): number =>
  (frame - first + 1) / framesPerSecond;

type Entrance = NonNullable<SceneContext["style"]["entrance"]>;

const entered = (entrance: Entrance, seconds: number): Motion => {
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
  return entered(entrance, secondsSince(frame, page.timed.startFrame, context.framesPerSecond));
};

/** How a word comes in when it is spoken; null while it is not to be seen yet. */
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
  return entered(entrance, secondsSince(frame, range.startFrame, context.framesPerSecond));
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * What of a word has been written when its letters come one by one: whole graphemes, and all of it in joined scripts,
 * whose letters change their form with the next one. It is complete when the word has been spoken. Null: nothing yet.
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
 * Parts of the space to adjacent words that a growing word takes at most on each side: while it rests they never touch, nor
 * does a box touch letters; at the peak, for a frame or two, outlines may meet, else long words would hardly pop.
 */
const spaceTaken = { rest: 0.4, peak: 0.65 };

/** How far a word may grow on each side: into the space to adjacent words, or, alone on its line, to the safe area. */
const roomToGrow = (page: ScenePage, item: TextItem, { style }: SceneContext, taken: number): number => {
  const hasAdjacentWords = page.layout.items.some(
    ({ unitIndex, baselineY }) => unitIndex !== item.unitIndex && baselineY === item.baselineY,
  );
  if (hasAdjacentWords) return taken * style.wordSpacingPx * page.layout.scale;
  const { left, right } = style.safeArea;
  return Math.max(0, Math.min(item.x - left, right - item.x - item.width));
};

/** Sizes of a word while it is spoken: where it grows to, and where it rests. */
export const grown = (
  page: ScenePage,
  item: TextItem,
  context: SceneContext,
): { peak: number; rest: number } => {
  const { style } = context;
  if (style.highlight.kind !== "word" || !style.isAnimated) return { peak: 1, rest: 1 };
  const atMost = (wanted: number, taken: number): number =>
    Math.min(wanted, 1 + (2 * roomToGrow(page, item, context, taken)) / Math.max(1, item.width));
  const { peakScale, restScale } = style.highlight;
  return {
    peak: atMost(peakScale, style.wordBox ? spaceTaken.rest : spaceTaken.peak),
    rest: atMost(restScale, spaceTaken.rest),
  };
};

/** Size of a word: grows as it is spoken, rests a little larger, and goes back. */
export const wordScale = (page: ScenePage, item: TextItem, frame: number, context: SceneContext): number => {
  const { highlight, isAnimated } = context.style;
  const range = page.timed.words[item.unitIndex];
  if (highlight.kind !== "word" || !isAnimated || !range || frame < range.startFrame) return 1;
  const { attackSeconds, settleSeconds, releaseSeconds } = highlight;
  const { peak, rest } = grown(page, item, context);
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

/** Opacity of a word's letters by whether it is to come, spoken or past; changes take as long as those of its size. */
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

/** How much of a word, or of a piece of it, has been said at the end of this frame, 0 to 1. */
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
  return Math.min(1, Math.max(0, (ofWord - item.part.from) / (item.part.to - item.part.from)));
};
