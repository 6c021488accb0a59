import { clampDisplayWords } from "../captions/paginate.ts";
import { familyOfFile } from "../fonts/font-face.ts";
import type { RenderOptions } from "../settings/render-settings.ts";
import { fontFileKey } from "../storage/keys.ts";
import type { Box, Highlight, Template } from "../templates/template.ts";
import type { Size } from "./output-geometry.ts";
import { isFullScreen, type SafeArea, safeAreaOf } from "./safe-area.ts";

export interface BoxStyle {
  colour: string;
  paddingXPx: number;
  paddingYPx: number;
  radiusPx: number;
}

type Look = Template["look"];
type WordBox = NonNullable<Extract<Highlight, { kind: "word" }>["box"]>;

export type WordBoxStyle = Omit<BoxStyle, "colour"> &
  Pick<WordBox, "shape" | "textColour" | "wipeSeconds" | "stays">;

/** A template with a task's options applied, measured in pixels of the canvas. */
export interface CaptionStyle {
  /** A bundled family, or an uploaded font's file (familyOfFile). */
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
  keywordColours: readonly string[] | null;
  stroke: { widthPx: number; colour: string } | null;
  shadow: { offsetXPx: number; offsetYPx: number; blurPx: number; strength: number; colour: string } | null;
  align: Look["align"];
  tiltDegrees: number;
  /** Colour at the foot of letters in `fontColour`; null: one colour. */
  fontGradientTo: string | null;
  glow: (NonNullable<Look["glow"]> & { blurPx: number }) | null;
  box: (BoxStyle & { per: "caption" | "line"; barPx: number }) | null;
  highlight: Highlight;
  /** Box of the spoken word; its colour is `highlightColour`. */
  wordBox: WordBoxStyle | null;
  /** False: words change colour at once, nothing grows, moves or fades. */
  isAnimated: boolean;
  entrance: (NonNullable<Look["entrance"]> & { risePx: number }) | null;
  wordEntrance: (NonNullable<Look["wordEntrance"]> & { risePx: number }) | null;
  emoji: { sizePx: number; gapPx: number; isAnimated: boolean } | null;
  punctuation: boolean;
  displayWords: number;
  /** Middle of the caption; it moves into the safe area when it would leave it. */
  centreY: number;
  safeArea: SafeArea;
}

/** Shorter side of the frame on which fontSize is in pixels. */
const referenceSide = 540;

const linesOfManyWords = 3;

export const isHorizontal = (canvas: Size): boolean => canvas.width > canvas.height;

const inPixels = (box: Omit<Box, "colour">, fontSizePx: number) => ({
  paddingXPx: box.paddingXEm * fontSizePx,
  paddingYPx: box.paddingYEm * fontSizePx,
  radiusPx: box.radiusEm * fontSizePx,
});

const rising = <T extends { riseEm: number }>(entrance: T, fontSizePx: number): T & { risePx: number } => ({
  ...entrance,
  risePx: entrance.riseEm * fontSizePx,
});

type Given<T> = { [K in keyof T]?: unknown };

/** The defaults with those given fields that have a value; `fontSize` and `top` are taken apart by orientation first. */
const overridden = <T extends object>(defaults: T, given: Given<T> | undefined): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
});

/**
 * Colours of keywords, in turn. A task that names some of them gets no others. Colour one comes last where it tells what is
 * being spoken, or where plain words have it: a keyword is to differ from both.
 */
const keywordColours = (template: Template, options: RenderOptions, fontColour: string): string[] => {
  const {
    randomColourOne: one,
    randomColourTwo: two,
    randomColourThree: three,
  } = options.highlightOptions ?? {};
  const named = [one, two, three].some((colour) => colour !== undefined);
  const theirs = template.style.highlightOptions;
  const first = one ?? (named ? undefined : theirs.randomColourOne);
  const others = named ? [two, three] : [theirs.randomColourTwo, theirs.randomColourThree];
  const isFirstCommon =
    template.look.highlight.kind !== "none" || first?.toLowerCase() === fontColour.toLowerCase();
  const inTurn = isFirstCommon ? [...others, first] : [first, ...others];
  return inTurn.filter((colour) => colour !== undefined);
};

