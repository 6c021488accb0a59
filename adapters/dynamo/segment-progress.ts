import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { epochSeconds, ifConditionHolds, type Table } from "./table.ts";

/** Longer than any render; the row is of no use after it. */
const keptSeconds = 7 * 86_400;

export interface SegmentProgress {
  /**
   * Notes how much of a segment is done, 0 to 1, and returns the done part of every segment by its index; null when the
   * segment was further already (an earlier try of it), which nothing takes back.
   */
  report(taskId: string, index: number, done: number): Promise<Record<number, number> | null>;
}

/** One row per task beside its record, written by all its renderers at once: each has an attribute of its own. */
export const createDynamoSegmentProgress = (table: Table, { now }: { now: () => Date }): SegmentProgress => ({
  async report(taskId, index, done) {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { pk: `TASK#${taskId}`, sk: "SEGMENTS" },
      UpdateExpression: "SET #segment = :done, ttlSeconds = :ttl",
      ConditionExpression: "attribute_not_exists(#segment) OR #segment < :done",
      ExpressionAttributeNames: { "#segment": `done${index}` },
      ExpressionAttributeValues: {
        ":done": Math.min(1, Math.max(0, done)),
        ":ttl": epochSeconds(now().getTime()) + keptSeconds,
      },
      ReturnValues: "ALL_NEW",
    });
    const updated = await ifConditionHolds(table.client.send(command));
    if (updated === null) return null;
    const parts = Object.entries(updated.Attributes ?? {}).flatMap(([name, value]) => {
      const segment = /^done(\d+)$/.exec(name)?.[1];
      return segment === undefined ? [] : [[segment, Number(value)] as const];
    });
    return Object.fromEntries(parts);
  },
});
