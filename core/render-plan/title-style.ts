import type { CaptionStyle } from "./caption-style.ts";
import type { Size } from "./output-geometry.ts";
import { isFullScreen, safeAreaOf } from "./safe-area.ts";

/** Font size as a share of the frame's shorter side: 60 pixels of 1080 on a full-screen frame. */
const fontSizeShare = { fullScreen: 60 / 1080, other: 48 / 1080 };
const maxLines = 4;

/**
 * Returns the style of a title: dark text on a white box, in the area that captions of this frame have by default. Text
 * that is longer than its lines shrinks.
 *
 * @param captions style of the captions of the video
 */
export const titleStyle = (captions: CaptionStyle, canvas: Size): CaptionStyle => {
  const share = isFullScreen(canvas) ? fontSizeShare.fullScreen : fontSizeShare.other;
  const fontSizePx = share * Math.min(canvas.width, canvas.height);
  return {
    ...captions,
    ...{
      fontFamily: "Poppins",
      fontWeight: 700,
      fontSizePx,
      fontColor: "#111111",
      highlightColor: "#111111",
    },
    ...{ letterSpacingPx: 0, wordSpacingPx: 0.28 * fontSizePx, lineHeightPx: 1.28 * fontSizePx },
    ...{ maxLines, isUppercase: false, align: "center", tiltDegrees: 0, punctuation: true },
    ...{ keywordColors: null, fontGradientTo: null, stroke: null, shadow: null, glow: null, emoji: null },
    ...{ highlight: { kind: "none" }, wordBox: null, entrance: null, wordEntrance: null, isAnimated: false },
    // The height that a task sets for captions does not apply to the title.
    safeArea: safeAreaOf(canvas, false),
    box: {
      color: "#FFFFFF",
      per: "caption",
      barPx: 0,
      paddingXPx: 0.5 * fontSizePx,
      paddingYPx: 0.32 * fontSizePx,
      radiusPx: 0.3 * fontSizePx,
    },
  };
};
