import { z } from "zod";
import { fontFaceSchema } from "../../fonts/font-face.ts";
import { timestampSchema } from "../../time/timestamp.ts";

const named = {
  id: z.string().meta({ description: "The fontId to use in tasks." }),
  filename: z.string(),
  fontFamily: z.string().meta({ description: "As the file names it." }),
  fontStyle: z.string().meta({ description: "As the file names it." }),
};

export const fontCreatedSchema = z.object({
  ...named,
  remainingFontLimit: z.number().int().min(0).meta({ description: "How many more fonts may be uploaded." }),
});

const item = { ...named, createdAt: timestampSchema };
const fontItemSchema = z.object(item).meta({ id: "Font" });
export type FontItem = z.infer<typeof fontItemSchema>;

export const fontListSchema = z.object({
  data: z.array(fontItemSchema),
  page: z.number().int(),
  limit: z.number().int(),
  totalCount: z.number().int(),
});

export const fontDetailSchema = z
  .object({
    ...item,
    fontWeight: z.number().int().meta({ description: "1 to 1000; a variable font's default." }),
    format: fontFaceSchema.shape.format.meta({ description: "Of the bytes, whatever the file is called." }),
    isVariable: z.boolean(),
    fileKey: z.string().meta({ description: "The fontFileKey to use in words of a transcript." }),
    size: z.number().int().meta({ description: "Bytes." }),
  })
  .meta({ id: "FontDetail" });
export type FontDetail = z.infer<typeof fontDetailSchema>;

export const fontPath = z.object({ id: z.string() });
