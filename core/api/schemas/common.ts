import * as z from "zod";
import { ttlSchema as ttl } from "../../videos/video.ts";

/*
 * `meta({ id })` names a schema in the OpenAPI document. Every body and every object in a body has a name, so that generated clients have
 * one type for it.
 */

export const ttlComponent = ttl.meta({ id: "Ttl" });

export const ttlQuery = z.object({
  ttl: ttlComponent
    .optional()
    .meta({ description: "Time until the created resource expires; 30d if absent." }),
});

const maxPageSize = 100;

/** The number of entries of a page. */
export const limitField = z.coerce
  .number()
  .int()
  .min(1)
  .max(maxPageSize)
  .optional()
  .meta({ description: `Entries per page, from 1 to ${maxPageSize}. Defaults to 20.` });

/** Where a page begins. `pattern` is what `nextCursor` of the list looks like. */
export const cursorField = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, "must be the nextCursor of a page")
    .optional()
    .meta({ description: "The nextCursor of the previous page. Omit it for the first page." });

export const nextCursorField = z.string().nullable().meta({
  description: "Value of `cursor` for the next page; null at the end of the list.",
});

export const pageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: "Page number, starting at 1. Defaults to 1." }),
  limit: limitField,
});

export const videoPath = z.object({ videoId: z.string() });
export const taskPath = z.object({ videoId: z.string(), id: z.string() });

/** Signed decimal US dollars, 2 to 6 decimals, exact. */
export const usd = z
  .string()
  .regex(/^-?\d+\.\d{2,6}$/)
  .meta({
    description: "Amount in US dollars: an exact decimal number with 2 to 6 decimal places.",
    example: "0.075000",
  });

/** The cost of a task, in its status and in lists. */
export const heldCost = usd.nullable().meta({
  description: "Amount held, then charged, in US dollars; null until the duration of the video is known.",
});

/** What was left out of the media of a video. Names are an open set in the document: later versions may add some. */
export const warningsSchema = z.array(
  z
    .object({
      name: z.string().meta({ description: "Stable name of the warning.", example: "AudioUndecodable" }),
      message: z.string().meta({ description: "Which part is not used, and why." }),
    })
    .meta({ id: "Warning" }),
);

/** A file that is sent as multipart/form-data. */
export const fileUploadSchema = z
  .object({ file: z.string().meta({ format: "binary" }) })
  .meta({ id: "FileUpload" });

export const errorBodySchema = z
  .object({
    statusCode: z.number().int(),
    error: z.string(),
    message: z.union([z.string(), z.array(z.string())]),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: "ErrorResponse" });
export type ErrorBody = z.infer<typeof errorBodySchema>;
