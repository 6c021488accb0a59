import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";
import { taskSlotsRow } from "./rows.ts";
import { getItem, ifConditionHolds, type Table } from "./table.ts";

/** Stores one item per account with the set of task IDs; both changes are one conditional write of it. */
export const createDynamoTaskSlots = (table: Table): TaskSlots => {
  const keyOf = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: "SLOTS" });
  return {
    async acquire(accountId, taskId, limit) {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(accountId),
        UpdateExpression: "ADD holders :task",
        ConditionExpression:
          "attribute_not_exists(holders) OR contains(holders, :id) OR size(holders) < :limit",
        ExpressionAttributeValues: { ":task": new Set([taskId]), ":id": taskId, ":limit": limit },
      });
      return (await ifConditionHolds(table.client.send(command))) !== null;
    },

    async release(accountId, taskId) {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf(accountId),
          UpdateExpression: "DELETE holders :task",
          ExpressionAttributeValues: { ":task": new Set([taskId]) },
        }),
      );
    },

    async listHolders(accountId) {
      const { pk, sk } = keyOf(accountId);
      const item = await getItem(table, pk, sk);
      return item === null ? [] : [...(taskSlotsRow.parse(item).holders ?? [])];
    },
  };
};
