import { z } from "zod";

/** Strings of the client, stored with a task and returned in its status and its webhooks. */
export const metadataSchema = z
  .record(z.string().min(1).max(100), z.string().max(2000))
  .refine((value) => Object.keys(value).length <= 50, "must have at most 50 keys")
  .meta({ id: "Metadata" });
