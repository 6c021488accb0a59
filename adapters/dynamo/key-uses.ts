import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { KeyUses } from "../../core/accounts/account.ts";
import { setInLruCache } from "../../core/lru-cache.ts";
import { getItem, ifConditionHolds, type Table } from "./table.ts";

const keyOf = (keyId: string) => ({ pk: `USAGE#KEY#${keyId}`, sk: "USED" });

/** A use this long after the last one that is noted is written; so is the first that a process sees. */
const noteEveryMs = 5 * 60_000;
const maxRemembered = 1000;

export const createDynamoKeyUses = (table: Table, { now }: { now: () => Date }): KeyUses => {
  const noted = new Map<string, number>();
  return {
    async note(keyId) {
      const at = now().getTime();
      if (at < (noted.get(keyId) ?? 0) + noteEveryMs) return;
      setInLruCache(noted, keyId, at, maxRemembered);
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(keyId),
        UpdateExpression: "SET usedAt = :now",
        ConditionExpression: "attribute_not_exists(usedAt) OR usedAt <= :before",
        ExpressionAttributeValues: {
          ":now": new Date(at).toISOString(),
          ":before": new Date(at - noteEveryMs).toISOString(),
        },
      });
      // Else another process has noted it.
      await ifConditionHolds(table.client.send(command));
    },

    async lastUsedAt(keyId) {
      const { pk, sk } = keyOf(keyId);
      const item = await getItem(table, pk, sk);
      return typeof item?.usedAt === "string" ? item.usedAt : null;
    },
  };
};
