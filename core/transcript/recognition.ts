import * as z from "zod";

/**
 * The result of a speech engine in an engine-neutral form, which the speech container writes to the bucket. Words include
 * their punctuation ("Ford,"), which composing separates.
 */
export const recognitionSchema = z.object({
  /** A code of core/languages; null without speech. */
  language: z.string().nullable(),
  languageConfidence: z.number().min(0).max(1).nullable(),
  engine: z.string(),
  /** Audio that may be worth keeping, speech or not, in order; only for automatic cuts. */
  audibleSpans: z
    .array(
      z.object({
        startSeconds: z.number().nonnegative(),
        endSeconds: z.number().nonnegative(),
        /** A sustained vowel such as "um"; only for disfluency removal. */
        isFiller: z.boolean().optional(),
      }),
    )
    .optional(),
  /** English translation by passages, in order; only when requested. */
  englishTranslation: z
    .array(
      z.object({
        startSeconds: z.number().nonnegative(),
        endSeconds: z.number().nonnegative(),
        text: z.string(),
      }),
    )
    .optional(),
  words: z.array(
    z.object({
      /** Without surrounding spaces. */
      text: z.string(),
      /** Whether a space precedes it (false within "like" + "-minded" and in unspaced scripts). */
      spaceBefore: z.boolean(),
      startSeconds: z.number().nonnegative(),
      endSeconds: z.number().nonnegative(),
      confidence: z.number().min(0).max(1),
    }),
  ),
});
export type Recognition = z.infer<typeof recognitionSchema>;
