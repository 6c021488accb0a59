import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { taskLedgerEntries } from "../../core/billing/task-money.ts";
import { taskStatusEvent } from "../../core/events/status-event.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import {
  checkTransition,
  hasEnded,
  parseTask,
  type Task,
  type TaskStatus,
  taskKinds,
  type UnfinishedGroup,
  unfinishedGroupOf,
  unfinishedGroups,
} from "../../core/tasks/task.ts";
import type { TaskKind } from "../../core/tasks/task-index.ts";
import type { AllTasks, CaptioningTaskStore, ClipTaskStore, TaskStore } from "../../core/tasks/task-store.ts";
import { newId } from "../node-secrets.ts";
import { insufficientCredits, ledgerWrites } from "./ledger.ts";
import { listTask, unlistTask } from "./listing.ts";
import { outboxRow } from "./outbox.ts";
import {
  expiryIndex,
  queryExpired,
  unfinishedBefore,
  unfinishedIndex,
  unfinishedKeys,
  unfinishedPart,
} from "./pending-work-index.ts";
import { putNew, replaceRecord } from "./record.ts";
import { queuedTaskRow } from "./rows.ts";
import { createDynamoStageProgress } from "./stage-progress.ts";
import {
  ConditionsFailed,
  epochSeconds,
  getItem,
  getItems,
  type Item,
  queryItems,
  recordTtl,
  type Table,
  transact,
  type Write,
} from "./table.ts";

const keyOf = (taskId: string) => ({ pk: `TASK#${taskId}`, sk: "TASK" });

/** Failed tasks are few, and are listed by their end. */
const failedTasks = "TASKS#FAILED";

const listOf = (group: UnfinishedGroup): string => `TASK#${group}`;

const indexes = (task: Task): Item => ({
  ttlSeconds: recordTtl(task.expiresAt),
  ...(hasEnded(task)
    ? expiryIndex("TASK", task)
    : unfinishedIndex(listOf(unfinishedGroupOf(task)), task.id, task.expiresAt)),
  ...(task.status === "failed" ? { gsi1pk: failedTasks, gsi1sk: `${task.completedAt}#${task.id}` } : {}),
});

/**
 * Each pending task has a row in the account's partition, from which admission reads the account's queue, strongly consistent.
 * Tasks that wait for a video have another prefix, outside the queue.
 */
const pendingPrefix = "PENDING#";
const waitingPrefix = "WAITING#";
const queueKey = (task: Task): { pk: string; sk: string } | null => {
  if (task.status !== "pending") return null;
  const place = `${task.createdAt}#${task.id}`;
  const sk = task.waitsForVideo ? `${waitingPrefix}${task.videoId}#${place}` : `${pendingPrefix}${place}`;
  return { pk: `ACCOUNT#${task.accountId}`, sk };
};

/** Returns the writes that replace the row of `from` by that of `to`, if they differ. */
const queueWrites = (table: Table, from: Task | null, to: Task): Write[] => {
  const oldKey = from === null ? null : queueKey(from);
  const newKey = queueKey(to);
  if (oldKey?.sk === newKey?.sk) return [];
  const ttlSeconds = epochSeconds(to.expiresAt);
  return [
    ...(oldKey === null ? [] : [{ Delete: { TableName: table.name, Key: oldKey } }]),
    ...(newKey === null
      ? []
      : [{ Put: { TableName: table.name, Item: { ...newKey, taskId: to.id, ttlSeconds } } }]),
  ];
};

/** Includes `waitsForVideo`, so that a concurrent change of the queue does not leave its row behind. */
const guardsOf = (from: Task): readonly string[] => {
  const { guards } = taskKinds[from.kind];
  return from.status === "pending" && from.waitsForVideo ? [...guards, "waitsForVideo"] : guards;
};

/** Progress is stored in separate items (stage-progress.ts). */
const itemOf = (task: Task): Item => {
  const { stageProgress: _, ...record } = parseTask(task);
  return { ...record, ...indexes(task) };
};

const taskOf = (item: Item, stageProgress = 0): Task => parseTask({ ...item, stageProgress });

/** The statuses in which containers report progress. */
const reportingStatuses: ReadonlySet<TaskStatus> = new Set(["transcribing", "rendering", "clipping"]);

