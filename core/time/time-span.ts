import { z } from "zod";

/** A part of a time line, in seconds from its beginning. */
export const timeSpanSchema = z.object({
  startSeconds: z.number().nonnegative(),
  endSeconds: z.number().nonnegative(),
});
export type TimeSpan = z.infer<typeof timeSpanSchema>;
