/** The deletion of a stack whose tasks run and wait, by the function and with the grants of the deployed one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { CreateStateMachineCommand, DescribeExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Cluster, type ICluster } from "aws-cdk-lib/aws-ecs";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Rule } from "../../../../lib/grants.ts";
import { MachineNames } from "../../../../lib/machine-names.ts";
import { teardownRules } from "../../../../lib/teardown.ts";
import { roleCredentials } from "../../../../local/emulator/emulator.ts";
import { startCluster } from "../../local/engine/ecs-cluster.ts";
import { accountId, region } from "../../local/engine/engine.ts";
import { type States, start, tokenState } from "../../local/engine/machines.ts";
import { createRole } from "../../local/engine/roles.ts";
import { tokensOf } from "../../local/engine/tokens.ts";

jest.setTimeout(120_000);

const app = new App({ context: { "@aws-cdk/core:enablePartitionLiterals": true } });
const stack = new Stack(app, "Capstack", { env: { account: accountId, region } });
const machines = new MachineNames(stack);

let cluster: Awaited<ReturnType<typeof startCluster>>;
let s3: S3Client;
const responses: { Status: string; Reason?: string; PhysicalResourceId: string }[] = [];
const formation = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  responses.push(JSON.parse(Buffer.concat(pieces).toString("utf8")));
  response.end();
});
const { createQueue, takeToken } = tokensOf(() => cluster.engine);

/** Gives this process the variables and the role of the deployed function. */
const becomeFunction = async (): Promise<void> => {
  const resources = {
    machines,
    cluster: Cluster.fromClusterAttributes(stack, "Cluster", { clusterName: "media" } as never) as ICluster,
    deletedBucket: Bucket.fromBucketName(stack, "Bucket", "media"),
  };
  const rules = stack.resolve(teardownRules(resources as never)) as Rule[];
  const statements = rules.map(({ actions, resources: Resource, conditions: Condition }) => ({
    ...{ Effect: "Allow", Action: actions, Resource },
    ...(Condition === undefined ? {} : { Condition }),
  }));
  const role = await createRole(cluster.engine.endpoint, "tear-down", statements);
  Object.assign(process.env, await roleCredentials(role, cluster.engine.port), {
    AWS_ENDPOINT_URL: cluster.engine.endpoint,
    AWS_REGION: region,
    CLUSTER_ARN: resources.cluster.clusterArn,
    CAPTIONING_MACHINE_ARN: machines.arn("captioning"),
    CLIP_MACHINE_ARN: machines.arn("clip"),
    TRANSCRIPTION_MACHINE_ARN: machines.arn("transcription"),
    VIDEO_IMPORT_MACHINE_ARN: machines.arn("videoImport"),
    DELETED_BUCKET_NAME: "media",
  });
};

beforeAll(async () => {
  cluster = await startCluster();
  s3 = cluster.engine.s3();
  await new Promise<void>((resolve) => formation.listen(0, "127.0.0.1", resolve));
  await s3.send(new CreateBucketCommand({ Bucket: "media" }));
  for (const Key of ["videos/1/source", "tasks/1/render/a.mp4"])
    await s3.send(new PutObjectCommand({ Bucket: "media", Key, Body: "x" }));
  await becomeFunction();
});

afterAll(async () => {
  formation.close();
  await cluster.stop();
});

/** Runs the function and returns its response to CloudFormation. */
const request = async (RequestType: "Create" | "Delete", secondsLeft: number) => {
  const { handler } = await import("../../../../lambdas/deploy/tear-down.ts");
  const event = {
    RequestType,
    ResponseURL: `http://127.0.0.1:${(formation.address() as AddressInfo).port}/`,
    ...{ StackId: "stack", RequestId: "request", LogicalResourceId: "Teardown" },
  };
  await handler(event, { getRemainingTimeInMillis: () => secondsLeft * 1000 });
  return responses.pop();
};

const createMachine = async (machine: Parameters<MachineNames["name"]>[0], states: States) => {
  const definition = { QueryLanguage: "JSONata", StartAt: Object.keys(states)[0], States: states };
  await cluster.engine.sfn().send(
    new CreateStateMachineCommand({
      name: machines.name(machine),
      roleArn: `arn:aws:iam::${accountId}:role/test`,
      definition: JSON.stringify(definition),
    }),
  );
};

/** A state that runs a container, and runs it again when it stops, as those of the product. */
const containerState = (shell: string) => ({
  Type: "Task",
  Resource: "arn:aws:states:::ecs:runTask.waitForTaskToken",
  Arguments: {
    ...{ Cluster: "media", TaskDefinition: "render" },
    NetworkConfiguration: { AwsvpcConfiguration: { Subnets: ["subnet-1"] } },
    Overrides: {
      ContainerOverrides: [
        {
          ...{ Name: "render", Command: ["sh", "-c", shell] },
          Environment: [{ Name: "TASK_TOKEN", Value: "{% $states.context.Task.Token %}" }],
        },
      ],
    },
  },
  End: true,
});

const statusesOf = async (executions: readonly string[]) => {
  const client = cluster.engine.sfn();
  const described = executions.map((executionArn) =>
    client.send(new DescribeExecutionCommand({ executionArn })),
  );
  return new Set((await Promise.all(described)).map(({ status }) => status));
};

test("stops executions that run and wait, waits for containers, and empties the bucket", async () => {
  const queue = await createQueue("tokens");
  const waiting = ["captioning", "transcription", "videoImport"] as const;
  for (const machine of waiting) await createMachine(machine, { Wait: tokenState(queue) });
  // This container ends only when it is killed, after its time to stop.
  await createMachine("clip", { Cut: containerState("trap '' TERM; while :; do sleep 0.1; done") });
  const executions: string[] = [];
  for (const machine of ["clip", ...waiting] as const)
    executions.push(await start(cluster.engine, machines.arn(machine)));
  for (const _ of waiting) await takeToken(queue);
  const { tasks } = await cluster.run("exec sleep 60");
  const container = tasks?.[0]?.taskArn ?? "";
  await cluster.until(container, "RUNNING");

  expect(await request("Create", 900)).toMatchObject({ Status: "SUCCESS", PhysicalResourceId: "teardown" });
  expect(await statusesOf(executions)).toEqual(new Set(["RUNNING"]));

  expect(await request("Delete", 35)).toMatchObject({
    Status: "FAILED",
    Reason: expect.stringMatching(/^Error: 4 executions and 2 containers have not ended yet/),
  });
  expect(await statusesOf(executions)).toEqual(new Set(["ABORTED"]));

  expect(await request("Delete", 900)).toMatchObject({ Status: "SUCCESS", PhysicalResourceId: "teardown" });
  expect(await cluster.statusOf(container)).toBe("STOPPED");
  // S3 deletes empty buckets only.
  await s3.send(new DeleteBucketCommand({ Bucket: "media" }));
  const report = (await (await fetch(`${cluster.engine.endpoint}/_capstack/permissions`)).json()) as {
    denied: { role: string }[];
    grants: { role: string; action: string; used: boolean }[];
  };
  expect(report.denied).toEqual([]);
  const granted = report.grants.filter(({ role }) => role === "tear-down");
  expect(granted.filter(({ used }) => !used)).toEqual([]);
  expect(new Set(granted.map(({ action }) => action)).size).toBe(7);
});
