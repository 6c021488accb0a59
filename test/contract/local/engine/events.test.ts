import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { PutEventsCommand, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import {
  CreateEventSourceMappingCommand,
  type CreateEventSourceMappingCommandInput,
} from "@aws-sdk/client-lambda";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { accountId, type Engine, region, startEngine } from "./engine.ts";
import { createFunction } from "./functions.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(60_000);

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});

const queueArn = (name: string) => `arn:aws:sqs:${region}:${accountId}:${name}`;

async function createQueue(QueueName: string): Promise<string> {
  return (await engine.sqs().send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
}

/** A function that sends its input to a queue, and fails for records (or events) that contain a word, which must not occur in their hexadecimal IDs. */
async function createReporter(name: string, failOn = "nothing fails"): Promise<string> {
  const QueueUrl = await createQueue(`${name}-reports`);
  await createFunction(
    engine,
    name,
    `export const handler = async (event) => {
       const text = JSON.stringify(event);
       const failed = text.includes(${JSON.stringify(failOn)});
       await fetch(process.env.AWS_ENDPOINT_URL, {
         method: "POST",
         headers: {
           "x-amz-target": "AmazonSQS.SendMessage",
           "content-type": "application/x-amz-json-1.0",
           authorization: "AWS4-HMAC-SHA256 Credential=${accountId}/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0",
         },
         body: JSON.stringify({ QueueUrl: ${JSON.stringify(QueueUrl)}, MessageBody: JSON.stringify({ event, failed }) }),
       });
       if (failed) throw new Error("as requested");
     };`,
  );
  return QueueUrl;
}

async function receive(QueueUrl: string) {
  return await waitFor(async () => {
    const { Messages } = await engine.sqs().send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
    const message = Messages?.[0];
    if (!message) return undefined;
    await engine.sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    return JSON.parse(message.Body ?? "");
  });
}

async function createStreamedTable(TableName: string): Promise<string> {
  await engine.dynamo().send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
    }),
  );
  const { Table } = await engine.dynamo().send(new DescribeTableCommand({ TableName }));
  return Table?.LatestStreamArn ?? "";
}

const put = (TableName: string, pk: string) =>
  engine.dynamo().send(new PutItemCommand({ TableName, Item: { pk: { S: pk } } }));

const map = (FunctionName: string, more: Partial<CreateEventSourceMappingCommandInput>) =>
  engine
    .lambda()
    .send(new CreateEventSourceMappingCommand({ FunctionName, StartingPosition: "TRIM_HORIZON", ...more }));

interface StreamRecord {
  dynamodb: { NewImage: { pk: { S: string } } };
}
const keys = (report: { event: { Records: StreamRecord[] } }) =>
  report.event.Records.map((record) => record.dynamodb.NewImage.pk.S);

describe("DynamoDB streams", () => {
  test("invoke a function with filtered records and continue after a restart", async () => {
    const EventSourceArn = await createStreamedTable("outbox");
    const reports = await createReporter("publisher");
    const pattern = { dynamodb: { NewImage: { pk: { S: [{ prefix: "EVENT#" }] } } } };
    const FilterCriteria = { Filters: [{ Pattern: JSON.stringify(pattern) }] };
    await map("publisher", { EventSourceArn, BatchSize: 10, FilterCriteria });
    await put("outbox", "other");
    await put("outbox", "EVENT#1");
    expect(keys(await receive(reports))).toEqual(["EVENT#1"]);

    await engine.snapshot();
    engine = await engine.crashAndRestart();
    await createQueue("publisher-reports");
    await put("outbox", "EVENT#2");
    expect(keys(await receive(reports))).toEqual(["EVENT#2"]);
  });

  test("bisect a failing batch, retry it and report it as failed", async () => {
    const EventSourceArn = await createStreamedTable("halved");
    const reports = await createReporter("picky", "unusable");
    const deadLetters = await createQueue("given-up");
    const requests = ["good-1", "unusable", "good-2"].map((pk) => ({
      PutRequest: { Item: { pk: { S: pk } } },
    }));
    await engine.dynamo().send(new BatchWriteItemCommand({ RequestItems: { halved: requests } }));
    await map("picky", {
      EventSourceArn,
      BatchSize: 10,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: queueArn("given-up") } },
    });
    const seen: string[] = [];
    while (seen.at(-1) !== "good-2:ok") {
      const report = await receive(reports);
      seen.push(`${keys(report).join("+")}:${report.failed ? "failed" : "ok"}`);
    }
    expect(seen).toEqual([
      "good-1+unusable+good-2:failed",
      "good-1:ok",
      "unusable+good-2:failed",
      "unusable:failed",
      "unusable:failed",
      "good-2:ok",
    ]);
    expect((await receive(deadLetters)).requestContext.condition).toBe("RetryAttemptsExhausted");
  });

  test("are independent: a slow function does not delay another stream", async () => {
    const slow = await createStreamedTable("slow");
    await createFunction(
      engine,
      "snail",
      "export const handler = () => new Promise((r) => setTimeout(r, 9000));",
    );
    await map("snail", { EventSourceArn: slow });
    const fast = await createStreamedTable("fast");
    const reports = await createReporter("hare");
    await map("hare", { EventSourceArn: fast });
    await put("slow", "s");
    await put("fast", "f");
    expect(keys(await receive(reports))).toEqual(["f"]);
  });
});

describe("Rules and queues", () => {
  test("invoke a function with a message of a queue", async () => {
    const QueueUrl = await createQueue("work");
    const reports = await createReporter("worker");
    await map("worker", { EventSourceArn: queueArn("work"), StartingPosition: undefined });
    await engine.sqs().send(new SendMessageCommand({ QueueUrl, MessageBody: "hello" }));
    expect((await receive(reports)).event.Records[0].body).toBe("hello");
  });

  test("retry a failing function of a rule up to three attempts", async () => {
    const reports = await createReporter("flaky", "doomed");
    const pattern = JSON.stringify({ source: ["capstack"] });
    await engine.events().send(new PutRuleCommand({ Name: "to-flaky", EventPattern: pattern }));
    const Arn = `arn:aws:lambda:${region}:${accountId}:function:flaky`;
    await engine.events().send(new PutTargetsCommand({ Rule: "to-flaky", Targets: [{ Id: "f", Arn }] }));
    const Detail = JSON.stringify({ word: "doomed" });
    const Entries = [{ Source: "capstack", DetailType: "Test", Detail }];
    const { FailedEntryCount } = await engine.events().send(new PutEventsCommand({ Entries }));
    expect(FailedEntryCount).toBe(0);
    for (let attempt = 0; attempt < 3; attempt++) expect((await receive(reports)).failed).toBe(true);
  });
});
