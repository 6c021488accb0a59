import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Part } from "../../core/storage/part.ts";
import { getItems, type Item, queryItems, type Table } from "./table.ts";

/**
 * The index `gsi2` lists what still has work to do. It contains keys only, so that a write of a record costs its index entry
 * at most 1 KB, and the records are read from the table, strongly consistent.
 */
const keySchema = z.object({ pk: z.string(), sk: z.string() });

interface Entries {
  partition: string;
  /** Whether the last ones come first. */
  isReversed?: boolean;
  /** Exclusive upper bound of the sort keys; absent: all. */
  before?: string | undefined;
  limit: number;
}

const queryOf = ({
  partition,
  isReversed = false,
  before,
  limit,
}: Entries): Omit<QueryCommandInput, "TableName"> => ({
  IndexName: "gsi2",
  KeyConditionExpression: `gsi2pk = :partition${before === undefined ? "" : " AND gsi2sk < :before"}`,
  ExpressionAttributeValues: {
    ":partition": partition,
    ...(before === undefined ? {} : { ":before": before }),
  },
  ScanIndexForward: !isReversed,
  Limit: limit,
});

/** Returns the items in the order of the index, without those that have left this partition since. */
const itemsOf = async (table: Table, partition: string, entries: readonly Item[]): Promise<Item[]> => {
  const items = await getItems(
    table,
    entries.map((entry) => keySchema.parse(entry)),
  );
  return items.filter((item) => item.gsi2pk === partition);
};

/** Returns the first items of a partition of the index, at most `limit`. */
export const indexedItems = async (table: Table, entries: Entries): Promise<Item[]> =>
  itemsOf(table, entries.partition, await queryItems(table, queryOf(entries), entries.limit));

const cursorSchema = z.object({
  partition: z.number().int(),
  key: z.record(z.string(), z.string()).nullable(),
});

/**
 * Returns up to `limit` items of several partitions, one partition after the other, beginning at `cursor`. The end of the last
 * partition is the end of the list.
 */
export const indexedPart = async (
  table: Table,
  partitions: readonly string[],
  limit: number,
  cursor: string | null,
): Promise<Part<Item>> => {
  let place = cursor === null ? { partition: 0, key: null } : cursorSchema.parse(JSON.parse(cursor));
  const items: Item[] = [];
  let read = 0;
  while (read < limit) {
    const partition = partitions[place.partition];
    if (partition === undefined) return { items, cursor: null };
    const { Items = [], LastEvaluatedKey = null } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...queryOf({ partition, limit: limit - read }),
        ...(place.key === null ? {} : { ExclusiveStartKey: place.key }),
      }),
    );
    read += Items.length;
    items.push(...(await itemsOf(table, partition, Items)));
    place = LastEvaluatedKey
      ? { partition: place.partition, key: cursorSchema.shape.key.parse(LastEvaluatedKey) }
      : { partition: place.partition + 1, key: null };
  }
  return { items, cursor: place.partition === partitions.length ? null : JSON.stringify(place) };
};

type RecordKind = "VIDEO" | "TASK";

const expiryOf = (kind: RecordKind): string => `EXPIRY#${kind}`;

/** Returns the index attributes of a record that has ended: ordered by expiry. */
export const expiryIndex = (
  kind: RecordKind,
  { id, expiresAt }: { id: string; expiresAt: string },
): Item => ({
  gsi2pk: expiryOf(kind),
  gsi2sk: `${expiresAt}#${id}`,
});

/** Returns expired records that have ended, earliest expiry first. */
export const queryExpired = (table: Table, kind: RecordKind, now: Date, limit: number): Promise<Item[]> =>
  indexedItems(table, { partition: expiryOf(kind), before: now.toISOString(), limit });

/** Partitions of a list of unfinished records: DynamoDB accepts 1,000 writes of index entries per second and partition. */
const shardCount = 4;

const shardsOf = (list: string): string[] =>
  Array.from({ length: shardCount }, (_, shard) => `UNFINISHED#${list}#${shard}`);

/** Returns the index attributes of a record that has not ended, in a list ordered by `moment` (ISO 8601). */
export const unfinishedIndex = (list: string, id: string, moment: string): Item => ({
  gsi2pk: shardsOf(list)[id.charCodeAt(id.length - 1) % shardCount],
  gsi2sk: `${moment}#${id}`,
});

/** Returns the partition keys in the table of the records of a list, at most `limit`, eventually consistent. */
export const unfinishedKeys = async (table: Table, list: string, limit: number): Promise<string[]> => {
  const shards = await Promise.all(
    shardsOf(list).map((partition) => queryItems(table, queryOf({ partition, limit }), limit)),
  );
  return shards
    .flat()
    .slice(0, limit)
    .map((entry) => keySchema.parse(entry).pk);
};

/** Returns a part of a list of unfinished records. */
export const unfinishedPart = (
  table: Table,
  list: string,
  limit: number,
  cursor: string | null,
): Promise<Part<Item>> => indexedPart(table, shardsOf(list), limit, cursor);

/** Returns unfinished records of a list whose moment is before `before`, at most `limit`. */
export const unfinishedBefore = async (
  table: Table,
  list: string,
  before: Date,
  limit: number,
): Promise<Item[]> => {
  const found: Item[] = [];
  for (const partition of shardsOf(list))
    found.push(...(await indexedItems(table, { partition, before: before.toISOString(), limit })));
  return found.slice(0, limit);
};
