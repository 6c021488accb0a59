import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { EventPublisher } from "../../core/events/outbox.ts";
import { eventSource } from "../../core/events/status-event.ts";

/** Maximum number of entries per PutEvents call. */
const maxEntries = 10;

export const createEventBridgePublisher = (
  busName: string,
  client = new EventBridgeClient({}),
): EventPublisher => ({
  async publish(events) {
    for (let start = 0; start < events.length; start += maxEntries) {
      const entries = events.slice(start, start + maxEntries).map(({ detailType, event }) => ({
        EventBusName: busName,
        Source: eventSource,
        DetailType: detailType,
        Detail: JSON.stringify(event),
        Time: new Date(event.occurredAt),
        Resources: [],
      }));
      const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: entries }));
      if (FailedEntryCount) {
        const reasons = new Set((Entries ?? []).flatMap(({ ErrorCode }) => ErrorCode ?? []));
        throw new Error(`The event bus rejected ${FailedEntryCount} events: ${[...reasons].join(", ")}`);
      }
    }
  },
});
