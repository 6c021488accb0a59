import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Outbox, type OutboxEvent, outboxEventSchema, outboxSortKey } from "../../core/events/outbox.ts";
import type { EventDetailType, StatusEvent } from "../../core/events/status-event.ts";
import { indexedItems } from "./pending-work-index.ts";
import { putNew } from "./record.ts";
import {
  epochSeconds,
  type Item,
  ifConditionHolds,
  itemOfImage,
  queryItems,
  type Table,
  type Write,
} from "./table.ts";

const unpublished = "OUTBOX";

/** Rows are kept for a month after the event, so that the operator can inspect them. */
const keptSeconds = 30 * 86_400;

/** Returns the write of an event for the transaction of its change. `pk` is that of the record. */
export const outboxRow = (table: Table, pk: string, detailType: EventDetailType, event: StatusEvent): Write =>
  putNew(table, {
    pk,
    sk: outboxSortKey(event.sequence),
    gsi2pk: unpublished,
    gsi2sk: `${event.occurredAt}#${event.eventId}`,
    ttlSeconds: epochSeconds(event.occurredAt) + keptSeconds,
    detailType,
    event,
  });

export const createDynamoOutbox = (table: Table): Outbox => ({
  async listEvents(pk) {
    const rows = await queryItems(table, {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": pk, ":prefix": "EVENT#" },
      ConsistentRead: true,
    });
    return rows.map(parseRow);
  },

  async listUnpublished(before, limit) {
    const rows = await indexedItems(table, { partition: unpublished, before: before.toISOString(), limit });
    return rows.map(parseRow);
  },

  async markPublished(events) {
    await Promise.all(events.map((event) => unmarkRow(table, event)));
  },
});

const unmarkRow = async (table: Table, { pk, sk }: OutboxEvent): Promise<void> => {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: { pk, sk },
    // A row that has expired must not reappear as a fragment.
    ConditionExpression: "attribute_exists(pk)",
    UpdateExpression: "REMOVE gsi2pk, gsi2sk",
  });
  await ifConditionHolds(table.client.send(command));
};

const parseRow = (item: Item): OutboxEvent => outboxEventSchema.parse(item);

/** Parses an outbox row from an image of the table's stream. Throws for a row of another kind. */
export const outboxEventOf = (image: Record<string, unknown>): OutboxEvent => parseRow(itemOfImage(image));
