import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { taskMoney } from "../core/billing/task-money.ts";
import { captioningTaskStatusChanged, captioningTaskStatusEvent } from "../core/events/status-event.ts";
import { StaleWrite } from "../core/storage/stale-write.ts";
import {
  type CaptioningTask,
  captioningTaskSchema,
  captioningTransitions,
} from "../core/tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../core/tasks/captioning-task-store.ts";
import {
  ConditionsFailed,
  epochSeconds,
  getItem,
  getItems,
  type Item,
  ifConditionHolds,
  itemOfImage,
  lifeIndex,
  queryExpired,
  queryUnfinished,
  recordTtl,
  type Table,
  transact,
  type Write,
} from "./dynamo-client.ts";
import { insufficientCredits, ledgerWrites } from "./dynamo-ledger.ts";
import { listTask, unlistTask } from "./dynamo-listing.ts";
import { outboxRow } from "./dynamo-outbox.ts";
import { putNew, replaceRecord } from "./dynamo-record.ts";
import { newId } from "./node-secrets.ts";

const guards = ["status", "sequence", "attempt", "transcriptRevision", "costMicroUsd"];

const keyOf = (taskId: string) => ({ pk: `TASK#${taskId}`, sk: "TASK" });

const isFinished = (task: CaptioningTask): boolean => task.status === "completed" || task.status === "failed";

const indexes = (task: CaptioningTask): Item => ({
  ttlSeconds: recordTtl(task.expiresAt),
  ...lifeIndex("TASK", isFinished(task), task),
});

/**
 * A row in the account's partition for each pending task: admission reads an account's queue from it, strongly
 * consistent and without meeting other accounts' tasks. Those that wait for a video stand under it, out of the queue.
 */
const pendingPrefix = "PENDING#";
const waitingPrefix = "WAITING#";
const queueKey = (task: CaptioningTask): { pk: string; sk: string } | null => {
  if (task.status !== "pending") return null;
  const place = `${task.createdAt}#${task.id}`;
  const sk = task.waitsForVideo ? `${waitingPrefix}${task.videoId}#${place}` : `${pendingPrefix}${place}`;
  return { pk: `ACCOUNT#${task.accountId}`, sk };
};

/** Takes the row of `from` away and sets that of `to`, if they differ. */
const queueWrites = (table: Table, from: CaptioningTask | null, to: CaptioningTask): Write[] => {
  const left = from === null ? null : queueKey(from);
  const joined = queueKey(to);
  if (left?.sk === joined?.sk) return [];
  const ttlSeconds = epochSeconds(to.expiresAt);
  return [
    ...(left === null ? [] : [{ Delete: { TableName: table.name, Key: left } }]),
    ...(joined === null
      ? []
      : [{ Put: { TableName: table.name, Item: { ...joined, taskId: to.id, ttlSeconds } } }]),
  ];
};

/** Who has read that it waits must not leave the row behind that it has got since. */
const guardsOf = (from: CaptioningTask): string[] =>
  from.status === "pending" && from.waitsForVideo ? [...guards, "waitsForVideo"] : guards;

/** The record as the table's stream shows it. */
export const captioningTaskOf = (image: Record<string, unknown>): CaptioningTask =>
  captioningTaskSchema.parse(itemOfImage(image));

// Parsing drops what a status must not carry, such as the token of a wait that is over.
const itemOf = (task: CaptioningTask): Item => ({ ...captioningTaskSchema.parse(task), ...indexes(task) });

