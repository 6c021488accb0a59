import { setTimeout as delay } from "node:timers/promises";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The product's one table and a client for it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

let ownClient: DynamoDBClient | undefined;

/** One per process, so that its connections are reused. */
const processClient = (): DynamoDBClient => {
  ownClient ??= new DynamoDBClient({});
  return ownClient;
};

/** Region, credentials and endpoint come from the environment, as everywhere in the SDK. */
export const createTable = (name: string, client = processClient()): Table => ({
  name,
  client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
});

/** The longest keys, in bytes of UTF-8. DynamoDB refuses to look for longer ones. */
const maxPartitionKeyBytes = 2048;
const maxSortKeyBytes = 1024;

/** Strongly consistent; null when there is no such item, also for an id of a client's that is too long for any. */
export const getItem = async (table: Table, pk: string, sk: string): Promise<Item | null> => {
  if (Buffer.byteLength(pk) > maxPartitionKeyBytes || Buffer.byteLength(sk) > maxSortKeyBytes) return null;
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true }),
  );
  return item ?? null;
};

/** What one BatchGetItem takes. */
const maxBatch = 100;

/** Strongly consistent, in the order of `keys`; those that are not there are left out. Keys must differ. */
export const getItems = async (
  table: Table,
  keys: readonly { pk: string; sk: string }[],
): Promise<Item[]> => {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += maxBatch) {
    let wanted: Item[] = keys.slice(start, start + maxBatch).map(({ pk, sk }) => ({ pk, sk }));
    // An answer holds 16 MB at most and may leave keys over, also when the table is busy.
    for (let attempt = 1; wanted.length > 0; attempt += 1) {
      if (attempt > maxTries) throw new Error("DynamoDB keeps leaving keys of a batch unread");
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[table.name] ?? []) found.set(`${item.pk} ${item.sk}`, item);
      wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (wanted.length > 0) await delay(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt));
    }
  }
  return keys.flatMap(({ pk, sk }): Item[] => {
    const item = found.get(`${pk} ${sk}`);
    return item === undefined ? [] : [item];
  });
};

/** What a conditional write answers; null when its condition did not hold. */
export const ifConditionHolds = async <T>(write: Promise<T>): Promise<T | null> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
};

/** An item as the table's stream shows it. */
export const itemOfImage = (image: Record<string, unknown>): Item =>
  unmarshall(image as Record<string, AttributeValue>);

/** All matches, page after page, until `limit` have been found. */
export const queryItems = async (
  table: Table,
  query: Omit<QueryCommandInput, "TableName">,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> => {
  const found: Item[] = [];
  let start: QueryCommandInput["ExclusiveStartKey"];
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...query,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    found.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined && found.length < limit);
  return found.slice(0, Math.min(limit, found.length));
};

type RecordKind = "VIDEO" | "TASK";

/** Ended records of a kind whose time is over: the same index, under the time of their expiry. */
export const queryExpired = (table: Table, kind: RecordKind, now: Date, limit: number): Promise<Item[]> => {
  const query = {
    IndexName: "gsi2",
    KeyConditionExpression: "gsi2pk = :expiry AND gsi2sk < :now",
    ExpressionAttributeValues: { ":expiry": `EXPIRY#${kind}`, ":now": now.toISOString() },
    Limit: limit,
  };
  return queryItems(table, query, limit);
};

/** Where a record stands in that index: unfinished ones by age, ended ones by their expiry. */
export const lifeIndex = (
  kind: RecordKind,
  isFinished: boolean,
  { id, createdAt, expiresAt }: Readonly<Record<"id" | "createdAt" | "expiresAt", string>>,
): Item =>
  isFinished
    ? { gsi2pk: `EXPIRY#${kind}`, gsi2sk: `${expiresAt}#${id}` }
    : { gsi2pk: `UNFINISHED#${kind}`, gsi2sk: `${createdAt}#${id}` };

/** Unfinished records of a kind, oldest first: the sparse index that a record leaves when it ends. */
export const queryUnfinished = (table: Table, kind: RecordKind, limit: number): Promise<Item[]> => {
  const query = {
    IndexName: "gsi2",
    KeyConditionExpression: "gsi2pk = :unfinished",
    ExpressionAttributeValues: { ":unfinished": `UNFINISHED#${kind}` },
  };
  return queryItems(table, query, limit);
};

/** Which of a transaction's conditions did not hold, by the position of its write. */
export class ConditionsFailed extends Error {
  override readonly name = "ConditionsFailed";
  readonly positions: readonly number[];

  constructor(positions: readonly number[], cause: unknown) {
    super(`Conditions ${positions.join(", ")} of a transaction did not hold`, { cause });
    this.positions = positions;
  }
}

/** Many requests of one account meet on its record: they wait their turn here, 2.5 s on average at the end. */
const maxTries = 25;
const firstPauseMs = 15;
const maxPauseMs = 400;

/**
 * All or nothing. A conflict with another transaction on the same items is tried again; conditions that do not hold
 * throw ConditionsFailed.
 */
export const transact = async (table: Table, writes: readonly Write[]): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
      const failed = codes.flatMap((code, index) => (code === "ConditionalCheckFailed" ? [index] : []));
      if (failed.length > 0) throw new ConditionsFailed(failed, error);
      if (!codes.includes("TransactionConflict") || attempt === maxTries) throw error;
      await delay(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt));
    }
  }
};

/**
 * Records outlive their expiry, unseen, until the sweep has removed what belongs to them; this is for those that it
 * could not reach.
 */
const sweptWithinSeconds = 14 * 86_400;
export const recordTtl = (expiresAt: string): number => epochSeconds(expiresAt) + sweptWithinSeconds;

/** `ttlSeconds` of an item: DynamoDB removes it some time after. `moment`: ISO 8601, or milliseconds. */
export const epochSeconds = (moment: string | number): number =>
  Math.ceil((typeof moment === "string" ? Date.parse(moment) : moment) / 1000);
