import * as z from "zod";

/** #RGB, #RRGGBB or #RRGGBBAA. */
const color = z
  .string()
  // Both cases listed: a pattern in an OpenAPI document has no flag to ignore case.
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, "must be #RGB, #RRGGBB or #RRGGBBAA");
const size = z.enum(["none", "s", "m", "l"]).meta({ id: "Size" });

/** Appearance of the captions; absent fields take the value of the template. Source: specification, "Render options". */
export const renderOptionsSchema = z
  .strictObject({
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
      .meta({ id: "SubsOptions" })
      .optional(),
    styleOptions: z
      .strictObject({
        top: z.union(
          [z.number().min(0).max(100), z.literal("auto")],
          "must be a number from 0 to 100, or auto",
        ),
        fontUppercase: z.boolean(),
        fontShadow: size,
        /** Pixels on a frame whose shorter side is 540. */
        fontSize: z.number().positive().max(400),
        fontWeight: z.number().min(1).max(1000),
        fontColor: color,
        stroke: size,
        strokeColor: color,
        fontId: z
          .string()
          .max(64)
          .meta({ description: "ID of an uploaded font. Takes precedence over the font of the template." }),
      })
      .partial()
      .meta({ id: "StyleOptions" })
      .optional(),
    highlightOptions: z
      .strictObject({ randomColourOne: color, randomColourTwo: color, randomColourThree: color })
      .partial()
      .meta({ id: "HighlightOptions" })
      .optional(),
  })
  .meta({ id: "RenderOptions" });
export type RenderOptions = z.infer<typeof renderOptionsSchema>;

/** Format of the output video. Source: specification, "Export settings"; rules on combinations are in export-rules.ts. */
export const exportSettingsSchema = z
  .strictObject({
    fps: z.number().min(12).max(120).optional(),
    quality: z.enum(["standard", "quadHD", "ultraHD"]).meta({ id: "Quality" }).optional(),
    speed: z.enum(["standard", "fast", "ultraFast"]).meta({ id: "RenderSpeed" }).optional(),
    greenScreen: z.boolean().optional(),
    outputMode: z.enum(["composited", "greenScreen", "transparent"]).meta({ id: "OutputMode" }).optional(),
    outputCodec: z.enum(["prores4444", "vp9"]).meta({ id: "OutputCodec" }).optional(),
    width: z.number().int().min(16).max(3840).optional(),
    height: z.number().int().min(16).max(3840).optional(),
    aspectRatio: z.enum(["original", "9:16", "4:5", "1:1", "16:9"]).meta({ id: "AspectRatio" }).optional(),
    fit: z.enum(["cover", "contain"]).meta({ id: "Fit" }).optional(),
    fitPosition: z
      .union([z.number().min(0).max(100), z.literal("speaker")], "must be a number from 0 to 100, or speaker")
      .optional(),
  })
  .meta({ id: "ExportSettings" });
export type ExportSettings = z.infer<typeof exportSettingsSchema>;
