import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type OperatorKeyStore, operatorKeySchema } from "../../core/accounts/operator-key.ts";
import { putNew } from "./record.ts";
import { getItem, getItems, ifConditionHolds, queryItems, type Table, transact } from "./table.ts";

/** Apart from the keys of accounts (`KEY#…`), so that a lookup never finds a key of the other kind. */
const keyOf = (sha256: string) => ({ pk: `OPERATORKEY#${sha256}`, sk: "KEY" });
const listPartition = "OPERATORKEYS";

/** A key is an item by its hash, and a row of the list of keys by its ID, which names the hash. */
export const createDynamoOperatorKeyStore = (table: Table): OperatorKeyStore => {
  const rows = () =>
    queryItems(table, {
      KeyConditionExpression: "pk = :list",
      ExpressionAttributeValues: { ":list": listPartition },
      ConsistentRead: true,
    });
  return {
    async add(key) {
      const row = { pk: listPartition, sk: key.id, sha256: key.sha256 };
      await transact(table, [
        putNew(table, { ...keyOf(key.sha256), ...operatorKeySchema.parse(key) }),
        putNew(table, row),
      ]);
    },

    async list() {
      const hashes = (await rows()).map(({ sha256 }) => String(sha256));
      return (await getItems(table, hashes.map(keyOf))).map((item) => operatorKeySchema.parse(item));
    },

    async revoke(keyId, revokedAt) {
      const row = await getItem(table, listPartition, keyId);
      if (row === null) return false;
      const revoking = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(String(row.sha256)),
        // Repeated revocations keep the first time.
        ConditionExpression: "attribute_type(revokedAt, :null)",
        UpdateExpression: "SET revokedAt = :at",
        ExpressionAttributeValues: { ":at": revokedAt, ":null": "NULL" },
      });
      await ifConditionHolds(table.client.send(revoking));
      return true;
    },

    async findId(sha256) {
      const { pk, sk } = keyOf(sha256);
      const item = await getItem(table, pk, sk);
      if (item === null) return null;
      const key = operatorKeySchema.parse(item);
      return key.revokedAt === null ? key.id : null;
    },
  };
};
