import * as z from "zod";

/** The metadata of a font file and the weights that it has. Read from the contents, not from the file name. */
export const fontFaceSchema = z.object({
  format: z.enum(["ttf", "otf", "woff", "woff2"]),
  /** Name ID 1, in English if available; null when the file has no name. */
  family: z.string().nullable(),
  /** Name ID 2; "Regular" when the file has none. */
  style: z.string(),
  /** 1 to 1000; the default weight of a variable font. */
  weight: z.number().int().min(1).max(1000),
  /** Limits of the wght axis; null for a font with one weight. */
  weightRange: z.object({ min: z.number(), max: z.number() }).nullable(),
  /** Whether it has any axis. */
  isVariable: z.boolean(),
  /** The code points that it has glyphs for, as CSS's `unicode-range`; absent for fonts of earlier versions and if it is too long. */
  characters: z.string().optional(),
});
export type FontFace = z.infer<typeof fontFaceSchema>;
