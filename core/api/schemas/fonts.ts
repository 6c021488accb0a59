import { z } from "zod";
import { timestampSchema } from "../../time/timestamp.ts";

const named = {
  id: z.string().meta({ description: "ID of the font, the `fontId` of tasks and words." }),
  filename: z.string(),
  fontFamily: z.string().meta({ description: "Family name in the font file." }),
  fontStyle: z.string().meta({ description: "Style name in the font file." }),
};

export const fontCreatedSchema = z
  .object({
    ...named,
    remainingFontLimit: z
      .number()
      .int()
      .min(0)
      .meta({ description: "Number of fonts that the account can still upload." }),
  })
  .meta({ id: "FontCreated" });

const item = { ...named, createdAt: timestampSchema };
const fontItemSchema = z.object(item).meta({ id: "Font" });
export type FontItem = z.infer<typeof fontItemSchema>;

export const fontListSchema = z
  .object({
    data: z.array(fontItemSchema),
    page: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
  })
  .meta({ id: "FontList" });

export const fontDetailSchema = z
  .object({
    ...item,
    fontWeight: z
      .number()
      .int()
      .meta({ description: "Weight from 1 to 1000; the default weight of a variable font." }),
    format: z.string().meta({
      description: "Format of the file's content: ttf, otf, woff or woff2.",
      example: "woff2",
    }),
    isVariable: z.boolean(),
    fileKey: z.string().meta({ description: "The `fontFileKey` for words of a transcript." }),
    size: z.number().int().meta({ description: "Size of the file in bytes." }),
  })
  .meta({ id: "FontDetail" });
export type FontDetail = z.infer<typeof fontDetailSchema>;

export const fontPath = z.object({ id: z.string() });
