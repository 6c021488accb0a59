import * as z from "zod";
import { timestampSchema } from "../../time/timestamp.ts";

/** Part of a font's description that lists do not have. */
const onlyInDetail = "Only in the response of GET /fonts/{id}.";

export const fontComponent = z
  .object({
    id: z.string().meta({ description: "ID of the font. Use it as `fontId` in tasks and words." }),
    filename: z.string(),
    fontFamily: z.string().meta({ description: "Family name in the font file." }),
    fontStyle: z.string().meta({ description: "Style name in the font file." }),
    createdAt: timestampSchema,
    remainingFontLimit: z.number().int().min(0).optional().meta({
      description: "Number of fonts that the account can still upload. Only in the response of POST /fonts.",
    }),
    fontWeight: z
      .number()
      .int()
      .optional()
      .meta({ description: `Weight from 1 to 1000; the default weight of a variable font. ${onlyInDetail}` }),
    format: z
      .string()
      .optional()
      .meta({
        description: `Format of the file's content: ttf, otf, woff or woff2. ${onlyInDetail}`,
        example: "woff2",
      }),
    isVariable: z
      .boolean()
      .optional()
      .meta({ description: `Whether the font is a variable font. ${onlyInDetail}` }),
    fileKey: z
      .string()
      .optional()
      .meta({ description: `The \`fontFileKey\` for words of a transcript. ${onlyInDetail}` }),
    weights: z
      .string()
      .optional()
      .meta({
        description: `Available weights, in the format of the CSS descriptor \`font-weight\`. ${onlyInDetail}`,
        example: "200 800",
      }),
    characters: z
      .string()
      .optional()
      .meta({
        description: `Available characters, in the format of the CSS descriptor \`unicode-range\`. Absent for fonts that were uploaded to an earlier version of the service. ${onlyInDetail}`,
        example: "U+20-7e,U+a0-17f",
      }),
    fileUrl: z
      .string()
      .optional()
      .meta({ description: `Signed URL of the file, valid for a day. ${onlyInDetail}` }),
    size: z
      .number()
      .int()
      .optional()
      .meta({ description: `Size of the file in bytes. ${onlyInDetail}` }),
  })
  .meta({ id: "Font" });
export type FontView = z.infer<typeof fontComponent>;

export const fontListSchema = z
  .object({
    data: z.array(fontComponent),
    page: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
  })
  .meta({ id: "FontList" });

export const fontPath = z.object({ id: z.string() });
