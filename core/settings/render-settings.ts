import { z } from "zod";

/** #RGB, #RRGGBB or #RRGGBBAA. */
const colour = z
  .string()
  // Without the flag for case: a pattern in the interface's document has none.
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, "must be #RGB, #RRGGBB or #RRGGBBAA");
const size = z.enum(["none", "s", "m", "l"]);

/** How the captions look; absent fields take the template's value. Source: specification, "Render options". */
export const renderOptionsSchema = z.strictObject({
  subsOptions: z
    .strictObject({
      emoji: z.boolean(),
      emojiAnimation: z.boolean(),
      emphasizeKeywords: z.boolean(),
      animation: z.boolean(),
      punctuation: z.boolean(),
      displayWords: z.number().int().min(1),
    })
    .partial()
    .optional(),
  styleOptions: z
    .strictObject({
      top: z.number().min(0).max(100),
      fontUppercase: z.boolean(),
      fontShadow: size,
      /** Pixels on a frame whose shorter side is 540. */
      fontSize: z.number().positive().max(400),
      fontWeight: z.number().int().min(1).max(1000),
      fontColor: colour,
      stroke: size,
      strokeColor: colour,
      fontId: z
        .string()
        .max(64)
        .meta({ description: "Id of an uploaded font (POST /fonts), which replaces the template's." }),
    })
    .partial()
    .optional(),
  highlightOptions: z
    .strictObject({ randomColourOne: colour, randomColourTwo: colour, randomColourThree: colour })
    .partial()
    .optional(),
});
export type RenderOptions = z.infer<typeof renderOptionsSchema>;

/** What file comes out. Source: specification, "Export settings"; rules on combinations in export-rules.ts. */
export const exportSettingsSchema = z.strictObject({
  fps: z.number().min(12).max(120).optional(),
  quality: z.enum(["standard", "quadHD", "ultraHD"]).optional(),
  speed: z.enum(["standard", "fast", "ultraFast"]).optional(),
  greenScreen: z.boolean().optional(),
  outputMode: z.enum(["composited", "greenScreen", "transparent"]).optional(),
  outputCodec: z.enum(["prores4444", "vp9"]).optional(),
  width: z.number().int().min(16).max(3840).optional(),
  height: z.number().int().min(16).max(3840).optional(),
  aspectRatio: z.enum(["original", "9:16", "4:5", "1:1", "16:9"]).optional(),
  fit: z.enum(["cover", "contain"]).optional(),
  fitPosition: z.number().min(0).max(100).optional(),
});
export type ExportSettings = z.infer<typeof exportSettingsSchema>;
