import { z } from "zod";

const colour = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, "must be #RGB, #RRGGBB or #RRGGBBAA");
const size = z.enum(["none", "s", "m", "l"]);
/** A part of the font size: 0.1 on a 92 px font is 9.2 px. */
const em = z.number().min(0).max(3);
const percent = z.number().min(0).max(100);

/** A horizontal frame is wider than it is high; every other one (square too) takes the vertical value. */
const byOrientation = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ horizontal: schema, vertical: schema });

/** How a value runs from its start to its end; `backOut` overshoots a little, which reads as a pop. */
export const curveSchema = z.enum(["linear", "easeOut", "backOut"]);
export type Curve = z.infer<typeof curveSchema>;

const boxSchema = z.strictObject({
  colour,
  paddingXEm: em,
  paddingYEm: em,
  radiusEm: em,
});
export type Box = z.infer<typeof boxSchema>;

/** What the renderOptions of a task override one by one; complete, so that nothing is decided in code. */
const styleSchema = z.strictObject({
  subsOptions: z.strictObject({
    emoji: z.boolean(),
    emojiAnimation: z.boolean(),
    emphasizeKeywords: z.boolean(),
    animation: z.boolean(),
    punctuation: z.boolean(),
    displayWords: byOrientation(z.number().int().min(1).max(12)),
  }),
  styleOptions: z.strictObject({
    /** Middle of the caption, percent of the height. */
    top: byOrientation(percent),
    fontUppercase: z.boolean(),
    fontShadow: size,
    /** Pixels on a frame whose shorter side is 540. */
    fontSize: byOrientation(z.number().positive().max(400)),
    fontWeight: z.number().int().min(1).max(1000),
    fontColor: colour,
    stroke: size,
    strokeColor: colour,
  }),
  /** One is the colour of the word being spoken; keywords take the three in turn. */
  highlightOptions: z.strictObject({
    randomColourOne: colour,
    randomColourTwo: colour,
    randomColourThree: colour,
  }),
});

const highlightSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({
    kind: z.literal("word"),
    /** The spoken word grows to `peakScale`, then rests at `restScale` while it is spoken. */
    peakScale: z.number().min(1).max(2),
    restScale: z.number().min(1).max(2),
    attackSeconds: z.number().min(0).max(1),
    settleSeconds: z.number().min(0).max(1),
    /** Back to its size after it was spoken. */
    releaseSeconds: z.number().min(0).max(1),
    /** Drawn behind the spoken word; its text then keeps fontColor and the box takes colour one. */
    box: boxSchema.omit({ colour: true }).nullable(),
  }),
  /** The highlight colour runs through the word while it is spoken, in reading direction, and stays. */
  z.strictObject({
    kind: z.literal("fill"),
    /** Opacity of words that are still to come. */
    upcomingOpacity: z.number().min(0).max(1),
  }),
]);
export type Highlight = z.infer<typeof highlightSchema>;

const shadowSchema = z.strictObject({ offsetYEm: em, blurEm: em });

const lookSchema = z.strictObject({
  /** A bundled family (containers/render/font-library.ts); scripts that it lacks fall back to Noto Sans. */
  fontFamily: z.string().min(1),
  letterSpacingEm: z.number().min(-0.2).max(1),
  wordSpacingEm: z.number().min(0).max(2),
  lineHeightEm: z.number().min(0.8).max(3),
  maxLines: z.number().int().min(1).max(4),
  highlight: highlightSchema,
  /** Behind the whole caption. */
  box: boxSchema.nullable(),
  /** Width of the outline outside the glyph. */
  strokeEm: z.strictObject({ s: em, m: em, l: em }),
  shadowColour: colour,
  shadow: z.strictObject({ s: shadowSchema, m: shadowSchema, l: shadowSchema }),
  /** How a caption comes in: it grows from `fromScale` and rises by `riseEm`, opacity from `fromOpacity` to 1. */
  entrance: z
    .strictObject({
      seconds: z.number().positive().max(2),
      curve: curveSchema,
      fromScale: z.number().min(0).max(2),
      fromOpacity: z.number().min(0).max(1),
      riseEm: z.number().min(-3).max(3),
    })
    .nullable(),
  emoji: z.strictObject({ sizeEm: em, gapEm: em }),
  /** Percent of width and height that stay free of text: where players and social apps put their own things. */
  safeArea: byOrientation(z.strictObject({ top: percent, right: percent, bottom: percent, left: percent })),
});

/** A caption look as data; one JSON file each under templates/. Lengths are relative, times are seconds. */
export const templateSchema = z.strictObject({
  id: z.uuid(),
  /** File name of the previews, templates/previews/<slug>.mp4 and .gif. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(60),
  categories: z.array(z.enum(["animated", "highlighted", "basic"])).min(1),
  style: styleSchema,
  look: lookSchema,
});
export type Template = z.infer<typeof templateSchema>;
