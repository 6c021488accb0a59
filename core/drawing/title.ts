import { wordSegments } from "../languages/word-segments.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { Band } from "../render-plan/filter-graph.ts";
import { readingLength } from "../text/reading-length.ts";
import { isUnspaced } from "../text/scripts.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import {
  bandOf,
  type CaptionTrack,
  chooseFonts,
  coveredBy,
  type DrawingBackend,
  type TrackPage,
  type TrackPlan,
} from "./caption-track.ts";
import { createPageLayout } from "./page-layout.ts";
import type { SceneContext } from "./scene.ts";
import { createTextTool } from "./text-tool.ts";

/** A text that a video shows in its first seconds. */
export interface Title {
  text: string;
  language: string | null;
}

/** A still title: one page of a track that lasts `endFrame` frames. */
export interface TitleTrack extends CaptionTrack {
  pages: readonly [TrackPage];
  band: Band;
  endFrame: number;
}

/** Seconds for which a title is shown: as long as reading takes, within limits. */
const shown = { lettersPerSecond: 15, minSeconds: 3, maxSeconds: 6 };

const readingSeconds = (text: string): number =>
  Math.min(shown.maxSeconds, Math.max(shown.minSeconds, readingLength(text) / shown.lettersPerSecond));

/** Heights at which a title is placed, in percent of the canvas: the first one at which it covers no caption. */
const heights = [0, 100, 50];

/**
 * Lays out a title for the first seconds of a video, at the top of the safe area, or where no caption is. Null when there
 * is nothing to draw.
 *
 * @param style of the title (render-plan/title-style.ts)
 * @param captions of the same video
 */
export const createTitleTrack = (
  drawing: DrawingBackend,
  { text, language }: Title,
  style: CaptionStyle,
  captions: Pick<CaptionTrack, "pages">,
  plan: TrackPlan,
): TitleTrack | null => {
  const endFrame = Math.min(plan.frameCount, Math.round(readingSeconds(text) * framesPerSecond(plan.fps)));
  const words = wordsOf(text, language, endFrame / framesPerSecond(plan.fps));
  const below = captions.pages.filter(({ timed }) => timed.startFrame < endFrame);
  const tracks = heights.flatMap((percent) => {
    const at = { ...style, centerY: (percent * plan.canvas.height) / 100 };
    return trackAt(drawing, words, language, at, plan, endFrame) ?? [];
  });
  return (
    tracks.find((track) => !below.some(({ covered }) => overlapsVertically(covered, track.band))) ??
    tracks[0] ??
    null
  );
};

const overlapsVertically = (covered: TrackPage["covered"], { y, height }: Band): boolean =>
  covered.top < y + height && covered.bottom > y;

/** The words of a text as entries of a transcript. */
const wordsOf = (text: string, language: string | null, endSeconds: number): Transcript =>
  text
    .split(/\s+/u)
    .filter((part) => part !== "")
    .flatMap((part) =>
      [...part].some(isUnspaced) ? wordSegments(part, language ?? "") : [{ segment: part }],
    )
    .map(({ segment }) => ({ text: segment, startSeconds: 0, endSeconds, confidence: 1, type: "word" }));

const trackAt = (
  { surface, library }: DrawingBackend,
  words: Transcript,
  language: string | null,
  style: CaptionStyle,
  plan: TrackPlan,
  endFrame: number,
): TitleTrack | null => {
  const { units, fonts } = chooseFonts(library, words, language, style);
  if (units.length === 0) return null;
  const text = createTextTool(surface, fonts, language);
  const context: SceneContext = {
    surface,
    style,
    text,
    framesPerSecond: framesPerSecond(plan.fps),
    sprites: new Map(),
  };
  const range = { startFrame: 0, endFrame };
  const endSeconds = endFrame / framesPerSecond(plan.fps);
  const page = {
    pageIndex: 0,
    timed: { ...range, page: { units, startSeconds: 0, endSeconds }, words: units.map(() => range) },
    layout: createPageLayout(style, text, language)(units),
    keywordColors: units.map(() => null),
    emoji: [],
  };
  const placed: TrackPage = { ...page, covered: coveredBy(page, context) };
  const band = bandOf([placed], plan);
  return band && { pages: [placed], context, band, endFrame };
};
