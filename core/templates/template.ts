import { z } from "zod";

const color = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, "must be #RGB, #RRGGBB or #RRGGBBAA");
const size = z.enum(["none", "s", "m", "l"]);
/** A part of the font size: 0.1 on a 92 px font is 9.2 px. */
const em = z.number().min(0).max(3);
const percent = z.number().min(0).max(100);

/** A horizontal frame is wider than it is high; every other one (square too) takes the vertical value. */
const byOrientation = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ horizontal: schema, vertical: schema });

/** How a value runs from its start to its end; `backOut` overshoots a little (a pop), `spring` swings to and fro. */
export const curveSchema = z.enum(["linear", "easeOut", "backOut", "spring"]);
export type Curve = z.infer<typeof curveSchema>;

const boxSchema = z.strictObject({
  color,
  paddingXEm: em,
  paddingYEm: em,
  radiusEm: em,
});
export type Box = z.infer<typeof boxSchema>;

/** It grows from `fromScale` and rises by `riseEm`, opacity from `fromOpacity` to 1. */
const entranceSchema = z.strictObject({
  seconds: z.number().positive().max(2),
  curve: curveSchema,
  fromScale: z.number().min(0).max(2),
  fromOpacity: z.number().min(0).max(1),
  riseEm: z.number().min(-3).max(3),
});

/** Drawn behind the spoken word in color one. */
const wordBoxSchema = boxSchema.omit({ color: true }).extend({
  /** A marker's ends are slanted, as a pen leaves them; an underline is as thick as `paddingYEm`. */
  shape: z.enum(["box", "marker", "underline"]).default("box"),
  /** Color of the word on it; null: fontColor. */
  textColor: color.nullable().default(null),
  /** It is drawn in reading direction within this time; 0: it is there at once. */
  wipeSeconds: z.number().min(0).max(1).default(0),
  /** It stays behind words that have been spoken. */
  stays: z.boolean().default(false),
});

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
    /** Middle of the caption, percent of the height; `vertical` on frames that fill a phone's screen, not on square ones. */
    top: byOrientation(percent),
    fontUppercase: z.boolean(),
    fontShadow: size,
    /** Pixels on a frame whose shorter side is 540. */
    fontSize: byOrientation(z.number().positive().max(400)),
    fontWeight: z.number().int().min(1).max(1000),
    fontColor: color,
    stroke: size,
    strokeColor: color,
  }),
  /** One is the color of the word being spoken; keywords take two, three and one in turn, or one, two, three in templates
   * that do not tell it. */
  highlightOptions: z.strictObject({
    randomColourOne: color,
    randomColourTwo: color,
    randomColourThree: color,
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
    box: wordBoxSchema.nullable(),
    /** Opacity of the letters of words that are still to come, and of those spoken; their outline and shadow stay. */
    upcomingOpacity: z.number().min(0).max(1).default(1),
    pastOpacity: z.number().min(0).max(1).default(1),
  }),
  /** The highlight color runs through the word while it is spoken, in reading direction, and stays. */
  z.strictObject({
    kind: z.literal("fill"),
    /** Opacity of the letters of words that are still to come; their outline and shadow stay. */
    upcomingOpacity: z.number().min(0).max(1),
  }),
]);
export type Highlight = z.infer<typeof highlightSchema>;

/** Without blur it is solid: letters look as thick as the offset. */
const shadowSchema = z.strictObject({ offsetXEm: em.default(0), offsetYEm: em, blurEm: em });

// What most templates do without has a default, so that their files stay short.
const templateDesignSchema = z.strictObject({
  /** A bundled family (core/drawing/font-chain.ts); scripts that it lacks fall back to Noto Sans. */
  fontFamily: z.string().min(1),
  letterSpacingEm: z.number().min(-0.2).max(1),
  wordSpacingEm: z.number().min(0).max(2),
  lineHeightEm: z.number().min(0.8).max(3),
  maxLines: z.number().int().min(1).max(4),
  /**
   * `start`: lines begin at one edge of the safe area, the left one for languages that are written from the left.
   * `block`: lines begin at one edge of the caption, which stands in the middle.
   */
  align: z.enum(["center", "start", "block"]).default("center"),
  /** Words lean to the left and to the right in turn, by this angle. */
  tiltDegrees: z.number().min(-15).max(15).default(0),
  /** Letters run from fontColor to this color at their foot; a fontColor given by a task is drawn flat. */
  fontGradientTo: color.nullable().default(null),
  highlight: highlightSchema,
  /** Behind the whole caption, or behind each line; `barEm` is a bar in color one where lines begin. */
  box: boxSchema
    .extend({ per: z.enum(["caption", "line"]).default("caption"), barEm: em.default(0) })
    .nullable(),
  /** Width of the outline outside the glyph. */
  strokeEm: z.strictObject({ s: em, m: em, l: em }),
  shadowColor: color,
  /** In how many layers a blurred shadow is laid on, each tighter than the one before: more is darker at the letters. */
  shadowStrength: z.number().int().min(1).max(4).default(1),
  shadow: z.strictObject({ s: shadowSchema, m: shadowSchema, l: shadowSchema }),
  /** Light around the letters, in the word's color when it is highlighted, else in `color` (null: fontColor). */
  glow: z
    .strictObject({
      blurEm: em,
      /** How often it is laid on: more is brighter. */
      strength: z.number().int().min(1).max(4),
      color: color.nullable(),
      on: z.enum(["all", "spoken"]),
    })
    .nullable()
    .default(null),
  /** How a caption comes in. */
  entrance: entranceSchema.nullable(),
  /** How each word comes in when it is spoken; it is not seen before. Null: all words come with the caption. */
  wordEntrance: entranceSchema
    .extend({
      /** Time from letter to letter when they come one by one; joined scripts come word by word. 0: all at once. */
      secondsPerLetter: z.number().min(0).max(0.5),
    })
    .nullable()
    .default(null),
  emoji: z.strictObject({ sizeEm: em, gapEm: em }),
});

/**
 * A caption template as data; one JSON file each under templates/. Lengths are relative, times are seconds. docs/templates/README.md
 * tells how to add one.
 */
export const templateSchema = z.strictObject({
  id: z.uuid(),
  /** Place in the list: the lowest comes first and is the default. */
  order: z.number().int().min(0).default(1000),
  /** File name of the previews, templates/previews/<slug>.mp4 and .gif. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(60),
  categories: z.array(z.enum(["animated", "highlighted", "basic"])).min(1),
  style: styleSchema,
  design: templateDesignSchema,
});
export type Template = z.infer<typeof templateSchema>;
