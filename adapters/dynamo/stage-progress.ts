import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clamp } from "../../core/clamp.ts";
import type { TaskStatus } from "../../core/tasks/task.ts";
import { stageProgressRow } from "./rows.ts";
import { epochSeconds, getItem, type Item, ifConditionHolds, itemOfImage, type Table } from "./table.ts";

/** Longer than any render. */
const keptSeconds = 7 * 86_400;

const progressPrefix = "PROGRESS#";

/**
 * Returns the partition key of a task's progress. It differs from that of the task, so that a policy can allow a container
 * to write progress and nothing else, and progress is written without rewriting the record or its index entries.
 */
export const progressPartition = (taskId: string): string => `${progressPrefix}${taskId}`;

/** Returns when DynamoDB deletes an item of progress. */
export const progressTtl = (now: Date): number => epochSeconds(now.getTime()) + keptSeconds;

export interface StageProgress {
  /** Stores the completed part of a status, 0 to 1. Never lowers the stored value. */
  report(taskId: string, status: TaskStatus, done: number): Promise<void>;
  /** Returns the completed part of a status, 0 to 1, strongly consistent. */
  read(taskId: string, status: TaskStatus): Promise<number>;
}

/** Stores one item per task and status, so that a late report of an earlier status has no effect. */
export const createDynamoStageProgress = (table: Table, { now }: { now: () => Date }): StageProgress => ({
  async report(taskId, status, done) {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { pk: progressPartition(taskId), sk: status },
      UpdateExpression: "SET done = :done, ttlSeconds = :ttl",
      ConditionExpression: "attribute_not_exists(done) OR done < :done",
      ExpressionAttributeValues: { ":done": clamp(done), ":ttl": progressTtl(now()) },
    });
    await ifConditionHolds(table.client.send(command));
  },

  async read(taskId, status) {
    const item = await getItem(table, progressPartition(taskId), status);
    return item === null ? 0 : stageProgressRow.parse(item).done;
  },
});

/** Returns the ID of the task whose progress an image of the table's stream shows; null for another item. */
export const progressTaskOf = (image: Record<string, unknown>): string | null => {
  const { pk }: Item = itemOfImage(image);
  return typeof pk === "string" && pk.startsWith(progressPrefix) ? pk.slice(progressPrefix.length) : null;
};
