import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clamp } from "../../core/clamp.ts";
import { progressPartition, progressTtl } from "./stage-progress.ts";
import { ifConditionHolds, type Table } from "./table.ts";

export interface SegmentProgress {
  /**
   * Stores the completed part of a segment, 0 to 1. Returns the completed parts of all segments by index; null when an
   * earlier attempt has reported more, which is kept.
   */
  report(taskId: string, index: number, done: number): Promise<Record<number, number> | null>;
}

/** Stores one row per task, which its renderers write concurrently: one attribute per segment. */
export const createDynamoSegmentProgress = (table: Table, { now }: { now: () => Date }): SegmentProgress => ({
  async report(taskId, index, done) {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { pk: progressPartition(taskId), sk: "SEGMENTS" },
      UpdateExpression: "SET #segment = :done, ttlSeconds = :ttl",
      ConditionExpression: "attribute_not_exists(#segment) OR #segment < :done",
      ExpressionAttributeNames: { "#segment": `done${index}` },
      ExpressionAttributeValues: {
        ":done": clamp(done),
        ":ttl": progressTtl(now()),
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
