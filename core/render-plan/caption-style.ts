import { clampDisplayWords } from "../captions/paginate.ts";
import { familyOfFile } from "../fonts/file-family.ts";
import type { RenderOptions } from "../settings/render-settings.ts";
import { fontFileKey } from "../storage/keys.ts";
import type { Box, Highlight, Template } from "../templates/template.ts";
import type { Size } from "./output-geometry.ts";
import { isFullScreen, type SafeArea, safeAreaOf } from "./safe-area.ts";

export interface BoxStyle {
  color: string;
  paddingXPx: number;
  paddingYPx: number;
  radiusPx: number;
}

type TemplateDesign = Template["design"];
type WordBox = NonNullable<Extract<Highlight, { kind: "word" }>["box"]>;

export type WordBoxStyle = Omit<BoxStyle, "color"> &
  Pick<WordBox, "shape" | "textColor" | "wipeSeconds" | "stays">;

/** A template with a task's options applied, in pixels of the canvas. */
export interface CaptionStyle {
  /** A bundled family, or the family name of an uploaded font (familyOfFile). */
  fontFamily: string;
  fontWeight: number;
  fontSizePx: number;
  letterSpacingPx: number;
  wordSpacingPx: number;
  lineHeightPx: number;
  maxLines: number;
  isUppercase: boolean;
  fontColor: string;
  /** Color of the spoken word, and the first keyword color. */
  highlightColor: string;
  /** Colors that important words take in turn; null when keywords are not emphasized. */
  keywordColors: readonly string[] | null;
  stroke: { widthPx: number; color: string } | null;
  shadow: { offsetXPx: number; offsetYPx: number; blurPx: number; strength: number; color: string } | null;
  align: TemplateDesign["align"];
  tiltDegrees: number;
  /** Color at the bottom of letters in `fontColor`; null: no gradient. */
  fontGradientTo: string | null;
  glow: (NonNullable<TemplateDesign["glow"]> & { blurPx: number }) | null;
  box: (BoxStyle & { per: "caption" | "line"; barPx: number }) | null;
  highlight: Highlight;
  /** Box of the spoken word, in `highlightColor`. */
  wordBox: WordBoxStyle | null;
  /** False: colors change immediately, and nothing grows, moves or fades. */
  isAnimated: boolean;
  entrance: (NonNullable<TemplateDesign["entrance"]> & { risePx: number }) | null;
  wordEntrance: (NonNullable<TemplateDesign["wordEntrance"]> & { risePx: number }) | null;
  emoji: { sizePx: number; gapPx: number; isAnimated: boolean } | null;
  punctuation: boolean;
  displayWords: number;
  /** Vertical center of the caption, unless the caption would exceed the safe area. */
  centerY: number;
  safeArea: SafeArea;
}

/** Shorter side of the frame for which fontSize is in pixels. */
const referenceSide = 540;

const minLinesForManyWords = 3;

export const isHorizontal = (canvas: Size): boolean => canvas.width > canvas.height;

const orientationOf = (canvas: Size) => (isHorizontal(canvas) ? "horizontal" : "vertical");

const inPixels = (box: Omit<Box, "color">, fontSizePx: number) => ({
  paddingXPx: box.paddingXEm * fontSizePx,
  paddingYPx: box.paddingYEm * fontSizePx,
  radiusPx: box.radiusEm * fontSizePx,
});

const withRise = <T extends { riseEm: number }>(entrance: T, fontSizePx: number): T & { risePx: number } => ({
  ...entrance,
  risePx: entrance.riseEm * fontSizePx,
});

type Overrides<T> = { [K in keyof T]?: unknown };

/** Returns the defaults, replaced by the given values other than undefined. */
const withOverrides = <T extends object>(defaults: T, overrides: Overrides<T> | undefined): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(overrides ?? {}).filter(([, value]) => value !== undefined)),
});

/**
 * Returns the colors of keywords, in turn. If the task sets any of them, only those are used. Color one comes last if
 * the spoken word or ordinary words have it, so that keywords differ from both.
 */
const keywordColors = (template: Template, options: RenderOptions, fontColor: string): string[] => {
  const {
    randomColourOne: one,
    randomColourTwo: two,
    randomColourThree: three,
  } = options.highlightOptions ?? {};
  const named = [one, two, three].some((color) => color !== undefined);
  const defaults = template.style.highlightOptions;
  const first = one ?? (named ? undefined : defaults.randomColourOne);
  const others = named ? [two, three] : [defaults.randomColourTwo, defaults.randomColourThree];
  const isFirstCommon =
    template.design.highlight.kind !== "none" || first?.toLowerCase() === fontColor.toLowerCase();
  const inTurn = isFirstCommon ? [...others, first] : [first, ...others];
  return inTurn.filter((color) => color !== undefined);
};

/** A template, the options of a task, and the sizes to which both are scaled. */
interface StyleContext {
  template: Template;
  options: RenderOptions;
  canvas: Size;
  fontSizePx: number;
}

