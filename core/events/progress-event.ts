import { z } from "zod";

export const captioningTaskProgress = "Captioning Task Progress";

/**
 * The detail of a progress event. It bypasses the outbox: it may be lost, and the next one says more. `sequence` is that
 * of the status in which the task is; within it `progress` only grows.
 */
export const progressEventSchema = z.object({
  version: z.literal(1),
  eventId: z.string(),
  sequence: z.number().int().nonnegative(),
  accountId: z.string(),
  videoId: z.string(),
  taskId: z.string(),
  status: z.string(),
  /** Done part of the status, whole percent. */
  progress: z.number().int().min(0).max(100),
  /** ISO 8601, milliseconds, UTC. */
  occurredAt: z.string(),
});
export type ProgressEvent = z.infer<typeof progressEventSchema>;
