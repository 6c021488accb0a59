import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { type Delivery, deliverySchema, type WaitingDelivery } from "../../core/webhooks/delivery.ts";
import { deliveryQueueOf } from "../../core/webhooks/delivery-queue.ts";
import type { DeliveryKey, DeliveryStore } from "../../core/webhooks/delivery-store.ts";
import { indexedItems } from "./pending-work-index.ts";
import { putNew } from "./record.ts";
import { deliveryEntryRow } from "./rows.ts";
import {
  ConditionsFailed,
  epochSeconds,
  getItem,
  getItems,
  type Item,
  queryItems,
  type Table,
  transact,
  type Write,
} from "./table.ts";

/** Deliveries are kept for a month after their creation, so that the operator can inspect them. */
const keptSeconds = 30 * 86_400;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const digits = (sequence: number): string => String(sequence).padStart(9, "0");
const rowKey = ({ taskId, sequence }: DeliveryKey) => ({
  pk: `TASK#${taskId}`,
  sk: `WEBHOOK#${digits(sequence)}`,
});
const bodyKey = ({ taskId, sequence }: DeliveryKey) => ({
  pk: `TASK#${taskId}`,
  sk: `WEBHOOKBODY#${digits(sequence)}`,
});
const queuePk = (queue: string): string => `DELIVERYQUEUE#${queue}`;
/** Sorts by due time, then by task and sequence. */
const dueSk = ({ dueAt, taskId, sequence }: DeliveryKey & { dueAt: string }): string =>
  `DUE#${dueAt}#${taskId}#${digits(sequence)}`;
const waitingDeliveries = "WEBHOOKS#WAITING";
const deadDeliveries = "WEBHOOKS#DEAD";

/** Maximum number of waiting deliveries that are read to find those that have failed. */
const maxExamined = 1000;

const dueKey = (delivery: WaitingDelivery) => ({
  pk: queuePk(deliveryQueueOf(delivery.accountId, delivery.recipient)),
  sk: dueSk(delivery),
});

const ttlSeconds = (delivery: Delivery): number => epochSeconds(delivery.createdAt) + keptSeconds;

const rowItem = (delivery: Delivery): Item => ({
  ...deliverySchema.parse(delivery),
  ...rowKey(delivery),
  gsi1pk: `ACCOUNT#${delivery.accountId}#WEBHOOKS`,
  gsi1sk: `${delivery.createdAt}#${delivery.taskId}#${digits(delivery.sequence)}`,
  ...(delivery.state === "dead"
    ? {
        gsi2pk: deadDeliveries,
        gsi2sk: `${delivery.endedAt}#${delivery.taskId}#${digits(delivery.sequence)}`,
      }
    : {}),
  ttlSeconds: ttlSeconds(delivery),
});

/** Returns the entry in the delivery queue. */
const dueItem = (delivery: WaitingDelivery): Item => {
  const { taskId, sequence, recipient, dueAt, attemptCount, event, createdAt } = delivery;
  const key = dueKey(delivery);
  return {
    ...key,
    ...{ taskId, sequence, recipient, dueAt, attemptCount, event, createdAt },
    queue: deliveryQueueOf(delivery.accountId, recipient),
    gsi2pk: waitingDeliveries,
    gsi2sk: `${dueAt}#${taskId}#${digits(sequence)}`,
    ttlSeconds: ttlSeconds(delivery),
  };
};

/**
 * A delivery is a row in its task's partition, its body an item beside it (written once, compressed: metadata may be
 * large), and while it waits an entry in the partition of its queue.
 */
export const createDynamoDeliveryStore = (table: Table): DeliveryStore => {
  const put = (item: Item): Write => ({ Put: { TableName: table.name, Item: item } });

  return {
    async add(delivery, body) {
      const bodyItem = {
        ...bodyKey(delivery),
        gzip: await compress(Buffer.from(body)),
        ttlSeconds: ttlSeconds(delivery),
      };
      try {
        await transact(table, [putNew(table, rowItem(delivery)), put(bodyItem), put(dueItem(delivery))]);
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
      }
    },

    async listOfTask(taskId) {
      const items = await queryItems(table, {
        KeyConditionExpression: "pk = :task AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":task": `TASK#${taskId}`, ":prefix": "WEBHOOK#" },
        ConsistentRead: true,
      });
      return items.map((item) => deliverySchema.parse(item));
    },

    async listOfAccount(accountId, limit) {
      const query = {
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :account",
        ExpressionAttributeValues: { ":account": `ACCOUNT#${accountId}#WEBHOOKS` },
        ScanIndexForward: false,
      };
      return (await queryItems(table, query, limit)).map((item) => deliverySchema.parse(item));
    },

    async readBody(key) {
      const { pk, sk } = bodyKey(key);
      const item = await getItem(table, pk, sk);
      if (item === null) throw new Error(`The delivery ${pk} ${sk} has no body`);
      return (await decompress(item.gzip as Uint8Array)).toString("utf8");
    },

    async update(from, to) {
      const left = from.state === "waiting" ? dueKey(from) : null;
      const entered = to.state === "waiting" ? dueItem(to) : null;
      const isSameEntry = left?.sk === entered?.sk;
      const writes: Write[] = [
        {
          Put: {
            TableName: table.name,
            Item: rowItem(to),
            ConditionExpression: "revision = :revision",
            ExpressionAttributeValues: { ":revision": from.revision },
          },
        },
        ...(left && !isSameEntry ? [{ Delete: { TableName: table.name, Key: left } }] : []),
        ...(entered ? [put(entered)] : []),
      ];
      try {
        await transact(table, writes);
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        throw new WriteConflict(`Delivery ${to.eventId} has changed`, { cause: error });
      }
    },

    async listDue(queue, until, limit, after) {
      const items = await queryItems(
        table,
        {
          KeyConditionExpression: "pk = :queue AND sk BETWEEN :first AND :last",
          ExpressionAttributeValues: {
            ":queue": queuePk(queue),
            // A space sorts before any character that can follow in a key, a tilde after all of them.
            ":first": after ? `${dueSk(after)} ` : "DUE#",
            ":last": `DUE#${until.toISOString()}~`,
          },
          ConsistentRead: true,
          Limit: limit,
        },
        limit,
      );
      return items.map((item) => deliveryEntryRow.parse(item));
    },

    async removeEntry(queue, entry) {
      const Key = { pk: queuePk(queue), sk: dueSk(entry) };
      await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    },

    async listWaiting(limit) {
      const items = await indexedItems(table, { partition: waitingDeliveries, limit });
      return items.map((item) => deliveryEntryRow.parse(item));
    },

    async listDead(limit) {
      const items = await indexedItems(table, { partition: deadDeliveries, limit, isReversed: true });
      return items.map((item) => deliverySchema.parse(item));
    },

    async listRetrying(limit) {
      const entries = await indexedItems(table, { partition: waitingDeliveries, limit: maxExamined });
      const attempted = entries
        .map((entry) => deliveryEntryRow.parse(entry))
        .filter(({ attemptCount }) => attemptCount > 0);
      const rows = await getItems(table, attempted.map(rowKey));
      return rows
        .map((item) => deliverySchema.parse(item))
        .filter(({ state, failures }) => state === "waiting" && failures > 0)
        .slice(0, limit);
    },
  };
};
