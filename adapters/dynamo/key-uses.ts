import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { KeyUses } from "../../core/accounts/account.ts";
import { setInLruCache } from "../../core/lru-cache.ts";
import { keyUseRow } from "./rows.ts";
import { getItem, ifConditionHolds, type Table } from "./table.ts";

const keyOf = (keyId: string) => ({ pk: `USAGE#KEY#${keyId}`, sk: "USED" });

/** Minimum time between two recorded uses of a key. */
const recordIntervalMs = 5 * 60_000;
const maxCached = 1000;

export const createDynamoKeyUses = (table: Table, { now }: { now: () => Date }): KeyUses => {
  const recordedAt = new Map<string, number>();
  return {
    async note(keyId) {
      const at = now().getTime();
      if (at < (recordedAt.get(keyId) ?? 0) + recordIntervalMs) return;
      setInLruCache(recordedAt, keyId, at, maxCached);
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(keyId),
        UpdateExpression: "SET usedAt = :now",
        ConditionExpression: "attribute_not_exists(usedAt) OR usedAt <= :before",
        ExpressionAttributeValues: {
          ":now": new Date(at).toISOString(),
          ":before": new Date(at - recordIntervalMs).toISOString(),
        },
      });
      // Another process may have recorded a use.
      await ifConditionHolds(table.client.send(command));
    },

    async lastUsedAt(keyId) {
      const { pk, sk } = keyOf(keyId);
      const item = await getItem(table, pk, sk);
      return item === null ? null : keyUseRow.parse(item).usedAt;
    },
  };
};