/** Returns the family, colors, outline and shadow of the text. */
const textStyle = ({ template: { design, style }, options, fontSizePx }: StyleContext) => {
  const chosen = withOverrides(style.styleOptions, options.styleOptions);
  const { fontId } = options.styleOptions ?? {};
  const shadow = chosen.fontShadow === "none" ? null : design.shadow[chosen.fontShadow];
  return {
    fontFamily: fontId === undefined ? design.fontFamily : familyOfFile(fontFileKey(fontId)),
    fontWeight: chosen.fontWeight,
    isUppercase: chosen.fontUppercase,
    fontColor: chosen.fontColor,
    // A color that the task sets has no gradient.
    fontGradientTo: options.styleOptions?.fontColor === undefined ? design.fontGradientTo : null,
    stroke:
      chosen.stroke === "none"
        ? null
        : { widthPx: design.strokeEm[chosen.stroke] * fontSizePx, color: chosen.strokeColor },
    shadow: shadow && {
      offsetXPx: shadow.offsetXEm * fontSizePx,
      offsetYPx: shadow.offsetYEm * fontSizePx,
      blurPx: shadow.blurEm * fontSizePx,
      strength: design.shadowStrength,
      color: design.shadowColor,
    },
    glow: design.glow && { ...design.glow, blurPx: design.glow.blurEm * fontSizePx },
  };
};

/** Returns the colors and boxes of the spoken word and of keywords, and the box behind the caption. */
const highlightStyle = (context: StyleContext, fontColor: string) => {
  const { template, options, fontSizePx } = context;
  const { design, style } = template;
  const wordBox = design.highlight.kind === "word" ? design.highlight.box : null;
  const hasKeywords = options.subsOptions?.emphasizeKeywords ?? style.subsOptions.emphasizeKeywords;
  return {
    highlight: design.highlight,
    highlightColor: withOverrides(style.highlightOptions, options.highlightOptions).randomColourOne,
    keywordColors: hasKeywords ? keywordColors(template, options, fontColor) : null,
    wordBox: wordBox && { ...wordBox, ...inPixels(wordBox, fontSizePx) },
    box: design.box && {
      color: design.box.color,
      per: design.box.per,
      barPx: design.box.barEm * fontSizePx,
      ...inPixels(design.box, fontSizePx),
    },
  };
};

/** Returns the animations and the emoji above the caption. */
const motionStyle = ({ template: { design, style }, options, fontSizePx }: StyleContext) => {
  const subs = options.subsOptions ?? {};
  const isAnimated = subs.animation ?? style.subsOptions.animation;
  return {
    isAnimated,
    entrance: isAnimated && design.entrance ? withRise(design.entrance, fontSizePx) : null,
    wordEntrance: isAnimated && design.wordEntrance ? withRise(design.wordEntrance, fontSizePx) : null,
    emoji:
      (subs.emoji ?? style.subsOptions.emoji)
        ? {
            sizePx: design.emoji.sizeEm * fontSizePx,
            gapPx: design.emoji.gapEm * fontSizePx,
            isAnimated: subs.emojiAnimation ?? style.subsOptions.emojiAnimation,
          }
        : null,
  };
};

/** Returns the number of words and lines of a page, their spacing and their position. */
const pageStyle = ({ template: { design, style }, options, canvas, fontSizePx }: StyleContext) => {
  const { displayWords } = options.subsOptions ?? {};
  const { top: chosen } = options.styleOptions ?? {};
  // Captions that keep off faces are at the height of the template where no face is.
  const top = chosen === "auto" ? undefined : chosen;
  const wordCountOf = style.subsOptions.displayWords[orientationOf(canvas)];
  // On full-screen frames captions are higher, because apps cover the lower part.
  const topPercent = top ?? style.styleOptions.top[isFullScreen(canvas) ? "vertical" : "horizontal"];
  return {
    letterSpacingPx: design.letterSpacingEm * fontSizePx,
    wordSpacingPx: design.wordSpacingEm * fontSizePx,
    lineHeightPx: design.lineHeightEm * fontSizePx,
    // A request for more words than the template shows permits more lines.
    maxLines:
      (displayWords ?? 0) > wordCountOf ? Math.max(minLinesForManyWords, design.maxLines) : design.maxLines,
    // The range applies to the option; a template may show single words in any orientation.
    displayWords:
      displayWords === undefined ? wordCountOf : clampDisplayWords(displayWords, isHorizontal(canvas)),
    align: design.align,
    tiltDegrees: design.tiltDegrees,
    centerY: (topPercent * canvas.height) / 100,
    safeArea: safeAreaOf(canvas, top !== undefined),
  };
};

/**
 * Returns the style of captions: the option of the task, else that of the template. Lengths scale with the shorter side
 * of the canvas.
 */
export const captionStyle = (template: Template, options: RenderOptions, canvas: Size): CaptionStyle => {
  const { fontSize: defaultFontSize } = template.style.styleOptions;
  const fontSize = options.styleOptions?.fontSize ?? defaultFontSize[orientationOf(canvas)];
  const fontSizePx = (fontSize * Math.min(canvas.width, canvas.height)) / referenceSide;
  const context: StyleContext = { template, options, canvas, fontSizePx };
  const text = textStyle(context);
  return {
    fontSizePx,
    ...text,
    ...highlightStyle(context, text.fontColor),
    ...motionStyle(context),
    ...pageStyle(context),
    punctuation: options.subsOptions?.punctuation ?? template.style.subsOptions.punctuation,
  };
};
