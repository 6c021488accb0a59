import * as z from "zod";
import { type WordEntry, wordEntrySchema } from "../../transcript/word-entry.ts";

const { text, type, startSeconds, endSeconds, ...attributes } = wordEntrySchema.shape;

/** Greater than any duration. Greater doubles do not represent milliseconds exactly. */
const maxSeconds = 1e12;
export const wireSeconds = startSeconds.max(
  maxSeconds,
  `must be at most ${maxSeconds}. Times are in seconds.`,
);

const wireFields = {
  text,
  type: type.meta({ id: "WordEntryType" }),
  start_time: wireSeconds,
  end_time: wireSeconds,
  ...attributes,
};

/**
 * A word entry as clients and stored transcripts spell it.
 * Source: specification, "Transcript word entry".
 */
export const wireWordEntrySchema = z.object(wireFields).meta({ id: "WordEntry" });
export type WireWordEntry = z.infer<typeof wireWordEntrySchema>;

const maxEntries = 50_000;
/** The JSON array of a transcript. */
export const wireTranscriptSchema = z.array(wireWordEntrySchema).max(maxEntries).meta({ id: "Transcript" });

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

/** Replaces line breaks and tabs with a space and removes other control characters, which have no glyph. */
const toSingleLine = (text: string): string =>
  text.replace(/[\t-\r\u0085\u2028\u2029]+/gu, " ").replace(/\p{Cc}/gu, "");

/**
 * An entry in a request body: `confidence` is ignored, whatever its value. It shares the name of the entry in responses, so that a client
 * can send what it has read.
 */
const submittedWordEntrySchema = z
  .object({
    ...wireFields,
    text: z.string().overwrite(toSingleLine).min(1).max(500),
    confidence: attributes.confidence.catch(undefined),
  })
  .transform(toWordEntry)
  .meta({ id: "WordEntry" });

/** A transcript in a request body. */
export const submittedTranscriptSchema = z
  .array(submittedWordEntrySchema)
  .max(maxEntries)
  .meta({ id: "Transcript" });