/** Resolves every choice: the option when given, else the template's; lengths scale with the canvas' shorter side. */
export const captionStyle = (template: Template, options: RenderOptions, canvas: Size): CaptionStyle => {
  const { look, style } = template;
  const orientation = isHorizontal(canvas) ? "horizontal" : "vertical";
  const subs = options.subsOptions ?? {};
  const chosen = overridden(style.styleOptions, options.styleOptions);
  const colours = overridden(style.highlightOptions, options.highlightOptions);
  const { fontId } = options.styleOptions ?? {};
  const fontSize = options.styleOptions?.fontSize ?? style.styleOptions.fontSize[orientation];
  const fontSizePx = (fontSize * Math.min(canvas.width, canvas.height)) / referenceSide;
  const isAnimated = subs.animation ?? style.subsOptions.animation;
  const shadow = chosen.fontShadow === "none" ? null : look.shadow[chosen.fontShadow];
  const wordsOfLook = style.subsOptions.displayWords[orientation];
  const wordBox = look.highlight.kind === "word" ? look.highlight.box : null;
  return {
    fontFamily: fontId === undefined ? look.fontFamily : familyOfFile(fontFileKey(fontId)),
    fontWeight: chosen.fontWeight,
    fontSizePx,
    letterSpacingPx: look.letterSpacingEm * fontSizePx,
    wordSpacingPx: look.wordSpacingEm * fontSizePx,
    lineHeightPx: look.lineHeightEm * fontSizePx,
    // Whoever asks for more words than the look shows gets the room for them.
    maxLines:
      (subs.displayWords ?? 0) > wordsOfLook ? Math.max(linesOfManyWords, look.maxLines) : look.maxLines,
    isUppercase: chosen.fontUppercase,
    fontColour: chosen.fontColor,
    highlightColour: colours.randomColourOne,
    keywordColours:
      (subs.emphasizeKeywords ?? style.subsOptions.emphasizeKeywords)
        ? keywordColours(template, options, chosen.fontColor)
        : null,
    stroke:
      chosen.stroke === "none"
        ? null
        : { widthPx: look.strokeEm[chosen.stroke] * fontSizePx, colour: chosen.strokeColor },
    shadow: shadow && {
      offsetXPx: shadow.offsetXEm * fontSizePx,
      offsetYPx: shadow.offsetYEm * fontSizePx,
      blurPx: shadow.blurEm * fontSizePx,
      strength: look.shadowStrength,
      colour: look.shadowColour,
    },
    align: look.align,
    tiltDegrees: look.tiltDegrees,
    // A colour that a task asks for is drawn as that colour and no other.
    fontGradientTo: options.styleOptions?.fontColor === undefined ? look.fontGradientTo : null,
    glow: look.glow && { ...look.glow, blurPx: look.glow.blurEm * fontSizePx },
    box: look.box && {
      colour: look.box.colour,
      per: look.box.per,
      barPx: look.box.barEm * fontSizePx,
      ...inPixels(look.box, fontSizePx),
    },
    highlight: look.highlight,
    wordBox: wordBox && { ...wordBox, ...inPixels(wordBox, fontSizePx) },
    isAnimated,
    entrance: isAnimated && look.entrance ? rising(look.entrance, fontSizePx) : null,
    wordEntrance: isAnimated && look.wordEntrance ? rising(look.wordEntrance, fontSizePx) : null,
    emoji:
      (subs.emoji ?? style.subsOptions.emoji)
        ? {
            sizePx: look.emoji.sizeEm * fontSizePx,
            gapPx: look.emoji.gapEm * fontSizePx,
            isAnimated: subs.emojiAnimation ?? style.subsOptions.emojiAnimation,
          }
        : null,
    punctuation: subs.punctuation ?? style.subsOptions.punctuation,
    // The range is that of the option; a look may be made of single words on any frame.
    displayWords:
      subs.displayWords === undefined
        ? wordsOfLook
        : clampDisplayWords(subs.displayWords, isHorizontal(canvas)),
    centreY:
      // What apps lay over a frame on the whole screen pushes captions up; other frames leave the lower fifth to them.
      ((options.styleOptions?.top ??
        style.styleOptions.top[isFullScreen(canvas) ? "vertical" : "horizontal"]) *
        canvas.height) /
      100,
    safeArea: safeAreaOf(canvas, options.styleOptions?.top !== undefined),
  };
};
