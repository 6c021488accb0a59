import { z } from "zod";

/**
 * The recognition of a speech engine, before it becomes a transcript: engine-neutral, written to the bucket by the speech
 * container. Words carry the punctuation that the engine attached ("Ford,"); composing splits it off.
 */
export const recognitionSchema = z.object({
  /** One of the 100 codes of core/languages; null when nothing was said. */
  language: z.string().nullable(),
  languageConfidence: z.number().min(0).max(1).nullable(),
  engine: z.string(),
  /** Where the audio is audible, with or without words; only when cuts are requested. Seconds, in order. */
  audibleSpans: z
    .array(
      z.object({
        startSeconds: z.number().nonnegative(),
        endSeconds: z.number().nonnegative(),
        /** A filler such as "um" without a word; only when disfluencies are requested. */
        isFiller: z.boolean().optional(),
      }),
    )
    .optional(),
  /** English translation by passage; only when it is requested. Seconds, in order. */
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
