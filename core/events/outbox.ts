import { z } from "zod";
import { eventDetailTypeSchema, statusEventSchema } from "./status-event.ts";

/**
 * A row of the outbox: an event that was written in the same transaction as the change that it tells of, so that
 * neither can exist without the other. Stored under the record's own pk with sk `EVENT#<sequence, 6 digits>`.
 */
export const outboxEventSchema = z.object({
  pk: z.string(),
  sk: z.string(),
  detailType: eventDetailTypeSchema,
  event: statusEventSchema,
});
export type OutboxEvent = z.infer<typeof outboxEventSchema>;

/** The key of the outbox row of a record's change number `sequence`. */
export const outboxSortKey = (sequence: number): string => `EVENT#${String(sequence).padStart(6, "0")}`;

export interface Outbox {
  /** Rows not yet marked whose event occurred before `before`, oldest first. */
  listUnpublished(before: Date, limit: number): Promise<OutboxEvent[]>;
  /** Takes the rows off the list of unpublished ones; harmless when repeated. */
  markPublished(events: readonly OutboxEvent[]): Promise<void>;
}

/** The event bus. Rejects when any of the events was not taken; repeating all of them is then right. */
export interface EventPublisher {
  publish(events: readonly OutboxEvent[]): Promise<void>;
}

/** Sends the events and then marks them: a crash in between sends them again with the same `eventId`. */
export const publishOutbox = async (
  events: readonly OutboxEvent[],
  deps: { outbox: Outbox; publisher: EventPublisher },
): Promise<void> => {
  if (events.length === 0) return;
  await deps.publisher.publish(events);
  await deps.outbox.markPublished(events);
};
