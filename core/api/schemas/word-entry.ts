import { z } from "zod";
import { type WordEntry, wordEntrySchema } from "../../transcript/word-entry.ts";

const { text, type, startSeconds, endSeconds, ...attributes } = wordEntrySchema.shape;

/**
 * A word entry as clients and stored transcripts spell it.
 * Source: specification, "Transcript word entry".
 */
export const wireWordEntrySchema = z.object({
  text,
  type,
  start_time: startSeconds,
  end_time: endSeconds,
  ...attributes,
  fontFamily: attributes.fontFamily.meta({
    description: "A bundled family; one that there is not leaves the style's font.",
  }),
  fontFileKey: attributes.fontFileKey.meta({
    description: "The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily.",
  }),
  fontId: attributes.fontId.meta({
    description: "Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.",
  }),
});
export type WireWordEntry = z.infer<typeof wireWordEntrySchema>;

export const toWordEntry = ({
  text,
  type,
  start_time,
  end_time,
  ...attributes
}: WireWordEntry): WordEntry => ({
  text,
  type,
  startSeconds: start_time,
  endSeconds: end_time,
  ...attributes,
});

export const toWireEntry = ({
  text,
  type,
  startSeconds,
  endSeconds,
  ...attributes
}: WordEntry): WireWordEntry => ({
  text,
  type,
  start_time: startSeconds,
  end_time: endSeconds,
  ...attributes,
});

/** A transcript file. It has the wire spelling because clients download it by signed URL. */
export const storedTranscriptSchema = z.array(wireWordEntrySchema.transform(toWordEntry));

/** Above any media's length; beyond it a double no longer holds exact milliseconds. */
const maxSeconds = 1e12;
export const submittedSeconds = startSeconds.max(
  maxSeconds,
  `must be at most ${maxSeconds}: times are in seconds`,
);

/** Replaces line breaks and tabs with a space and removes other control characters, which have no glyph. */
const toSingleLine = (text: string): string =>
  text.replace(/[\t-\r\u0085\u2028\u2029]+/gu, " ").replace(/\p{Cc}/gu, "");

/** An entry in a request body. A `confidence` of any value is accepted and never stored. */
export const submittedWordEntrySchema = wireWordEntrySchema
  .extend({
    text: z.string().overwrite(toSingleLine).min(1).max(500),
    start_time: submittedSeconds,
    end_time: submittedSeconds,
    confidence: z.number().optional(),
  })
  .transform(toWordEntry);
