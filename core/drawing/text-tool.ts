import { localeOf } from "../languages/letter-case.ts";
import type { Direction } from "../text/visual-order.ts";
import type { FontChain } from "./font-chain.ts";
import type { Pen, TextSurface } from "./text-surface.ts";

/** All that decides how one piece of text is set. */
export interface TextSetting {
  text: string;
  family: string;
  weight: number;
  sizePx: number;
  letterSpacingPx: number;
  direction: Direction;
}

/** Pixels from the pen's start on the baseline; ink may lie outside the advance width. */
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
   * Prepares a context for `fillText` and `strokeText` with this setting; alphabetic baseline, left aligned.
   *
   * @returns what to give them for its text
   */
  apply(context: Pen, setting: TextSetting): string;
}

/** Letters of these scripts are joined or stacked: space between them would tear them apart. */
const joinedScript =
  /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

export const isJoined = (text: string): boolean => joinedScript.test(text);

/** Text is measured at this size, and its measures scaled: see `measure`. */
const measuredPx = 256;

export const createTextTool = (surface: TextSurface, fonts: FontChain, language: string | null): TextTool => {
  const scratch = surface.createCanvas(8, 8).getContext("2d");
  const known = new Map<string, TextMetrics>();
  const apply = (context: Pen, setting: TextSetting): string => {
    const { families, weight, drawnText } = fonts(setting.family, setting.weight, setting.text);
    context.font = `${weight} ${setting.sizePx}px ${families}`;
    // Not the host's language: shaping (Serbian т, Turkish ı) follows the words'.
    context.lang = localeOf(language);
    context.direction = setting.direction;
    context.letterSpacing = isJoined(setting.text) ? "0px" : `${setting.letterSpacingPx}px`;
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    context.fontKerning = "normal";
    return drawnText;
  };
  /**
   * Skia rounds a font's size to 1/32 pixel and its measures to pixels. Lines that break by such measures break in other
   * places on a frame of another size, so all sizes share the measures of one.
   */
  const measure = (setting: TextSetting): TextMetrics => {
    const key = JSON.stringify(setting);
    const cached = known.get(key);
    if (cached) return cached;
    const part = setting.sizePx / measuredPx;
    const letterSpacingPx = setting.letterSpacingPx / part;
    const found = scratch.measureText(apply(scratch, { ...setting, sizePx: measuredPx, letterSpacingPx }));
    const metrics: TextMetrics = {
      width: part * found.width,
      inkLeft: -part * found.actualBoundingBoxLeft,
      inkRight: part * found.actualBoundingBoxRight,
      inkAscent: part * found.actualBoundingBoxAscent,
      inkDescent: part * found.actualBoundingBoxDescent,
    };
    // Words repeat; a bound keeps the memory flat on videos of hours.
    if (known.size > 20_000) known.clear();
    known.set(key, metrics);
    return metrics;
  };
  return { measure, apply };
};
