import { clampDisplayWords } from "../captions/paginate.ts";
import type { Box, Highlight, Template } from "../templates/template.ts";
import type { Size } from "./output-geometry.ts";
import type { RenderOptions } from "./settings.ts";

export interface BoxStyle {
  colour: string;
  paddingXPx: number;
  paddingYPx: number;
  radiusPx: number;
}

/** A template with a task's options applied, measured in pixels of the canvas. */
export interface CaptionStyle {
  fontFamily: string;
  fontWeight: number;
  fontSizePx: number;
  letterSpacingPx: number;
  wordSpacingPx: number;
  lineHeightPx: number;
  maxLines: number;
  isUppercase: boolean;
  fontColour: string;
  /** Colour of what is being spoken, and the first of the keyword colours. */
  highlightColour: string;
  /** Colours that important words take in turn; null when keywords are not emphasized. */
  keywordColours: readonly [string, string, string] | null;
  stroke: { widthPx: number; colour: string } | null;
  shadow: { offsetYPx: number; blurPx: number; colour: string } | null;
  box: BoxStyle | null;
  highlight: Highlight;
  /** Box of the spoken word; its colour is `highlightColour`. */
  wordBox: Omit<BoxStyle, "colour"> | null;
  /** False: words change colour at once, nothing grows, moves or fades. */
  isAnimated: boolean;
  entrance: (NonNullable<Template["look"]["entrance"]> & { risePx: number }) | null;
  emoji: { sizePx: number; gapPx: number; isAnimated: boolean } | null;
  punctuation: boolean;
  displayWords: number;
  /** Middle of the caption; it moves into the safe area when it would leave it. */
  centreY: number;
  safeArea: { left: number; top: number; right: number; bottom: number };
}

/** Shorter side of the frame on which fontSize is in pixels. */
const referenceSide = 540;

export const isHorizontal = (canvas: Size): boolean => canvas.width > canvas.height;

const inPixels = (box: Omit<Box, "colour">, fontSizePx: number) => ({
  paddingXPx: box.paddingXEm * fontSizePx,
  paddingYPx: box.paddingYEm * fontSizePx,
  radiusPx: box.radiusEm * fontSizePx,
});

type Given<T> = { [K in keyof T]?: unknown };

/** The defaults with those given fields that have a value; `fontSize` and `top` are taken apart by orientation first. */
const overridden = <T extends object>(defaults: T, given: Given<T> | undefined): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
});

/** Resolves every choice: the option when given, else the template's; lengths scale with the canvas' shorter side. */
export const captionStyle = (template: Template, options: RenderOptions, canvas: Size): CaptionStyle => {
  const { look, style } = template;
  const orientation = isHorizontal(canvas) ? "horizontal" : "vertical";
  const subs = options.subsOptions ?? {};
  const chosen = overridden(style.styleOptions, options.styleOptions);
  const colours = overridden(style.highlightOptions, options.highlightOptions);
  const fontSize = options.styleOptions?.fontSize ?? style.styleOptions.fontSize[orientation];
  const fontSizePx = (fontSize * Math.min(canvas.width, canvas.height)) / referenceSide;
  const isAnimated = subs.animation ?? style.subsOptions.animation;
  const safe = look.safeArea[orientation];
  const shadow = chosen.fontShadow === "none" ? null : look.shadow[chosen.fontShadow];
  const wordBox = look.highlight.kind === "word" ? look.highlight.box : null;
  return {
    fontFamily: look.fontFamily,
    fontWeight: chosen.fontWeight,
    fontSizePx,
    letterSpacingPx: look.letterSpacingEm * fontSizePx,
    wordSpacingPx: look.wordSpacingEm * fontSizePx,
    lineHeightPx: look.lineHeightEm * fontSizePx,
    maxLines: look.maxLines,
    isUppercase: chosen.fontUppercase,
    fontColour: chosen.fontColor,
    highlightColour: colours.randomColourOne,
    keywordColours:
      (subs.emphasizeKeywords ?? style.subsOptions.emphasizeKeywords)
        ? [colours.randomColourOne, colours.randomColourTwo, colours.randomColourThree]
        : null,
    stroke:
      chosen.stroke === "none"
        ? null
        : { widthPx: look.strokeEm[chosen.stroke] * fontSizePx, colour: chosen.strokeColor },
    shadow: shadow && {
      offsetYPx: shadow.offsetYEm * fontSizePx,
      blurPx: shadow.blurEm * fontSizePx,
      colour: look.shadowColour,
    },
    box: look.box && { colour: look.box.colour, ...inPixels(look.box, fontSizePx) },
    highlight: look.highlight,
    wordBox: wordBox && inPixels(wordBox, fontSizePx),
    isAnimated,
    entrance:
      isAnimated && look.entrance ? { ...look.entrance, risePx: look.entrance.riseEm * fontSizePx } : null,
    emoji:
      (subs.emoji ?? style.subsOptions.emoji)
        ? {
            sizePx: look.emoji.sizeEm * fontSizePx,
            gapPx: look.emoji.gapEm * fontSizePx,
            isAnimated: subs.emojiAnimation ?? style.subsOptions.emojiAnimation,
          }
        : null,
    punctuation: subs.punctuation ?? style.subsOptions.punctuation,
    displayWords: clampDisplayWords(
      subs.displayWords ?? style.subsOptions.displayWords[orientation],
      isHorizontal(canvas),
    ),
    centreY: ((options.styleOptions?.top ?? style.styleOptions.top[orientation]) * canvas.height) / 100,
    safeArea: {
      left: (safe.left * canvas.width) / 100,
      top: (safe.top * canvas.height) / 100,
      right: canvas.width - (safe.right * canvas.width) / 100,
      bottom: canvas.height - (safe.bottom * canvas.height) / 100,
    },
  };
};
