import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { TaskIndex, TaskKind, VideoTaskIds } from "../../core/tasks/task-index.ts";
import { type ListedTaskRow, listedTaskRow } from "./rows.ts";
import { queryItems, recordTtl, type Table, type Write } from "./table.ts";

/**
 * Small rows for lists: one per video and one per task, in partitions of the account. A page costs one query however many
 * videos it has, and a count reads 100 bytes per video instead of whole records.
 */
export const listedVideoKey = (accountId: string, videoId: string) => ({
  pk: `ACCOUNT#${accountId}#VIDEOS`,
  sk: videoId,
});

/** Tasks are ordered by their video, so that the tasks of a page of videos are adjacent. */
const listedTaskKey = (task: TaskIds) => ({
  pk: `ACCOUNT#${task.accountId}#TASKS`,
  sk: `${task.videoId}#${task.id}`,
});

/** The index of an account's tasks over all videos. IDs are ordered by time (UUID v7). */
const newestTasks = (accountId: string): string => `ACCOUNT#${accountId}#NEWEST`;

type TaskIds = Readonly<Record<"id" | "accountId" | "videoId", string>>;

/** Returns the write for the transaction that creates the video. */
export const listVideo = (
  table: Table,
  { id, accountId, expiresAt }: Readonly<Record<"id" | "accountId" | "expiresAt", string>>,
): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...listedVideoKey(accountId, id), expiresAt, ttlSeconds: recordTtl(expiresAt) },
  },
});

/** Returns the write for the transaction that creates the task. */
export const listTask = (table: Table, task: TaskIds & { expiresAt: string }, kind: TaskKind): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...listedTaskKey(task),
      gsi1pk: newestTasks(task.accountId),
      gsi1sk: task.id,
      kind,
      expiresAt: task.expiresAt,
      ttlSeconds: recordTtl(task.expiresAt),
    },
  },
});

export const unlistTask = (table: Table, task: TaskIds): Write => ({
  Delete: { TableName: table.name, Key: listedTaskKey(task) },
});

/** Rows per query: about 300 KB. */
const rowsPerQuery = 2000;

export const createDynamoTaskIndex = (table: Table, { now }: { now: () => Date }): TaskIndex => ({
  async listByVideo(accountId, videoIds, newest) {
    const found = new Map(videoIds.map((id): [string, VideoTaskIds] => [id, { captioning: [], clip: [] }]));
    const sorted = [...videoIds].sort();
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first === undefined || last === undefined) return found;
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    // "~" sorts after every character of an ID.
    for (let high: string | null = `${last}#~`; high !== null; ) {
      const page: TaskRows = await queryRange(table, accountId, `${first}#`, high);
      for (const { sk, kind, expiresAt } of page.rows) {
        const [videoId = "", taskId = ""] = sk.split("#");
        const ids = found.get(videoId);
        const count = counts.get(videoId) ?? 0;
        if (seen.has(sk) || ids === undefined || count >= newest || expiresAt <= now().toISOString())
          continue;
        seen.add(sk);
        counts.set(videoId, count + 1);
        ids[kind].unshift(taskId);
      }
      high = page.lastKey;
      // The remaining tasks of a video with `newest` ones are skipped.
      const videoId = high?.split("#")[0] ?? "";
      if (high !== null && (counts.get(videoId) ?? 0) >= newest) high = `${videoId}#`;
    }
    return found;
  },

  async listNewest(accountId, { videoId, before, limit }) {
    const query = videoId === null ? allTasks(accountId, before) : tasksOfVideo(accountId, videoId, before);
    const { ExpressionAttributeValues } = query;
    const items = await queryItems(
      table,
      {
        ...query,
        FilterExpression: "expiresAt > :now",
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ":now": now().toISOString() },
        ScanIndexForward: false,
        Limit: limit,
      },
      limit,
    );
    return items.map((item) => {
      const { sk, kind } = listedTaskRow.parse(item);
      return { id: sk.slice(sk.indexOf("#") + 1), kind };
    });
  },
});

/** Returns the last text before an ID in the order of sort keys, because BETWEEN includes its bounds. "~" sorts after all IDs. */
const lastBefore = (id: string | null): string =>
  id === null ? "~" : `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;

const allTasks = (accountId: string, before: string | null) => ({
  IndexName: "gsi1",
  KeyConditionExpression: "gsi1pk = :tasks AND gsi1sk <= :last",
  ExpressionAttributeValues: { ":tasks": newestTasks(accountId), ":last": lastBefore(before) },
});

const tasksOfVideo = (accountId: string, videoId: string, before: string | null) => ({
  KeyConditionExpression: "pk = :tasks AND sk BETWEEN :first AND :last",
  ExpressionAttributeValues: {
    ":tasks": `ACCOUNT#${accountId}#TASKS`,
    ":first": `${videoId}#`,
    ":last": `${videoId}#${lastBefore(before)}`,
  },
  ConsistentRead: true,
});

interface TaskRows {
  rows: ListedTaskRow[];
  /** Where the next query continues, inclusive; null at the end. */
  lastKey: string | null;
}

const queryRange = async (table: Table, accountId: string, low: string, high: string): Promise<TaskRows> => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :tasks AND sk BETWEEN :low AND :high",
      ExpressionAttributeValues: { ":tasks": `ACCOUNT#${accountId}#TASKS`, ":low": low, ":high": high },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: rowsPerQuery,
    }),
  );
  return {
    rows: Items.map((item) => listedTaskRow.parse(item)),
    lastKey: (LastEvaluatedKey?.sk as string | undefined) ?? null,
  };
};
