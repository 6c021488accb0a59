import { partitionPoint } from "../partition-point.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { FrameRange } from "../time/frame-range.ts";
import type { Extents } from "./page-layout.ts";

/** Areas of one frame that captions keep off, in pixels of the canvas. */
export interface AvoidedAreas {
  frame: number;
  areas: readonly Extents[];
}

/** A page at the height of its style: the area of its text with emoji and boxes. */
export interface PageArea extends Pick<FrameRange, "startFrame" | "endFrame"> {
  area: Extents;
}

/** Heights that are tried, as centers between the edges of the safe area. */
const candidateCount = 9;
/** Costs: of a whole covered area in every frame, of a distance of the whole height, of a change of height, and of one after a pause. */
const costs = { covered: 10, distance: 1, change: 0.6, changeAfterPause: 0.15 };
/** A change of height is not noticed after a pause this long. */
const pauseSeconds = 1;
/** An area covered by less than this share is not hidden: the margins of faces are wide. */
const toleratedShare = 0.08;

/**
 * Chooses the height of each page, so that captions cover the least of the avoided areas and rarely change their height; the style's own
 * height where nothing is covered. Returns the vertical centers in pixels of the canvas, one per page.
 *
 * @param pages in order of time
 * @param avoided in order of frames
 */
export const choosePageHeights = (
  pages: readonly PageArea[],
  avoided: readonly AvoidedAreas[],
  { centerY, safeArea }: Pick<CaptionStyle, "centerY" | "safeArea">,
  framesPerSecond: number,
): number[] => {
  const heights = pages.map(({ area }) => area.bottom - area.top);
  const tallest = Math.min(Math.max(0, ...heights), safeArea.bottom - safeArea.top);
  const [highest, lowest] = [safeArea.top + tallest / 2, safeArea.bottom - tallest / 2];
  const steps = Array.from({ length: candidateCount }, (_, step) => step / (candidateCount - 1));
  const centers = [centerY, ...steps.map((share) => Math.round(highest + share * (lowest - highest)))];
  const canvasHeight = safeArea.bottom + safeArea.top;
  const own = pages.map((page) => {
    const near = areasDuring(page, avoided);
    return centers.map(
      (center) =>
        costs.covered * coveredShare(moved(page.area, center - centerY), near) +
        (costs.distance * Math.abs(center - centerY)) / canvasHeight,
    );
  });
  const changes = pages.map((page, index) => {
    const pause = (page.startFrame - (pages[index - 1]?.endFrame ?? 0)) / framesPerSecond;
    return pause >= pauseSeconds ? costs.changeAfterPause : costs.change;
  });
  return cheapestPath(own, changes).map((choice) => centers[choice] ?? centerY);
};

const moved = (area: Extents, byPx: number): Extents => ({
  ...area,
  top: area.top + byPx,
  bottom: area.bottom + byPx,
});

/** Returns the areas of the frames that a page is shown in, with the frame before and after them. */
const areasDuring = (
  { startFrame, endFrame }: PageArea,
  avoided: readonly AvoidedAreas[],
): readonly AvoidedAreas[] => {
  const from = partitionPoint(avoided, ({ frame }) => frame < startFrame);
  const to = partitionPoint(avoided, ({ frame }) => frame < endFrame);
  return avoided.slice(Math.max(0, from - 1), to + 1);
};

/** Returns how much of the areas a caption covers: the mean over frames of the most covered area's share. */
const coveredShare = (caption: Extents, frames: readonly AvoidedAreas[]): number => {
  if (frames.length === 0) return 0;
  const sum = frames.reduce(
    (total, { areas }) => total + Math.max(0, ...areas.map((area) => shareOf(area, caption))),
    0,
  );
  return sum / frames.length;
};

const shareOf = (area: Extents, by: Extents): number => {
  const width = Math.min(area.right, by.right) - Math.max(area.left, by.left);
  const height = Math.min(area.bottom, by.bottom) - Math.max(area.top, by.top);
  if (width <= 0 || height <= 0) return 0;
  const share = (width * height) / ((area.right - area.left) * (area.bottom - area.top));
  return share < toleratedShare ? 0 : share;
};

/** Returns the choice of each step with the lowest sum of costs. Source: Viterbi. */
const cheapestPath = (own: readonly (readonly number[])[], changes: readonly number[]): number[] => {
  const origins: number[][] = [];
  let sums: number[] = [];
  own.forEach((row, index) => {
    const best = sums.indexOf(Math.min(...sums));
    const change = changes[index] ?? 0;
    const from = row.map((_, choice) =>
      index === 0 || (sums[choice] ?? 0) <= (sums[best] ?? 0) + change ? choice : best,
    );
    sums = row.map((cost, choice) => {
      const origin = from[choice] ?? choice;
      return cost + (sums[origin] ?? 0) + (origin === choice ? 0 : change);
    });
    origins.push(from);
  });
  const path: number[] = [];
  let choice = sums.indexOf(Math.min(...sums));
  for (let index = own.length - 1; index >= 0; index -= 1) {
    path[index] = choice;
    choice = origins[index]?.[choice] ?? choice;
  }
  return path;
};
