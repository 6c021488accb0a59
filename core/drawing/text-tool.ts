import { localeOf } from "../languages/letter-case.ts";
import type { Direction } from "../text/visual-order.ts";
import type { FontChain } from "./font-chain.ts";
import type { Pen, TextSurface } from "./text-surface.ts";

/** All properties on which the rendering of a text depends. */
export interface TextSetting {
  text: string;
  family: string;
  weight: number;
  sizePx: number;
  letterSpacingPx: number;
  direction: Direction;
}

/** In pixels relative to the pen position on the baseline; ink may exceed the advance width. */
export interface TextMetrics {
  width: number;
  inkLeft: number;
  inkRight: number;
  inkAscent: number;
  inkDescent: number;
}

export interface TextTool {
  measure(setting: TextSetting): TextMetrics;
  /**
   * Prepares a context for `fillText` and `strokeText` with this setting, with an alphabetic baseline and left
   * alignment.
   *
   * @returns the text to pass to them
   */
  apply(context: Pen, setting: TextSetting): string;
}

/** Scripts with joined or stacked letters, which letter spacing would separate. */
const joinedScript =
  /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

export const isJoined = (text: string): boolean => joinedScript.test(text);

/** Text is measured at this size, and the results are scaled: see `measure`. */
const measuredSizePx = 256;

export const createTextTool = (surface: TextSurface, fonts: FontChain, language: string | null): TextTool => {
  const scratch = surface.createCanvas(8, 8).getContext("2d");
  const known = new Map<string, TextMetrics>();
  const apply = (context: Pen, setting: TextSetting): string => {
    const { families, weight, drawnText } = fonts(setting.family, setting.weight, setting.text);
    context.font = `${weight} ${setting.sizePx}px ${families}`;
    // Shaping depends on the language of the words (Serbian т, Turkish ı), not on that of the host.
    context.lang = localeOf(language);
    context.direction = setting.direction;
    context.letterSpacing = isJoined(setting.text) ? "0px" : `${setting.letterSpacingPx}px`;
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    context.fontKerning = "normal";
    return drawnText;
  };
  /**
   * Skia rounds font sizes to 1/32 pixel and metrics to whole pixels, so that line breaks would depend on the frame's
   * size. Hence metrics of all sizes are scaled from those of one size.
   */
  const measure = (setting: TextSetting): TextMetrics => {
    const { text, family, weight, sizePx, letterSpacingPx: spacing, direction } = setting;
    const key = `${weight} ${sizePx} ${spacing} ${direction} ${family}/${text}`;
    const cached = known.get(key);
    if (cached) return cached;
    const part = setting.sizePx / measuredSizePx;
    const letterSpacingPx = setting.letterSpacingPx / part;
    const found = scratch.measureText(
      apply(scratch, { ...setting, sizePx: measuredSizePx, letterSpacingPx }),
    );
    const metrics: TextMetrics = {
      width: part * found.width,
      inkLeft: -part * found.actualBoundingBoxLeft,
      inkRight: part * found.actualBoundingBoxRight,
      inkAscent: part * found.actualBoundingBoxAscent,
      inkDescent: part * found.actualBoundingBoxDescent,
    };
    // Limits the memory for long videos. Words repeat, so few are measured twice.
    if (known.size > 20_000) known.clear();
    known.set(key, metrics);
    return metrics;
  };
  return { measure, apply };
};
