import { z } from "zod";
import { settleAll } from "../async/settle-all.ts";
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

/** Something to go out on the bus. */
export interface BusEvent {
  detailType: string;
  event: { readonly occurredAt: string };
}

export interface Outbox {
  /** A record's events by `sequence`, published or not, strongly consistent. `pk` is the record's own. */
  listEvents(pk: string): Promise<OutboxEvent[]>;
  /** Rows not yet marked whose event occurred before `before`, oldest first. */
  listUnpublished(before: Date, limit: number): Promise<OutboxEvent[]>;
  /** Takes the rows off the list of unpublished ones; harmless when repeated. */
  markPublished(events: readonly OutboxEvent[]): Promise<void>;
}

/** The event bus. Rejects when any of the events was not taken; repeating all of them is then right. */
export interface EventPublisher {
  publish(events: readonly BusEvent[]): Promise<void>;
}

export interface PublishDeps {
  outbox: Outbox;
  publisher: EventPublisher;
  /** Writes down the deliveries that follow from the events (core/webhooks/plan-webhooks.ts); may be repeated. */
  planWebhooks: (events: readonly OutboxEvent[]) => Promise<void>;
}

/**
 * Sends the events, plans their webhooks and then marks them: a crash in between does both again, with the same ids.
 * Neither waits for the other, but a row stays unmarked until both are done.
 */
export const publishOutbox = async (events: readonly OutboxEvent[], deps: PublishDeps): Promise<void> => {
  if (events.length === 0) return;
  const works = [deps.publisher.publish(events), deps.planWebhooks(events)];
  await settleAll(works, "Events were not published and planned");
  await deps.outbox.markPublished(events);
};
