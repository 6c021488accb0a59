import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { DeliveryQueues } from "../../core/webhooks/delivery-store.ts";
import { deliveryQueueRow } from "./rows.ts";
import { epochSeconds, type Item, ifConditionHolds, type Table } from "./table.ts";

/** The item of a queue expires this long after the last request. */
const keptMs = 3 * 86_400_000;

/** Stores one item per queue beside its entries: a count of requests, and a lease. */
export const createDynamoDeliveryQueues = (table: Table, { now }: { now: () => Date }): DeliveryQueues => {
  /** Returns the updated item; null when the condition failed. */
  const update = async (
    queue: string,
    parts: Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeValues">,
  ): Promise<Item | null> => {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { pk: `DELIVERYQUEUE#${queue}`, sk: "DELIVERYQUEUE" },
      ReturnValues: "ALL_NEW",
      ...parts,
    });
    const updated = await ifConditionHolds(table.client.send(command));
    return updated === null ? null : (updated.Attributes ?? {});
  };

  const countRequest = (queue: string) =>
    update(queue, {
      UpdateExpression: "ADD requests :one SET ttlSeconds = :ttl",
      ExpressionAttributeValues: { ":one": 1, ":ttl": epochSeconds(now().getTime() + keptMs) },
    });

  return {
    async acquire(queue, holder, until) {
      // Counted first: a current holder then cannot release the queue without noticing it.
      await countRequest(queue);
      const acquired = await update(queue, {
        UpdateExpression: "SET holder = :holder, leaseUntil = :until",
        ConditionExpression: "attribute_not_exists(holder) OR leaseUntil < :now",
        ExpressionAttributeValues: {
          ":holder": holder,
          ":until": until.toISOString(),
          ":now": now().toISOString(),
        },
      });
      return acquired === null ? null : deliveryQueueRow.parse(acquired).requests;
    },

    async renew(queue, holder, until) {
      const renewed = await update(queue, {
        UpdateExpression: "SET leaseUntil = :until",
        ConditionExpression: "holder = :holder",
        ExpressionAttributeValues: { ":holder": holder, ":until": until.toISOString() },
      });
      return renewed !== null;
    },

    async release(queue, holder, requests) {
      const released = await update(queue, {
        UpdateExpression: "REMOVE holder, leaseUntil",
        ConditionExpression: "holder = :holder AND requests = :requests",
        ExpressionAttributeValues: { ":holder": holder, ":requests": requests },
      });
      if (released !== null) return null;
      const current = await update(queue, {
        UpdateExpression: "SET holder = :holder",
        ConditionExpression: "holder = :holder",
        ExpressionAttributeValues: { ":holder": holder },
      });
      return current === null ? null : deliveryQueueRow.parse(current).requests;
    },
  };
};
