import { z } from "zod";

/** Times are seconds on the video's own time line (first frame = 0). */
const seconds = z.number().finite().nonnegative();

/**
 * One entry of a transcript as clients see it: a spoken word or a punctuation mark.
 * Source: specification, "Transcript word entry".
 */
export const wordEntrySchema = z.object({
  text: z.string().min(1).max(500),
  type: z.enum(["word", "punctuation"]),
  start_time: seconds,
  end_time: seconds,
  emoji: z.string().max(64).nullable().optional(),
  important: z.boolean().optional(),
  fontFamily: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "A bundled family; one that there is not leaves the style's font." }),
  fontWeight: z.number().int().min(1).max(1000).optional(),
  fontFileKey: z
    .string()
    .max(1024)
    .optional()
    .meta({ description: "The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily." }),
  fontId: z.string().max(64).optional().meta({
    description: "Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.",
  }),
  /** Present in generated transcripts only; 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
});

/** Far beyond any media, where "to the end" may well be written; later times have no exact milliseconds any more. */
const latestSeconds = 1e12;
export const writtenSeconds = seconds.max(
  latestSeconds,
  `must be at most ${latestSeconds}: times are in seconds`,
);

/** Line breaks and tabs become a space, other control characters go: a word is part of a line, and they say nothing. */
const inOneLine = (text: string): string =>
  text.replace(/[\t-\r\u0085\u2028\u2029]+/gu, " ").replace(/\p{Cc}/gu, "");

/** An entry as a client writes it: its confidence is accepted, whatever it is, and never stored. */
export const writtenEntrySchema = wordEntrySchema.extend({
  text: z.string().overwrite(inOneLine).min(1).max(500),
  start_time: writtenSeconds,
  end_time: writtenSeconds,
  confidence: z.number().optional(),
});

export type WordEntry = z.infer<typeof wordEntrySchema>;
export type Transcript = readonly WordEntry[];
