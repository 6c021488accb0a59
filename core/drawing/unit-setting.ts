import type { CaptionUnit } from "../captions/caption-unit.ts";
import { familyOfFile } from "../fonts/file-family.ts";
import type { CaptionStyle } from "../render-plan/caption-style.ts";
import type { Direction } from "../text/visual-order.ts";
import { bundledFamily } from "./font-chain.ts";
import type { TextSetting } from "./text-tool.ts";

/** Returns the word's own font if it is available, else that of the style. */
const familyOf = ({ fontFileKey, fontFamily }: CaptionUnit, style: CaptionStyle): string => {
  if (fontFileKey !== null) return familyOfFile(fontFileKey);
  return fontFamily !== null && bundledFamily(fontFamily) !== null ? fontFamily : style.fontFamily;
};

export const settingOf = (
  unit: CaptionUnit,
  text: string,
  style: CaptionStyle,
  scale: number,
  direction: Direction,
): TextSetting => ({
  text,
  family: familyOf(unit, style),
  // CSS allows fractions; the canvas reads whole weights only.
  weight: Math.round(unit.fontWeight ?? style.fontWeight),
  sizePx: style.fontSizePx * scale,
  letterSpacingPx: style.letterSpacingPx * scale,
  direction,
});

/** Returns what the outline and the boxes add to the text on each side. */
export const margin = (style: CaptionStyle): { x: number; y: number } => ({
  x: Math.max(
    style.stroke?.widthPx ?? 0,
    (style.box?.paddingXPx ?? 0) + (style.box?.barPx ?? 0),
    style.wordBox?.paddingXPx ?? 0,
  ),
  y: Math.max(style.stroke?.widthPx ?? 0, style.box?.paddingYPx ?? 0, style.wordBox?.paddingYPx ?? 0),
});

/** Returns the maximum width of a line at a scale of the font; outline and boxes have the same scale. */
export const maxLineWidth = (style: CaptionStyle, scale = 1): number =>
  Math.max(8, style.safeArea.right - style.safeArea.left - 2 * scale * margin(style).x);

/**
 * Returns the largest scale, at most 1, at which a line fits into the safe area; `fullWidth` is its width at scale 1.
 */
export const fittingScale = (style: CaptionStyle, fullWidth: number): number => {
  const { left, right } = style.safeArea;
  return Math.min(1, Math.max(8, right - left) / (fullWidth + 2 * margin(style).x));
};
