import * as z from "zod";

const color = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, "must be #RGB, #RRGGBB or #RRGGBBAA");
const size = z.enum(["none", "s", "m", "l"]);
/** A fraction of the font size: 0.1 at a font size of 92 px is 9.2 px. */
const em = z.number().min(0).max(3);
const percent = z.number().min(0).max(100);

/** A value for horizontal frames (wider than high) and one for all others, square frames included. */
const byOrientation = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ horizontal: schema, vertical: schema });

/** Easing of an animation: `backOut` overshoots once, `spring` oscillates. */
export const curveSchema = z.enum(["linear", "easeOut", "backOut", "spring"]);
export type Curve = z.infer<typeof curveSchema>;

const boxSchema = z.strictObject({
  color,
  paddingXEm: em,
  paddingYEm: em,
  radiusEm: em,
});
export type Box = z.infer<typeof boxSchema>;

/** Scales from `fromScale` to 1, moves up by `riseEm`, and fades from `fromOpacity` to 1. */
const entranceSchema = z.strictObject({
  seconds: z.number().positive().max(2),
  curve: curveSchema,
  fromScale: z.number().min(0).max(2),
  fromOpacity: z.number().min(0).max(1),
  riseEm: z.number().min(-3).max(3),
});

/** The box behind the spoken word, in color one. */
const wordBoxSchema = boxSchema.omit({ color: true }).extend({
  /** A marker has slanted ends; the thickness of an underline is `paddingYEm`. */
  shape: z.enum(["box", "marker", "underline"]).default("box"),
  /** Color of the word on the box; null: fontColor. */
  textColor: color.nullable().default(null),
  /** Seconds in which the box is drawn in reading direction; 0: immediately. */
  wipeSeconds: z.number().min(0).max(1).default(0),
  /** Whether the box remains behind words that have been spoken. */
  stays: z.boolean().default(false),
});

/** Defaults of all options that a task's renderOptions can override. */
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
    /**
     * Vertical center of the caption in percent of the height. `vertical` applies to full-screen frames only, not to
     * square ones.
     */
    top: byOrientation(percent),
    fontUppercase: z.boolean(),
    fontShadow: size,
    /** Pixels for a frame whose shorter side is 540. */
    fontSize: byOrientation(z.number().positive().max(400)),
    fontWeight: z.number().int().min(1).max(1000),
    fontColor: color,
    stroke: size,
    strokeColor: color,
  }),
  /**
   * Color one marks the spoken word. Keywords take colors two, three and one in turn; one, two and three in templates
   * that do not mark the spoken word.
   */
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
    /** The spoken word scales to `peakScale`, then to `restScale` until its end. */
    peakScale: z.number().min(1).max(2),
    restScale: z.number().min(1).max(2),
    attackSeconds: z.number().min(0).max(1),
    settleSeconds: z.number().min(0).max(1),
    /** Seconds in which the word returns to its size after its end. */
    releaseSeconds: z.number().min(0).max(1),
    box: wordBoxSchema.nullable(),
    /** Opacity of letters before and after they are spoken. Outline and shadow are always opaque. */
    upcomingOpacity: z.number().min(0).max(1).default(1),
    pastOpacity: z.number().min(0).max(1).default(1),
  }),
  /** The highlight color fills the word in reading direction while it is spoken, and remains. */
  z.strictObject({
    kind: z.literal("fill"),
    /** Opacity of letters before they are spoken. Outline and shadow are always opaque. */
    upcomingOpacity: z.number().min(0).max(1),
  }),
]);
export type Highlight = z.infer<typeof highlightSchema>;

/** Without blur the shadow is solid and continuous, as if the letters were as thick as the offset. */
const shadowSchema = z.strictObject({ offsetXEm: em.default(0), offsetYEm: em, blurEm: em });

// Options that most templates do not use have defaults, which keeps the files short.
const templateDesignSchema = z.strictObject({
  /** A bundled family (core/drawing/font-catalog.ts). Characters that it lacks are drawn in Noto Sans. */
  fontFamily: z.string().min(1),
  letterSpacingEm: z.number().min(-0.2).max(1),
  wordSpacingEm: z.number().min(0).max(2),
  lineHeightEm: z.number().min(0.8).max(3),
  maxLines: z.number().int().min(1).max(4),
  /**
   * `start`: lines start at one edge of the safe area, the left one for left-to-right languages.
   * `block`: lines start at one edge of the caption, which is centered.
   */
  align: z.enum(["center", "start", "block"]).default("center"),
  /** Words are rotated alternately to the left and to the right by this angle. */
  tiltDegrees: z.number().min(-15).max(15).default(0),
  /** Bottom color of a vertical gradient from fontColor; not used if a task sets fontColor. */
  fontGradientTo: color.nullable().default(null),
  highlight: highlightSchema,
  /**
   * The box behind the whole caption or behind each line; `barEm` is the width of a bar in color one at the start of a
   * line.
   */
  box: boxSchema
    .extend({ per: z.enum(["caption", "line"]).default("caption"), barEm: em.default(0) })
    .nullable(),
  /** Width of the outline outside of the glyph. */
  strokeEm: z.strictObject({ s: em, m: em, l: em }),
  shadowColor: color,
  /** Number of layers of a blurred shadow, each with a smaller blur: more layers are darker near the letters. */
  shadowStrength: z.number().int().min(1).max(4).default(1),
  shadow: z.strictObject({ s: shadowSchema, m: shadowSchema, l: shadowSchema }),
  /** Glow around the letters: in the color of a highlighted word, else in `color` (null: fontColor). */
  glow: z
    .strictObject({
      blurEm: em,
      /** Number of layers: more layers are brighter. */
      strength: z.number().int().min(1).max(4),
      color: color.nullable(),
      on: z.enum(["all", "spoken"]),
    })
    .nullable()
    .default(null),
  /** Animation of a caption's first frames. */
  entrance: entranceSchema.nullable(),
  /** Animation of a word when it is spoken; it is invisible before. Null: words appear together with the caption. */
  wordEntrance: entranceSchema
    .extend({
      /**
       * Seconds between two letters that appear one by one; words in joined scripts appear as a whole. 0: all letters
       * at once.
       */
      secondsPerLetter: z.number().min(0).max(0.5),
    })
    .nullable()
    .default(null),
  emoji: z.strictObject({ sizeEm: em, gapEm: em }),
});

/**
 * A caption template. Each is a JSON file in templates/; docs/templates/README.md describes how to add one. Lengths are
 * relative to the font size, times are in seconds.
 */
export const templateSchema = z.strictObject({
  id: z.uuid(),
  /** Position in the list: the template with the lowest is listed first and is the default. */
  order: z.number().int().min(0).default(1000),
  /** File name of the previews, templates/previews/<slug>.mp4 and .gif. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(60),
  categories: z.array(z.enum(["animated", "highlighted", "basic"])).min(1),
  style: styleSchema,
  design: templateDesignSchema,
});
export type Template = z.infer<typeof templateSchema>;

/** Returns an error sentence unless a field of a request has the ID of a template; else an empty list. */
export const templateProblems = (
  field: string,
  templateId: string,
  templates: readonly Pick<Template, "id">[],
): string[] =>
  templates.some(({ id }) => id === templateId)
    ? []
    : [`${field} must be the ID of a template from GET /templates`];
