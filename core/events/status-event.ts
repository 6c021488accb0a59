import * as z from "zod";
import type { Task } from "../tasks/task.ts";
import type { Video } from "../videos/video.ts";

/** `source` of all events of this service. */
export const eventSource = "capstack";

/** One detail-type per kind of record, which rules and consumers match. */
export const videoStatusChanged = "Video Status Changed";
export const captioningTaskStatusChanged = "Captioning Task Status Changed";
export const clipTaskStatusChanged = "Clip Task Status Changed";

export const eventDetailTypeSchema = z.enum([
  videoStatusChanged,
  captioningTaskStatusChanged,
  clipTaskStatusChanged,
]);
export type EventDetailType = z.infer<typeof eventDetailTypeSchema>;

/**
 * The detail of a status event. Consumers receive it at least once and deduplicate by `eventId`; `sequence` counts the status
 * changes of one record from 0 (its creation) and gives their order.
 */
export const statusEventSchema = z.object({
  version: z.literal(1),
  eventId: z.string(),
  sequence: z.number().int().nonnegative(),
  accountId: z.string(),
  videoId: z.string(),
  taskId: z.string().optional(),
  status: z.string(),
  /** Null for the creation. */
  previousStatus: z.string().nullable(),
  /** `name` is the error name, `message` the sentence for the client. */
  error: z.object({ name: z.string(), message: z.string() }).optional(),
  /** ISO 8601, milliseconds, UTC. */
  occurredAt: z.string(),
});
export type StatusEvent = z.infer<typeof statusEventSchema>;

/** Returns the event of a video's change from `from` (null: its creation) to `to`. */
export const videoStatusEvent = (from: Video | null, to: Video, eventId: string): StatusEvent => ({
  version: 1,
  eventId,
  sequence: to.sequence,
  accountId: to.accountId,
  videoId: to.id,
  status: to.status,
  previousStatus: from?.status ?? null,
  ...(to.status === "aborted" ? { error: { name: to.errorName, message: to.error } } : {}),
  occurredAt: to.updatedAt,
});

/** Returns the event of a task's change from `from` (null: its creation) to `to`. */
export const taskStatusEvent = (from: Task | null, to: Task, eventId: string): StatusEvent => ({
  version: 1,
  eventId,
  sequence: to.sequence,
  accountId: to.accountId,
  videoId: to.videoId,
  taskId: to.id,
  status: to.status,
  previousStatus: from?.status ?? null,
  ...(to.status === "failed" ? { error: { name: to.errorName, message: to.error } } : {}),
  occurredAt: to.updatedAt,
});
