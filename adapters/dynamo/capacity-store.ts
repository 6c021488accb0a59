import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Capacity, CapacityStore, Waiter } from "../../core/capacity/capacity.ts";
import { capacityRow, capacityWaiterRow } from "./rows.ts";
import { epochSeconds, getItem, type Item, ifConditionHolds, queryItems, type Table } from "./table.ts";

/** Each shard has separate keys, because a partition accepts 1,000 write units a second. */
const keysOf = (shard: number) => {
  const suffix = shard === 0 ? "" : `#${shard}`;
  const waitersPk = `CAPACITY#WAITERS${suffix}`;
  return {
    leasesKey: { pk: shard === 0 ? "CAPACITY" : `CAPACITY#LEASES${suffix}`, sk: "LEASES" },
    waitersPk,
    waiterKey: ({ since, id }: Waiter) => ({ pk: waitersPk, sk: `${since}#${id}` }),
  };
};

/** Longer than a state waits (statemachines). */
const keptSeconds = 2 * 86_400;

const versionedLeases = (item: Item): Capacity => {
  const { leases, leaseVersion } = capacityRow.parse(item);
  return { leases, version: leaseVersion };
};

/** Stores all leases of a shard in one item, so that their sum is exact, and one item per waiting state. */
export const createDynamoCapacityStore = (table: Table, index = 0): CapacityStore => {
  const { leasesKey, waitersPk, waiterKey } = keysOf(index);
  return {
    shard: (other) => createDynamoCapacityStore(table, other),

    async read() {
      const item = await getItem(table, leasesKey.pk, leasesKey.sk);
      return item === null ? { leases: [], version: 0 } : versionedLeases(item);
    },

    async write(leases, version) {
      const command = new PutCommand({
        TableName: table.name,
        Item: { ...leasesKey, leases, leaseVersion: version + 1 },
        ConditionExpression: "attribute_not_exists(leaseVersion) OR leaseVersion = :version",
        ExpressionAttributeValues: { ":version": version },
      });
      return (await ifConditionHolds(table.client.send(command))) !== null;
    },

    async listWaiters(limit) {
      const query = {
        KeyConditionExpression: "pk = :waiters",
        ExpressionAttributeValues: { ":waiters": waitersPk },
        ConsistentRead: true,
      };
      return (await queryItems(table, query, limit)).map((item) => capacityWaiterRow.parse(item));
    },

    async addWaiter(waiter) {
      const ttlSeconds = epochSeconds(waiter.since) + keptSeconds;
      const Item = { ...waiterKey(waiter), ...capacityWaiterRow.parse(waiter), ttlSeconds };
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
    },

    async removeWaiter(waiter) {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: waiterKey(waiter) }));
    },
  };
};
