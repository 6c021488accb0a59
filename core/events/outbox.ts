import * as z from "zod";
import { settleAll } from "../async/settle-all.ts";
import { eventDetailTypeSchema, statusEventSchema } from "./status-event.ts";

/**
 * A row of the outbox: an event that was written in the same transaction as the change it describes, so that neither exists
 * without the other. Stored under the record's pk with the sk `EVENT#<sequence, 6 digits>`.
 */
export const outboxEventSchema = z.object({
  pk: z.string(),
  sk: z.string(),
  detailType: eventDetailTypeSchema,
  event: statusEventSchema,
});
export type OutboxEvent = z.infer<typeof outboxEventSchema>;

/** Returns the sort key of a record's outbox row for change number `sequence`. */
export const outboxSortKey = (sequence: number): string => `EVENT#${String(sequence).padStart(6, "0")}`;

/** An event to publish on the bus. */
export interface BusEvent {
  detailType: string;
  event: { readonly occurredAt: string };
}

export interface Outbox {
  /** Returns a record's events by `sequence`, published or not, strongly consistent. `pk` is that of the record. */
  listEvents(pk: string): Promise<OutboxEvent[]>;
  /** Returns unpublished rows whose event occurred before `before`, oldest first. */
  listUnpublished(before: Date, limit: number): Promise<OutboxEvent[]>;
  /** Marks rows as published. Idempotent. */
  markPublished(events: readonly OutboxEvent[]): Promise<void>;
}

/** The event bus. Rejects when any event was not accepted; all of them may then be published again. */
export interface EventPublisher {
  publish(events: readonly BusEvent[]): Promise<void>;
}

export interface PublishDeps {
  outbox: Outbox;
  publisher: EventPublisher;
  /** Stores the webhook deliveries of the events (core/webhooks/plan-webhooks.ts). Idempotent. */
  planWebhooks: (events: readonly OutboxEvent[]) => Promise<void>;
  /** Records metrics of the tasks whose end is among the events (core/tasks/task-metrics.ts). */
  measureEnds: (events: readonly OutboxEvent[]) => Promise<void>;
}

/**
 * Publishes events and plans their webhooks, then marks them as published. After a crash in between both are repeated with
 * the same event IDs. They run concurrently, with the metrics; a row is marked only when all have succeeded.
 */
export const publishOutbox = async (events: readonly OutboxEvent[], deps: PublishDeps): Promise<void> => {
  if (events.length === 0) return;
  const publications = [deps.publisher.publish(events), deps.planWebhooks(events), deps.measureEnds(events)];
  await settleAll(publications, "Events could not be published or their webhooks planned");
  await deps.outbox.markPublished(events);
};
