import * as z from "zod";

export const captioningTaskProgress = "Captioning Task Progress";

/**
 * The detail of a progress event. It bypasses the outbox: it may be lost, and the next one replaces it. `sequence` is that of
 * the task's current status; within it `progress` never decreases.
 */
export const progressEventSchema = z.object({
  version: z.literal(1),
  eventId: z.string(),
  sequence: z.number().int().nonnegative(),
  accountId: z.string(),
  videoId: z.string(),
  taskId: z.string(),
  status: z.string(),
  /** Completed part of the status, integer percent. */
  progress: z.number().int().min(0).max(100),
  /** ISO 8601, milliseconds, UTC. */
  occurredAt: z.string(),
});
export type ProgressEvent = z.infer<typeof progressEventSchema>;
