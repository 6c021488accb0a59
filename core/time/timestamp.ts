import * as z from "zod";

/** ISO 8601, UTC, milliseconds. */
export const timestampSchema = z.string().meta({ format: "date-time" });
