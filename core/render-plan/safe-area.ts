import type { Size } from "./output-geometry.ts";

/** Percent of a frame's width and height that stay free of captions. */
interface Margins {
  top: number;
  bottom: number;
  /** Left and right alike: captions stand in the middle. */
  sides: number;
}

/** Feeds and players show these frames with nothing of their own over them, but for a mute button or a progress bar. */
const clear: Margins = { top: 6, bottom: 7, sides: 8 };

/**
 * Apps show these frames on the whole screen, under their own things: 269, 480 and 119 pixels of 1080 × 1920.
 *
 * - Top: 14 % in Meta's guide to Reels, 15 % in Google's to Shorts; TikTok's tabs end sooner.
 * - Bottom: title, name and audio take the lowest fifth on TikTok and Reels, a quarter on Shorts. The 35 % of Meta's and
 *   Google's guides to paid ads holds a button too: a task for such ads sets `top`.
 * - Sides: the column of buttons at the right is 120 pixels wide (in Google's guide 192 with its own margin); the left keeps
 *   the same, because captions stand in the middle.
 */
const fullScreen: Margins = { top: 14, bottom: 25, sides: 11 };

/** A task's `top` takes precedence over the margins of apps; the action-safe area of EBU R 95 still holds. */
const actionSafe = 3.5;

/** Frames that are taller than this for their width (3:4 and 4:5 are not, 9:16 and 2:3 are) fill a phone's screen. */
const fullScreenFrom = 1.4;

export const isFullScreen = ({ width, height }: Size): boolean => height > fullScreenFrom * width;

/** Edges in pixels of the canvas between which captions stand. */
export interface SafeArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The one rule of where captions may stand. It is the frame's shape that decides, never the template.
 *
 * @param isPlaced whether the task has said at which height captions stand
 */
export const safeAreaOf = (canvas: Size, isPlaced: boolean): SafeArea => {
  const { sides, ...own } = isFullScreen(canvas) ? fullScreen : clear;
  const { top, bottom } = isPlaced ? { top: actionSafe, bottom: actionSafe } : own;
  return {
    left: (sides * canvas.width) / 100,
    top: (top * canvas.height) / 100,
    right: canvas.width - (sides * canvas.width) / 100,
    bottom: canvas.height - (bottom * canvas.height) / 100,
  };
};
