import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { TaskIndex, TaskKind, VideoTaskIds } from "../../core/tasks/task-index.ts";
import { recordTtl, type Table, type Write } from "./table.ts";

/**
 * Small rows from which lists are read: one per video and one per task in partitions of the account. A page costs one
 * query however many videos it has, and a count reads 100 bytes per video instead of whole records.
 */
export const listedVideoKey = (accountId: string, videoId: string) => ({
  pk: `ACCOUNT#${accountId}#VIDEOS`,
  sk: videoId,
});

/** Tasks sort by their video, so that the tasks of a page of videos lie side by side. */
const listedTaskKey = (task: ListedTask) => ({
  pk: `ACCOUNT#${task.accountId}#TASKS`,
  sk: `${task.videoId}#${task.id}`,
});

type ListedTask = Readonly<Record<"id" | "accountId" | "videoId", string>>;

/** Goes into the transaction that creates the video. */
export const listVideo = (
  table: Table,
  { id, accountId, expiresAt }: Readonly<Record<"id" | "accountId" | "expiresAt", string>>,
): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...listedVideoKey(accountId, id), expiresAt, ttlSeconds: recordTtl(expiresAt) },
  },
});

/** Goes into the transaction that creates the task. */
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

/** Rows read at once: about 300 KB. */
const rowsPerQuery = 2000;

export const createDynamoTaskIndex = (table: Table, { now }: { now: () => Date }): TaskIndex => ({
  async ofVideos(accountId, videoIds, newest) {
    const found = new Map(videoIds.map((id): [string, VideoTaskIds] => [id, { captioning: [], clip: [] }]));
    const sorted = [...videoIds].sort();
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first === undefined || last === undefined) return found;
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    // "~" sorts behind every character of an id.
    for (let high: string | null = `${last}#~`; high !== null; ) {
      const page: Page = await queryRange(table, accountId, `${first}#`, high);
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
      // The rest of a video that has enough is passed over.
      const videoId = high?.split("#")[0] ?? "";
      if (high !== null && (counts.get(videoId) ?? 0) >= newest) high = `${videoId}#`;
    }
    return found;
  },
});

interface Page {
  rows: { sk: string; kind: TaskKind; expiresAt: string }[];
  /** Where to go on, inclusive; null when nothing is left. */
  lastKey: string | null;
}

const queryRange = async (table: Table, accountId: string, low: string, high: string): Promise<Page> => {
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
  return { rows: Items as Page["rows"], lastKey: (LastEvaluatedKey?.sk as string | undefined) ?? null };
};
