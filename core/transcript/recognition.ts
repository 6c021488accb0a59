import { z } from "zod";

/**
 * What a speech engine heard, before it becomes a transcript: engine-neutral, written to the bucket by the speech
 * container. Words carry the punctuation that the engine attached ("Ford,"); composing splits it off.
 */
export const recognitionSchema = z.object({
  /** One of the 100 codes of core/languages; null when nothing was said. */
  language: z.string().nullable(),
  languageConfidence: z.number().min(0).max(1).nullable(),
  engine: z.string(),
  /** Where anything is heard that is worth hearing, words or not; only when cuts are wanted. Seconds, in order. */
  sounds: z
    .array(
      z.object({
        startSeconds: z.number().nonnegative(),
        endSeconds: z.number().nonnegative(),
        /** Held like "um"; only when disfluencies are wanted. */
        isHesitation: z.boolean().optional(),
      }),
    )
    .optional(),
  /** What is said, in English, passage by passage; only when that is wanted. Seconds, in order. */
  english: z
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
      /** As written by the engine, without surrounding spaces. */
      text: z.string(),
      /** Whether the engine put a space before it (false inside "like" + "-minded", and in unspaced scripts). */
      spaceBefore: z.boolean(),
      startSeconds: z.number().nonnegative(),
      endSeconds: z.number().nonnegative(),
      confidence: z.number().min(0).max(1),
    }),
  ),
});
export type Recognition = z.infer<typeof recognitionSchema>;
