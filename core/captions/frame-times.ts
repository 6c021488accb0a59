import type { FrameRange } from "../time/frame-range.ts";
import type { Rational } from "../time/rational.ts";
import { bridgedGapSeconds, type CaptionPage } from "./paginate.ts";

export interface TimedPage extends FrameRange {
  page: CaptionPage;
  /** When each unit is highlighted, in the order of `page.units`. */
  words: FrameRange[];
}

/**
 * The first frame that shows something which starts at `seconds`: the first one that stands at or after it, at exact
 * frame times n × den / num. Transcripts carry milliseconds, so half of one counts as on time.
 */
export const frameAt = (seconds: number, fps: Rational): number =>
  Math.max(0, Math.ceil(((seconds - 0.0005) * fps.num) / fps.den - 1e-6));

/** As `frameAt`; what begins while the video's last frame is on screen is seen on that one. */
const frameWithin = (seconds: number, fps: Rational, frameCount: number): number => {
  const isWithin = ((seconds + 0.0005) * fps.num) / fps.den < frameCount;
  return Math.min(frameAt(seconds, fps), isWithin ? frameCount - 1 : frameCount);
};

/**
 * Frames of pages and words. Everything is seen for at least one frame (words without length too), pages never
 * overlap, nothing goes beyond `frameCount`; what starts there is dropped.
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
    // Two words in one frame: the later one waits for the next frame, as long as the page lasts.
    const earliest = previous ? Math.max(previous.startFrame + 1, range.startFrame) : range.startFrame;
    const startFrame = Math.min(Math.max(frameAt(unit.startSeconds, fps), earliest), range.endFrame - 1);
    const endFrame = Math.min(Math.max(frameAt(spokenUntil, fps), startFrame + 1), range.endFrame);
    if (previous && previous.endFrame > startFrame) previous.endFrame = startFrame;
    words.push({ startFrame, endFrame });
  });
  // Across the small gap to the next page the last word keeps its highlight, as words inside a page do.
  const last = words.at(-1);
  const lastUnit = page.units.at(-1);
  if (last && lastUnit && page.endSeconds - lastUnit.endSeconds <= bridgedGapSeconds)
    last.endFrame = range.endFrame;
  return words;
};
