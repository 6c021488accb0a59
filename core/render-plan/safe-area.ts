import type { Size } from "./output-geometry.ts";

/** Margins without captions, in percent of the frame's width and height. */
interface Margins {
  top: number;
  bottom: number;
  /** The left and right margin; equal, because captions are centered. */
  sides: number;
}

/** Margins of frames over which players draw at most a mute button or a progress bar. */
const defaultMargins: Margins = { top: 6, bottom: 7, sides: 8 };

/**
 * Margins of frames that apps show on the whole screen, below their own controls: 269, 480 and 119 pixels of 1080 ×
 * 1920.
 *
 * - Top: 14 % in Meta's guide to Reels, 15 % in Google's to Shorts; the controls of TikTok are smaller.
 * - Bottom: title, name and audio take the lowest fifth on TikTok and Reels, a quarter on Shorts. Meta's and Google's
 * guides to paid ads state 35 %, for a button: a task for such ads sets `top`.
 * - Sides: the column of buttons on the right is 120 pixels wide (192 with a margin in Google's guide). The left margin
 * is equal, because captions are centered.
 */
const fullScreenMargins: Margins = { top: 14, bottom: 25, sides: 11 };

/** A task's `top` takes precedence over the margins of apps, but not over the action-safe area of EBU R 95. */
const actionSafePercent = 3.5;

/**
 * Minimum ratio of height to width at which apps show a frame on the whole screen: 9:16 and 2:3, but not 3:4 and 4:5.
 */
const minFullScreenRatio = 1.4;

export const isFullScreen = ({ width, height }: Size): boolean => height > minFullScreenRatio * width;

/** Edges of the area for captions, in pixels of the canvas. */
export interface SafeArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Returns the area for captions. It depends on the shape of the frame, not on the template.
 *
 * @param isPlaced whether the task sets the height of captions (`top`)
 */
export const safeAreaOf = (canvas: Size, isPlaced: boolean): SafeArea => {
  const { sides, ...own } = isFullScreen(canvas) ? fullScreenMargins : defaultMargins;
  const { top, bottom } = isPlaced ? { top: actionSafePercent, bottom: actionSafePercent } : own;
  return {
    left: (sides * canvas.width) / 100,
    top: (top * canvas.height) / 100,
    right: canvas.width - (sides * canvas.width) / 100,
    bottom: canvas.height - (bottom * canvas.height) / 100,
  };
};
