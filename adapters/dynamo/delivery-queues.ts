import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Lanes } from "../../core/webhooks/delivery-store.ts";
import { epochSeconds, type Item, ifConditionHolds, type Table } from "./table.ts";

/** The item of a lane that nobody has called for so long is forgotten. */
const keptMs = 3 * 86_400_000;

/** One item per lane beside its entries: a count of calls, and a lease. */
export const createDynamoLanes = (table: Table, { now }: { now: () => Date }): Lanes => {
  /** The item after the update; null when its condition did not hold. */
  const update = async (
    lane: string,
    parts: Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeValues">,
  ): Promise<Item | null> => {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { pk: `LANE#${lane}`, sk: "LANE" },
      ReturnValues: "ALL_NEW",
      ...parts,
    });
    const updated = await ifConditionHolds(table.client.send(command));
    return updated === null ? null : (updated.Attributes ?? {});
  };

  const call = (lane: string) =>
    update(lane, {
      UpdateExpression: "ADD calls :one SET ttlSeconds = :ttl",
      ExpressionAttributeValues: { ":one": 1, ":ttl": epochSeconds(now().getTime() + keptMs) },
    });

  return {
    async enter(lane, holder, until) {
      // Counted before the look: who holds the lane then cannot leave without seeing it.
      await call(lane);
      const taken = await update(lane, {
        UpdateExpression: "SET holder = :me, leaseUntil = :until",
        ConditionExpression: "attribute_not_exists(holder) OR leaseUntil < :now",
        ExpressionAttributeValues: {
          ":me": holder,
          ":until": until.toISOString(),
          ":now": now().toISOString(),
        },
      });
      return taken === null ? null : Number(taken.calls);
    },

    async keep(lane, holder, until) {
      const kept = await update(lane, {
        UpdateExpression: "SET leaseUntil = :until",
        ConditionExpression: "holder = :me",
        ExpressionAttributeValues: { ":me": holder, ":until": until.toISOString() },
      });
      return kept !== null;
    },

    async leave(lane, holder, calls) {
      const left = await update(lane, {
        UpdateExpression: "REMOVE holder, leaseUntil",
        ConditionExpression: "holder = :me AND calls = :calls",
        ExpressionAttributeValues: { ":me": holder, ":calls": calls },
      });
      if (left !== null) return null;
      const held = await update(lane, {
        UpdateExpression: "SET holder = :me",
        ConditionExpression: "holder = :me",
        ExpressionAttributeValues: { ":me": holder },
      });
      return held === null ? null : Number(held.calls);
    },
  };
};
