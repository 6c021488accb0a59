import * as z from "zod";

/** A part of a time line, in seconds from its beginning. */
export const timeSpanSchema = z.object({
  startSeconds: z.number().nonnegative(),
  endSeconds: z.number().nonnegative(),
});
export type TimeSpan = z.infer<typeof timeSpanSchema>;

/** Sorts spans and merges those that overlap or touch. */
export const mergeSpans = (spans: readonly TimeSpan[]): TimeSpan[] => {
  const result: TimeSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.startSeconds - b.startSeconds)) {
    const last = result.at(-1);
    if (last && span.startSeconds <= last.endSeconds)
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds);
    else result.push({ ...span });
  }
  return result;
};