/** Stores tasks of all kinds under the same keys, in the same queues and indexes. */
export const createDynamoTaskStore = (table: Table, { now }: { now: () => Date }): AllTasks => {
  const progress = createDynamoStageProgress(table, { now });
  const isAlive = (task: Task): boolean => task.expiresAt > now().toISOString();

  const withProgress = async (task: Task): Promise<Task> =>
    reportingStatuses.has(task.status)
      ? { ...task, stageProgress: await progress.read(task.id, task.status) }
      : task;

  const get = async (taskId: string): Promise<Task | null> => {
    const { pk, sk } = keyOf(taskId);
    const item = await getItem(table, pk, sk);
    if (item === null) return null;
    const task = taskOf(item);
    return isAlive(task) ? withProgress(task) : null;
  };

  /** Skips rows whose task has been deleted or is no longer pending. */
  const listQueue = async (
    accountId: string,
    prefix: string,
    limit: number,
    after?: Task,
  ): Promise<Task[]> => {
    const found: Task[] = [];
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
        Items.map((row) => keyOf(queuedTaskRow.parse(row).taskId)),
      );
      const tasks = items.map((item) => taskOf(item));
      found.push(...tasks.filter((task) => task.status === "pending" && isAlive(task)));
      start = LastEvaluatedKey;
    } while (start && found.length < limit);
    return found;
  };

  /** Writes the record first, then the others, then the ledger: that order distinguishes failures. */
  const write = async (from: Task | null, to: Task, others: Write[]): Promise<void> => {
    const changed = from?.status !== to.status;
    const record =
      from === null
        ? putNew(table, { ...keyOf(to.id), ...itemOf(to) })
        : replaceRecord(table, keyOf(to.id), itemOf(from), itemOf(to), guardsOf(from));
    const event = taskStatusEvent(from, to, newId());
    const { statusChanged } = taskKinds[to.kind];
    const events = changed ? [outboxRow(table, keyOf(to.id).pk, statusChanged, event)] : [];
    const ledger = ledgerWrites(table, taskLedgerEntries(from, to));
    const writes = [record, ...events, ...others, ...ledger];
    try {
      await transact(table, writes);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const isOnlyBalance = error.positions.every((position) => position === writes.length - 1);
      if (ledger.length > 0 && isOnlyBalance) throw insufficientCredits(error);
      throw new WriteConflict(`Task ${to.id} has changed`, { cause: error });
    }
  };

  return {
    get,

    async getMany(taskIds) {
      const items = await getItems(table, taskIds.map(keyOf));
      return Promise.all(
        items
          .map((item) => taskOf(item))
          .filter(isAlive)
          .map(withProgress),
      );
    },

    create: (task) =>
      write(null, task, [...queueWrites(table, null, task), listTask(table, task, task.kind)]),

    async update(from, to) {
      checkTransition(from, to);
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
        throw new WriteConflict(`Task ${task.id} has not ended`, { cause: error });
      }
    },

    async listExpired(limit) {
      const items = await queryExpired(table, "TASK", now(), limit);
      return items.map((item) => taskOf(item));
    },

    reportProgress: progress.report,

    async listUnfinished(group, limit, cursor) {
      const part = await unfinishedPart(table, listOf(group), limit, cursor);
      return { ...part, items: part.items.map((item) => taskOf(item)) };
    },

    async listUnfinishedIds(group, limit) {
      const keys = await unfinishedKeys(table, listOf(group), limit);
      return keys.map((key) => key.slice("TASK#".length));
    },

    async listFailed(limit, cursor) {
      const items = await queryItems(
        table,
        {
          IndexName: "gsi1",
          KeyConditionExpression: `gsi1pk = :failed${cursor === null ? "" : " AND gsi1sk < :cursor"}`,
          ExpressionAttributeValues: {
            ":failed": failedTasks,
            ...(cursor === null ? {} : { ":cursor": cursor }),
          },
          ScanIndexForward: false,
          Limit: limit,
        },
        limit,
      );
      const last = items.length < limit ? undefined : items.at(-1);
      return {
        items: items.map((item) => taskOf(item)).filter(isAlive),
        cursor: last === undefined ? null : String(last.gsi1sk),
      };
    },

    async listExpiring(before, limit) {
      const items = await Promise.all(
        unfinishedGroups.map((group) => unfinishedBefore(table, listOf(group), before, limit)),
      );
      return items.flat().map((item) => taskOf(item));
    },

    listPending: (accountId, limit, after) => listQueue(accountId, pendingPrefix, limit, after),

    listWaiting: (accountId, videoId, limit, after) =>
      listQueue(accountId, videoId === null ? waitingPrefix : `${waitingPrefix}${videoId}#`, limit, after),
  };
};

/** Returns a store of tasks of one kind only. */
const ofKind = <T extends Task>(all: AllTasks, kind: TaskKind): TaskStore<T> => ({
  ...all,
  async get(taskId) {
    const task = await all.get(taskId);
    // The kind discriminates the union.
    return task?.kind === kind ? (task as T) : null;
  },
});

/** Creates the stores of the table's tasks: per kind, and for all kinds. */
export const createDynamoTasks = (
  table: Table,
  { now }: { now: () => Date },
): { tasks: CaptioningTaskStore; clipTasks: ClipTaskStore; allTasks: AllTasks } => {
  const allTasks = createDynamoTaskStore(table, { now });
  return { allTasks, tasks: ofKind(allTasks, "captioning"), clipTasks: ofKind(allTasks, "clip") };
};