export const createDynamoCaptioningTaskStore = (
  table: Table,
  { now }: { now: () => Date },
): CaptioningTaskStore => {
  const isAlive = (task: CaptioningTask): boolean => task.expiresAt > now().toISOString();

  const get = async (taskId: string): Promise<CaptioningTask | null> => {
    const { pk, sk } = keyOf(taskId);
    const item = await getItem(table, pk, sk);
    if (item === null) return null;
    const task = captioningTaskSchema.parse(item);
    return isAlive(task) ? task : null;
  };

  /** Rows whose task is gone or no longer in `pending` are passed over. */
  const listQueue = async (
    accountId: string,
    prefix: string,
    limit: number,
    after?: CaptioningTask,
  ): Promise<CaptioningTask[]> => {
    const found: CaptioningTask[] = [];
    let start: Item | null | undefined = after === undefined ? undefined : queueKey(after);
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: "pk = :account AND begins_with(sk, :prefix)",
          ExpressionAttributeValues: { ":account": `ACCOUNT#${accountId}`, ":prefix": prefix },
          ConsistentRead: true,
          Limit: limit - found.length,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      const items = await getItems(
        table,
        Items.map((row) => keyOf(String(row.taskId))),
      );
      const tasks = items.map((item) => captioningTaskSchema.parse(item));
      found.push(...tasks.filter((task) => task.status === "pending" && isAlive(task)));
      start = LastEvaluatedKey;
    } while (start && found.length < limit);
    return found;
  };

  /** The record's write comes first, then `others`, then money: that order tells failures apart. */
  const write = async (from: CaptioningTask | null, to: CaptioningTask, others: Write[]): Promise<void> => {
    const changed = from?.status !== to.status;
    const record =
      from === null
        ? putNew(table, { ...keyOf(to.id), ...itemOf(to) })
        : replaceRecord(
            table,
            keyOf(to.id),
            itemOf(from),
            itemOf(to),
            guardsOf(from),
            changed ? ["stageProgress"] : [],
          );
    const event = captioningTaskStatusEvent(from, to, newId());
    const events = changed ? [outboxRow(table, keyOf(to.id).pk, captioningTaskStatusChanged, event)] : [];
    const money = ledgerWrites(table, taskMoney(from, to));
    const writes = [record, ...events, ...others, ...money];
    try {
      await transact(table, writes);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const isOnlyBalance = error.positions.every((position) => position === writes.length - 1);
      if (money.length > 0 && isOnlyBalance) throw insufficientCredits(error);
      throw new StaleWrite(`Task ${to.id} has changed`, { cause: error });
    }
  };

  return {
    get,

    create: (task) =>
      write(null, task, [...queueWrites(table, null, task), listTask(table, task, "captioning")]),

    async update(from, to) {
      if (from.status !== to.status && !captioningTransitions[from.status].includes(to.status)) {
        throw new Error(`A task does not move from ${from.status} to ${to.status}`);
      }
      await write(from, to, queueWrites(table, from, to));
    },

    async delete(task) {
      const record: Write = {
        Delete: {
          TableName: table.name,
          Key: keyOf(task.id),
          ConditionExpression: "attribute_not_exists(pk) OR #status IN (:completed, :failed)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":completed": "completed", ":failed": "failed" },
        },
      };
      try {
        await transact(table, [record, unlistTask(table, task)]);
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        throw new StaleWrite(`Task ${task.id} has not ended`, { cause: error });
      }
    },

    async listExpired(limit) {
      const items = await queryExpired(table, "TASK", now(), limit);
      return items.map((item) => captioningTaskSchema.parse(item));
    },

    async reportProgress(taskId, status, stageProgress) {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(taskId),
        UpdateExpression: "SET stageProgress = :progress",
        ConditionExpression: "#status = :status AND stageProgress < :progress",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":status": status,
          ":progress": Math.min(1, Math.max(0, stageProgress)),
        },
      });
      await ifConditionHolds(table.client.send(command));
    },

    async listUnfinished(limit) {
      const items = await queryUnfinished(table, "TASK", limit);
      return items.map((item) => captioningTaskSchema.parse(item));
    },

    listPending: (accountId, limit, after) => listQueue(accountId, pendingPrefix, limit, after),

    listWaiting: (accountId, videoId, limit, after) =>
      listQueue(accountId, videoId === null ? waitingPrefix : `${waitingPrefix}${videoId}#`, limit, after),
  };
};
