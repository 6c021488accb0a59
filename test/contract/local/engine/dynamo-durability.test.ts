import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";

jest.setTimeout(60_000);

const TableName = "things";
let engine: Engine;

afterEach(async () => {
  await engine.stop();
});

async function createTable(): Promise<void> {
  await engine.dynamo().send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: ["pk", "sk", "gsi1pk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: "gsi1",
          KeySchema: [{ AttributeName: "gsi1pk", KeyType: "HASH" }],
          Projection: { ProjectionType: "ALL" },
        },
      ],
    }),
  );
}

const put = (pk: string, more: Record<string, { S: string } | { N: string }> = {}) =>
  engine.dynamo().send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: "0" }, ...more } }));

const get = async (pk: string) =>
  (
    await engine
      .dynamo()
      .send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: "0" } }, ConsistentRead: true }))
  ).Item;

describe("Acknowledged DynamoDB writes", () => {
  test("survive kill -9: tables, puts, updates, deletes, batches and settings", async () => {
    engine = await startEngine();
    await createTable();
    await engine.dynamo().send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: "ttlSeconds" },
      }),
    );
    await put("kept", { gsi1pk: { S: "group" } });
    await put("removed");
    const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "0" } });
    await engine.dynamo().send(new DeleteItemCommand({ TableName, Key: key("removed") }));
    await engine.dynamo().send(
      new UpdateItemCommand({
        TableName,
        Key: key("kept"),
        UpdateExpression: "ADD balance :n",
        ExpressionAttributeValues: { ":n": { N: "7" } },
      }),
    );
    await engine.dynamo().send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: ["b1", "b2"].map((pk) => ({ PutRequest: { Item: key(pk) } })) },
      }),
    );

    engine = await engine.crashAndRestart();

    expect(await get("kept")).toEqual({ ...key("kept"), gsi1pk: { S: "group" }, balance: { N: "7" } });
    expect(await get("removed")).toBeUndefined();
    expect(await get("b1")).toEqual(key("b1"));
    expect(await get("b2")).toEqual(key("b2"));
    const byIndex = await engine.dynamo().send(
      new QueryCommand({
        TableName,
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :g",
        ExpressionAttributeValues: { ":g": { S: "group" } },
      }),
    );
    expect(byIndex.Count).toBe(1);
    const { Table } = await engine.dynamo().send(new DescribeTableCommand({ TableName }));
    expect(Table?.ItemCount).toBe(3);
    const { TimeToLiveDescription } = await engine
      .dynamo()
      .send(new DescribeTimeToLiveCommand({ TableName }));
    expect(TimeToLiveDescription).toEqual({ AttributeName: "ttlSeconds", TimeToLiveStatus: "ENABLED" });
  });

  test("survive two crashes, before and after a snapshot", async () => {
    engine = await startEngine();
    await createTable();
    await put("before");
    await engine.snapshot();
    await put("after");
    engine = await engine.crashAndRestart();
    await put("second");
    engine = await engine.crashAndRestart();
    for (const pk of ["before", "after", "second"]) expect(await get(pk)).toBeDefined();
  });

  test("survive a clean stop", async () => {
    engine = await startEngine();
    await createTable();
    await put("a");
    expect(await engine.end("SIGTERM")).toBe(0);
    engine = await startEngine({ port: engine.port, data: engine.data });
    expect(await get("a")).toBeDefined();
  });

  test("of a transaction survive completely; those of a cancelled one do not exist", async () => {
    engine = await startEngine();
    await createTable();
    const item = (pk: string) => ({ TableName, Item: { pk: { S: pk }, sk: { S: "0" } } });
    await engine
      .dynamo()
      .send(new TransactWriteItemsCommand({ TransactItems: [{ Put: item("t1") }, { Put: item("t2") }] }));
    const cancelled = engine.dynamo().send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: item("t3") },
          { Put: { ...item("t1"), ConditionExpression: "attribute_not_exists(pk)" } },
        ],
      }),
    );
    await expect(cancelled).rejects.toMatchObject({ name: "TransactionCanceledException" });

    engine = await engine.crashAndRestart();

    expect(await get("t1")).toBeDefined();
    expect(await get("t2")).toBeDefined();
    expect(await get("t3")).toBeUndefined();
  });

  test("of a deleted table do not reappear, also if a table with the same name is created", async () => {
    engine = await startEngine();
    await createTable();
    await put("old");
    await engine.dynamo().send(new DeleteTableCommand({ TableName }));
    engine = await engine.crashAndRestart();
    const described = engine.dynamo().send(new DescribeTableCommand({ TableName }));
    await expect(described).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await createTable();
    engine = await engine.crashAndRestart();
    expect(await get("old")).toBeUndefined();
  });

  test("of concurrent writers survive a crash", async () => {
    engine = await startEngine();
    await createTable();
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 2000; n++) {
        await put(`${writer}-${n}`);
        acknowledged.push(`${writer}-${n}`);
        if (acknowledged.length === 400) engine.child.kill("SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    engine = await startEngine({ port: engine.port, data: engine.data });
    for (const pk of acknowledged) expect(await get(pk)).toBeDefined();
  });
});
