import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { TaskIndex, TaskKind, VideoTaskIds } from "../../core/tasks/task-index.ts";
import { type ListedTaskRow, listedTaskRow } from "./rows.ts";
import { recordTtl, type Table, type Write } from "./table.ts";

/**
 * Small rows for lists: one per video and one per task, in partitions of the account. A page costs one query however many
 * videos it has, and a count reads 100 bytes per video instead of whole records.
 */
export const listedVideoKey = (accountId: string, videoId: string) => ({
  pk: `ACCOUNT#${accountId}#VIDEOS`,
  sk: videoId,
});

/** Tasks are ordered by their video, so that the tasks of a page of videos are adjacent. */
const listedTaskKey = (task: ListedTask) => ({
  pk: `ACCOUNT#${task.accountId}#TASKS`,
  sk: `${task.videoId}#${task.id}`,
});

type ListedTask = Readonly<Record<"id" | "accountId" | "videoId", string>>;

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
export const listTask = (table: Table, task: ListedTask & { expiresAt: string }, kind: TaskKind): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...listedTaskKey(task),
      kind,
      expiresAt: task.expiresAt,
      ttlSeconds: recordTtl(task.expiresAt),
    },
  },
});

export const unlistTask = (table: Table, task: ListedTask): Write => ({
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
