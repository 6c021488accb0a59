import { PutCommand, paginateScan, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Account, type AccountStore, accountSchema, apiKeySchema } from "../../core/accounts/account.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { putNew } from "./record.ts";
import {
  ConditionsFailed,
  getItem,
  getItems,
  type Item,
  ifConditionHolds,
  queryItems,
  type Table,
  transact,
} from "./table.ts";

const recordKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: "ACCOUNT" });

/** The list of accounts: a row for each, by ID, which is ordered by time (UUID v7). */
const listPartition = "ACCOUNTS";
const listRow = (accountId: string) => ({ pk: listPartition, sk: accountId });

const keysIndex = (accountId: string): string => `ACCOUNT#${accountId}#KEYS`;

export const createDynamoAccountStore = (table: Table): AccountStore => {
  const get = async (accountId: string): Promise<Account | null> => {
    const { pk, sk } = recordKey(accountId);
    const item = await getItem(table, pk, sk);
    return item === null ? null : accountSchema.parse(item);
  };

  const listKeys = async (accountId: string) => {
    const items = await queryItems(table, {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :keys",
      ExpressionAttributeValues: { ":keys": keysIndex(accountId) },
    });
    return items.map((item) => apiKeySchema.parse(item));
  };

  const putAll = async (items: readonly Item[], what: string): Promise<void> => {
    try {
      await transact(
        table,
        items.map((item) => putNew(table, item)),
      );
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      throw new WriteConflict(`${what} already exists`, { cause: error });
    }
  };

  const list = async (): Promise<Account[]> => {
    const accounts: Account[] = [];
    const scan = { TableName: table.name, FilterExpression: "sk = :account", ConsistentRead: true };
    const pages = paginateScan(
      { client: table.client },
      { ...scan, ExpressionAttributeValues: { ":account": "ACCOUNT" } },
    );
    for await (const { Items = [] } of pages)
      accounts.push(...Items.map((item) => accountSchema.parse(item)));
    return accounts.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  };

  return {
    get,
    listKeys,
    list,

    async listNewest(limit, cursor) {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: "pk = :list",
          ExpressionAttributeValues: { ":list": listPartition },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
          ...(cursor === null ? {} : { ExclusiveStartKey: listRow(cursor) }),
        }),
      );
      const items = await getItems(
        table,
        Items.map(({ sk }) => recordKey(String(sk))),
      );
      return {
        items: items.map((item) => accountSchema.parse(item)),
        cursor: LastEvaluatedKey === undefined ? null : String(LastEvaluatedKey.sk),
      };
    },

    async completeList() {
      for (const { id } of await list())
        await table.client.send(new PutCommand({ TableName: table.name, Item: listRow(id) }));
    },

    create: (account) =>
      putAll(
        [{ ...recordKey(account.id), ...accountSchema.parse(account) }, listRow(account.id)],
        "The account",
      ),

    async addKey(key) {
      const index = { gsi1pk: keysIndex(key.accountId), gsi1sk: `${key.createdAt}#${key.id}` };
      await putAll([{ pk: `KEY#${key.sha256}`, sk: "KEY", ...index, ...apiKeySchema.parse(key) }], "The key");
    },

    async revokeKey(accountId, keyId, revokedAt) {
      const key = (await listKeys(accountId)).find((candidate) => candidate.id === keyId);
      if (key === undefined) return false;
      if (key.revokedAt !== null) return true;
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk: `KEY#${key.sha256}`, sk: "KEY" },
          ConditionExpression: "attribute_exists(pk)",
          UpdateExpression: "SET revokedAt = :at",
          ExpressionAttributeValues: { ":at": revokedAt },
        }),
      );
      return true;
    },

    async change(accountId, fields) {
      const names = Object.keys(fields);
      const command = new UpdateCommand({
        TableName: table.name,
        Key: recordKey(accountId),
        ConditionExpression: "attribute_exists(pk)",
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [`:${name}`, value]),
        ),
      });
      return (await ifConditionHolds(table.client.send(command))) !== null;
    },

    async findByKey(keySha256) {
      const item = await getItem(table, `KEY#${keySha256}`, "KEY");
      if (item === null) return null;
      const key = apiKeySchema.parse(item);
      const account = key.revokedAt === null ? await get(key.accountId) : null;
      return account === null ? null : { account, keyId: key.id };
    },
  };
};
