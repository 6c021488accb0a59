import * as z from "zod";

/** Seconds on the video's time line; the first frame is at 0. */
const seconds = z.number().finite().nonnegative();

/**
 * One entry of a transcript: a spoken word or a punctuation mark. Clients and stored transcripts spell its fields
 * differently (core/api/schemas/word-entry.ts).
 */
export const wordEntrySchema = z.object({
  text: z.string().min(1).max(500),
  type: z.enum(["word", "punctuation"]),
  startSeconds: seconds,
  endSeconds: seconds,
  emoji: z.string().max(64).nullable().optional(),
  important: z.boolean().optional(),
  fontFamily: z.string().max(200).optional(),
  fontWeight: z.number().min(1).max(1000).optional(),
  fontFileKey: z.string().max(1024).optional(),
  fontId: z.string().max(64).optional(),
  /** Present in generated transcripts only; 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
});

export type WordEntry = z.infer<typeof wordEntrySchema>;
export type Transcript = readonly WordEntry[];
