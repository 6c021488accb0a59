import { z } from "zod";

/** What a font file says of itself, and which weights it can draw. Read from its bytes, never from its name. */
export const fontFaceSchema = z.object({
  format: z.enum(["ttf", "otf", "woff", "woff2"]),
  /** Name ID 1, in English where there is one; null when the file has no name. */
  family: z.string().nullable(),
  /** Name ID 2; "Regular" when the file does not say. */
  style: z.string(),
  /** 1 to 1000; of a variable font the one that it has by default. */
  weight: z.number().int().min(1).max(1000),
  /** Limits of the wght axis; null when the file has one weight. */
  weightRange: z.object({ min: z.number(), max: z.number() }).nullable(),
  /** Whether it has any axis. */
  isVariable: z.boolean(),
  /** The code points that it has glyphs for, as CSS's `unicode-range`; absent for fonts of earlier versions and if it is too long. */
  characters: z.string().optional(),
});
export type FontFace = z.infer<typeof fontFaceSchema>;
