import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import { bridgedGapSeconds, type CaptionPage } from "./paginate.ts";

export interface TimedPage extends FrameRange {
  page: CaptionPage;
  /** Highlighted frames of each unit, in the order of `page.units`. */
  words: FrameRange[];
}

/**
 * Returns the first frame at or after `seconds`, at exact frame times n × den / num. Transcripts have millisecond
 * times, so half a millisecond is tolerated.
 */
export const frameAt = (seconds: number, fps: Rational): number =>
  Math.max(0, Math.ceil(((seconds - 0.0005) * fps.num) / fps.den - 1e-6));

/** Like `frameAt`, but a time during the last frame of the video is assigned to that frame. */
const frameWithin = (seconds: number, fps: Rational, frameCount: number): number => {
  const isWithin = ((seconds + 0.0005) * fps.num) / fps.den < frameCount;
  return Math.min(frameAt(seconds, fps), isWithin ? frameCount - 1 : frameCount);
};

/**
 * Returns the frames of pages and words. Each page and word has at least one frame, also words without a duration.
 * Pages do not overlap. Pages that start after the last frame are dropped.
 */
export const timePages = (pages: readonly CaptionPage[], fps: Rational, frameCount: number): TimedPage[] => {
  const timed: TimedPage[] = [];
  pages.forEach((page) => {
    const startFrame = Math.max(frameWithin(page.startSeconds, fps, frameCount), timed.at(-1)?.endFrame ?? 0);
    const endFrame = Math.min(Math.max(frameAt(page.endSeconds, fps), startFrame + 1), frameCount);
    if (startFrame >= frameCount) return;
    timed.push({ page, startFrame, endFrame, words: timeWords(page, fps, { startFrame, endFrame }) });
  });
  return timed;
};

const timeWords = (page: CaptionPage, fps: Rational, range: FrameRange): FrameRange[] => {
  const words: FrameRange[] = [];
  page.units.forEach((unit, index) => {
    const next = page.units[index + 1];
    const spokenUntil =
      next && next.startSeconds - unit.endSeconds <= bridgedGapSeconds ? next.startSeconds : unit.endSeconds;
    const previous = words.at(-1);
    // If two words start in one frame, the later one starts one frame later, within the page.
    const earliest = previous ? Math.max(previous.startFrame + 1, range.startFrame) : range.startFrame;
    const startFrame = Math.min(Math.max(frameAt(unit.startSeconds, fps), earliest), range.endFrame - 1);
    const endFrame = Math.min(Math.max(frameAt(spokenUntil, fps), startFrame + 1), range.endFrame);
    if (previous && previous.endFrame > startFrame) previous.endFrame = startFrame;
    words.push({ startFrame, endFrame });
  });
  // The last word stays highlighted during a short gap before the next page, like words within a page.
  const last = words.at(-1);
  const lastUnit = page.units.at(-1);
  if (last && lastUnit && page.endSeconds - lastUnit.endSeconds <= bridgedGapSeconds)
    last.endFrame = range.endFrame;
  return words;
};
