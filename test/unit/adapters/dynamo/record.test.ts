import { expect, test } from "@jest/globals";
import { replaceRecord } from "../../../../adapters/dynamo/record.ts";
import type { Table } from "../../../../adapters/dynamo/table.ts";

const table = { name: "records" } as Table;
const key = { pk: "TASK#1", sk: "TASK" };

test("a record is replaced by an update, conditional on its guards, also when nothing changes", () => {
  const from = { status: "pending", attempt: 1 };
  expect(replaceRecord(table, key, from, { status: "failed", attempt: 1 }, ["status"])).toMatchObject({
    Update: {
      ConditionExpression: "#if_status = :if_status",
      UpdateExpression: "SET #status = :status",
      ExpressionAttributeValues: { ":if_status": "pending", ":status": "failed" },
    },
  });
  expect(replaceRecord(table, key, from, from, ["status"])).toMatchObject({
    Update: {
      ConditionExpression: "#if_status = :if_status",
      UpdateExpression: "SET #status = #status",
      ExpressionAttributeNames: { "#status": "status" },
    },
  });
});
