import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateStateMachineCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { roleCredentials } from "../../../../local/emulator/emulator.ts";
import { accountId, type Engine, region, startEngine } from "./engine.ts";
import { createFunction, invoke } from "./functions.ts";
import { ended, invokeState, start } from "./machines.ts";
import { createRole as createRoleAt } from "./roles.ts";

let engine: Engine;
const table = `arn:aws:dynamodb:${region}:${accountId}:table/records`;

const createRole = (name: string, statements: readonly object[]): Promise<string> =>
  createRoleAt(engine.endpoint, name, statements);

const allow = (Action: string | string[], Resource: string, Condition?: object) => ({
  Effect: "Allow",
  Action,
  Resource,
  ...(Condition ? { Condition } : {}),
});

const leadingKeys = (pattern: string) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [pattern] },
});

const clientOf = async (roleArn: string) => {
  const variables = await roleCredentials(roleArn, engine.port);
  const credentials = {
    accessKeyId: variables.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: variables.AWS_SECRET_ACCESS_KEY ?? "",
    sessionToken: variables.AWS_SESSION_TOKEN ?? "",
  };
  return { endpoint: engine.endpoint, region, credentials, maxAttempts: 1, forcePathStyle: true };
};

const report = async (role: string) => {
  const response = await fetch(`${engine.endpoint}/_capstack/permissions`);
  const { denied, grants } = (await response.json()) as {
    denied: { role: string; action: string; resource: string; count: number }[];
    grants: { role: string; action: string; resource: string; used: boolean }[];
  };
  return {
    denied: denied.filter((one) => one.role === role),
    unused: grants.filter((one) => one.role === role && !one.used).map(({ action }) => action),
  };
};

beforeAll(async () => {
  engine = await startEngine();
  await engine.dynamo().send(
    new CreateTableCommand({
      TableName: "records",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    }),
  );
  await engine.s3().send(new CreateBucketCommand({ Bucket: "media" }));
});
afterAll(() => engine.stop());

test("a role may use only the items that its policy names, also in transactions", async () => {
  const role = await createRole("usage", [
    allow(["dynamodb:UpdateItem", "dynamodb:Query", "dynamodb:DeleteItem"], table, leadingKeys("USAGE#*")),
  ]);
  const client = new DynamoDBClient(await clientOf(role));
  const update = (pk: string) => ({
    TableName: "records",
    Key: { pk: { S: pk } },
    UpdateExpression: "ADD requests :one",
    ExpressionAttributeValues: { ":one": { N: "1" } },
  });
  const query = (pk: string) =>
    new QueryCommand({
      TableName: "records",
      KeyConditionExpression: "#key = :key",
      ExpressionAttributeNames: { "#key": "pk" },
      ExpressionAttributeValues: { ":key": { S: pk } },
    });
  await client.send(new UpdateItemCommand(update("USAGE#1")));
  await client.send(query("USAGE#1"));
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: update("USAGE#2") }] }));
  const denied = { name: "AccessDeniedException" };
  await expect(client.send(new UpdateItemCommand(update("ACCOUNT#1")))).rejects.toMatchObject(denied);
  await expect(client.send(query("ACCOUNT#1"))).rejects.toMatchObject(denied);
  const mixed = [{ Update: update("USAGE#1") }, { Update: update("ACCOUNT#1") }];
  await expect(client.send(new TransactWriteItemsCommand({ TransactItems: mixed }))).rejects.toMatchObject(
    denied,
  );
  const get = new GetItemCommand({ TableName: "records", Key: { pk: { S: "USAGE#1" } } });
  await expect(client.send(get)).rejects.toMatchObject(denied);
  const { denied: calls, unused } = await report("usage");
  expect(calls.map(({ action }) => action).sort()).toEqual([
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
  ]);
  expect(unused).toEqual(["dynamodb:DeleteItem"]);
});

test("a role learns that an object does not exist only if it may list the bucket", async () => {
  const objects = allow(["s3:GetObject", "s3:PutObject"], "arn:aws:s3:::media/tasks/*");
  const blind = new S3Client(await clientOf(await createRole("blind", [objects])));
  const listing = [objects, allow("s3:ListBucket", "arn:aws:s3:::media")];
  const seeing = new S3Client(await clientOf(await createRole("seeing", listing)));
  const missing = new GetObjectCommand({ Bucket: "media", Key: "tasks/none" });
  await expect(blind.send(missing)).rejects.toMatchObject({ name: "AccessDenied" });
  await expect(seeing.send(missing)).rejects.toMatchObject({ name: "NoSuchKey" });
  await blind.send(new PutObjectCommand({ Bucket: "media", Key: "tasks/1", Body: "a" }));
  const elsewhere = new PutObjectCommand({ Bucket: "media", Key: "videos/1", Body: "a" });
  await expect(blind.send(elsewhere)).rejects.toMatchObject({ name: "AccessDenied" });
});

test("a policy of the bucket denies what the role's policy allows", async () => {
  const role = await createRole("writer", [allow("s3:*", "arn:aws:s3:::closed/*")]);
  const client = new S3Client(await clientOf(role));
  await engine.s3().send(new CreateBucketCommand({ Bucket: "closed" }));
  const put = new PutObjectCommand({ Bucket: "closed", Key: "a", Body: "a" });
  await client.send(put);
  const policy = {
    Statement: [{ ...allow("s3:*", "arn:aws:s3:::closed/*"), Effect: "Deny", Principal: "*" }],
  };
  await fetch(`${engine.endpoint}/closed?policy`, { method: "PUT", body: JSON.stringify(policy) });
  await expect(client.send(put)).rejects.toMatchObject({ name: "AccessDenied" });
});

test("a function and a machine have the permissions of their roles", async () => {
  const reader = await createRole("reader", [allow("dynamodb:GetItem", table)]);
  const source = "export const handler = async () => process.env.AWS_ACCESS_KEY_ID;";
  const name = await createFunction(engine, "who", source, { Role: reader });
  const { AWS_ACCESS_KEY_ID } = await roleCredentials(reader, engine.port);
  expect((await invoke(engine, "who")).value).toBe(AWS_ACCESS_KEY_ID);
  const definition = {
    QueryLanguage: "JSONata",
    StartAt: "Who",
    States: { Who: invokeState("who", {}, { Arguments: { FunctionName: name, Payload: {} } }) },
  };
  const runAs = async (machine: string, statements: readonly object[]) => {
    const { stateMachineArn = "" } = await engine.sfn().send(
      new CreateStateMachineCommand({
        name: machine,
        roleArn: await createRole(machine, statements),
        definition: JSON.stringify(definition),
      }),
    );
    return ended(engine, await start(engine, stateMachineArn));
  };
  expect(await runAs("invoker", [allow("lambda:InvokeFunction", name)])).toMatchObject({
    status: "SUCCEEDED",
  });
  expect(await runAs("idler", [allow("lambda:InvokeFunction", `${name}-other`)])).toMatchObject({
    status: "FAILED",
    error: "States.Permissions",
  });
});
