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
import { checkPlainValue } from "./plain-values.ts";

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The table of the service, and a client for it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

let sharedClient: DynamoDBClient | undefined;

/** Returns the client of the process, so that connections are reused. */
const processClient = (): DynamoDBClient => {
  sharedClient ??= new DynamoDBClient({});
  return sharedClient;
};

/**
 * An object with a field named `constructor`, as metadata of a task may have, counts as an instance of a class. Real instances are
 * rejected by `checkPlainValue`.
 */
const marshallOptions = { removeUndefinedValues: true, convertClassInstanceToMap: true };

/**
 * Creates a table whose client takes region, credentials and endpoint from the environment. Requests with values that DynamoDB
 * would store as others are rejected with TypeError.
 */
export const createTable = (name: string, client = processClient()): Table => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions });
  documents.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        checkPlainValue(args.input, commandName ?? "Command");
        return next(args);
      },
    // Tables of one client share its stack.
    { step: "initialize", name: "checkPlainValue", override: true },
  );
  return { name, client: documents };
};

/** Maximum size of keys, bytes of UTF-8. DynamoDB rejects requests with longer ones. */
const maxPartitionKeyBytes = 2048;
const maxSortKeyBytes = 1024;

/** Reads an item, strongly consistent. Returns null when it does not exist, also for IDs that exceed the length of keys. */
export const getItem = async (table: Table, pk: string, sk: string): Promise<Item | null> => {
  if (Buffer.byteLength(pk) > maxPartitionKeyBytes || Buffer.byteLength(sk) > maxSortKeyBytes) return null;
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true }),
  );
  return item ?? null;
};

/** Maximum number of keys of a BatchGetItem. */
const maxBatch = 100;

/** Reads items, strongly consistent, in the order of `keys`, without those that do not exist. Keys must be unique. */
export const getItems = async (
  table: Table,
  keys: readonly { pk: string; sk: string }[],
): Promise<Item[]> => {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += maxBatch) {
    let remaining: Item[] = keys.slice(start, start + maxBatch).map(({ pk, sk }) => ({ pk, sk }));
    // A response is limited to 16 MB and may omit keys, also when the table is throttled.
    for (let attempt = 1; remaining.length > 0; attempt += 1) {
      if (attempt > maxAttempts) throw new Error("DynamoDB returned unprocessed keys too often.");
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: remaining, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[table.name] ?? []) found.set(`${item.pk} ${item.sk}`, item);
      remaining = UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (remaining.length > 0)
        await delay(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt));
    }
  }
  return keys.flatMap(({ pk, sk }): Item[] => {
    const item = found.get(`${pk} ${sk}`);
    return item === undefined ? [] : [item];
  });
};

/** Returns the result of a conditional write; null when its condition failed. */
export const ifConditionHolds = async <T>(write: Promise<T>): Promise<T | null> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
};

/** Converts an image of the table's stream to an item. */
export const itemOfImage = (image: Record<string, unknown>): Item =>
  unmarshall(image as Record<string, AttributeValue>);

/** Returns all matches, reading page after page, up to `limit`. */
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

/** Conditions of a transaction failed: the positions of their writes. */
export class ConditionsFailed extends Error {
  override readonly name = "ConditionsFailed";
  readonly positions: readonly number[];

  constructor(positions: readonly number[], cause: unknown) {
    super(`Conditions ${positions.join(", ")} of a transaction failed`, { cause });
    this.positions = positions;
  }
}

/** Concurrent requests of an account conflict on its record, and retry with jitter for up to 2.5 s on average. */
const maxAttempts = 25;
const firstPauseMs = 15;
const maxPauseMs = 400;

/**
 * Writes all items or none. Retries conflicts with other transactions on the same items, with backoff and jitter. Throws
 * ConditionsFailed when conditions fail.
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
      if (!codes.includes("TransactionConflict") || attempt === maxAttempts) throw error;
      await delay(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt));
    }
  }
};

/** Expired records are hidden until the sweep deletes them; DynamoDB deletes those that the sweep missed after this time. */
const sweptWithinSeconds = 14 * 86_400;
export const recordTtl = (expiresAt: string): number => epochSeconds(expiresAt) + sweptWithinSeconds;

/** Returns the `ttlSeconds` of an item, after which DynamoDB deletes it. `moment`: ISO 8601, or milliseconds. */
export const epochSeconds = (moment: string | number): number =>
  Math.ceil((typeof moment === "string" ? Date.parse(moment) : moment) / 1000);
