import * as z from "zod";
import { utf8Bytes } from "../text/utf8-bytes.ts";

/** Strings of the client, stored with a task and returned in its status and its webhooks. */
export const metadataSchema = z
  .record(z.string().min(1).max(100), z.string().max(2000))
  .refine((value) => Object.keys(value).length <= 50, "must have at most 50 keys")
  .meta({ id: "Metadata" });

/** Each change of a task writes its metadata again, in the record and in an index. */
const maxMetadataBytes = 16_384;

/** Metadata of a new task. Tasks from before this limit may have more. */
export const newMetadataSchema = metadataSchema.refine(
  (value) => utf8Bytes(JSON.stringify(value)) <= maxMetadataBytes,
  `must have at most ${maxMetadataBytes} bytes of JSON`,
);
