import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  CreateClusterCommand,
  DescribeTasksCommand,
  RegisterTaskDefinitionCommand,
  RunTaskCommand,
  type RunTaskCommandInput,
  StopTaskCommand,
} from "@aws-sdk/client-ecs";
import { PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { ListExecutionsCommand } from "@aws-sdk/client-sfn";
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { DockerShim } from "../../../../local/docker-shim/docker-shim.ts";
import { ProcessRegistry } from "../../../../local/processes/process-registry.ts";
import { RotatingLog } from "../../../../local/processes/rotating-log.ts";
import { accountId, type Engine, region, startEngine, temporaryFolder } from "./engine.ts";
import { createFunction } from "./functions.ts";
import { createMachine, ended, run, start } from "./machines.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(60_000);

const folder = temporaryFolder();
const socket = join(folder, "docker.sock");
let engine: Engine;
let shim: DockerShim;
let queue: string;

/** Every stopped task's event, as the queue of a rule got it. */
interface TaskEvent {
  source: string;
  "detail-type": string;
  resources: string[];
  detail: {
    taskArn: string;
    lastStatus: string;
    stopCode: string;
    stoppedReason: string;
    containers: { name: string; exitCode?: number }[];
    overrides: { containerOverrides: { name: string; environment?: { name: string; value: string }[] }[] };
  };
}

beforeAll(async () => {
  shim = new DockerShim({
    // What the container does is in the task's command.
    resolve: (_, [command = "false", ...args]) => ({ command, args }),
    waiting: [],
    environment: { PATH: process.env.PATH ?? "" },
    cwd: folder,
    registry: new ProcessRegistry(join(folder, "processes.json")),
    log: new RotatingLog(join(folder, "log")),
  });
  await shim.listen(socket);
  engine = await startEngine({ arguments: ["--docker-socket", socket] });
  await engine.ecs().send(new CreateClusterCommand({ clusterName: "media" }));
  await engine.ecs().send(
    new RegisterTaskDefinitionCommand({
      family: "render",
      networkMode: "awsvpc",
      requiresCompatibilities: ["FARGATE"],
      runtimePlatform: { cpuArchitecture: "ARM64" },
      cpu: "256",
      memory: "512",
      containerDefinitions: [{ name: "render", image: "render", essential: true, stopTimeout: 2 }],
    }),
  );
  queue = (await engine.sqs().send(new CreateQueueCommand({ QueueName: "stopped" }))).QueueUrl ?? "";
  await ruleTo("to-queue", `arn:aws:sqs:${region}:${accountId}:stopped`);
});

afterAll(async () => {
  await engine.stop();
  await shim.close();
  rmSync(folder, { recursive: true });
});

async function ruleTo(Name: string, Arn: string): Promise<void> {
  const pattern = {
    source: ["aws.ecs"],
    "detail-type": ["ECS Task State Change"],
    detail: { lastStatus: ["STOPPED"] },
  };
  await engine.events().send(new PutRuleCommand({ Name, EventPattern: JSON.stringify(pattern) }));
  await engine.events().send(new PutTargetsCommand({ Rule: Name, Targets: [{ Id: "t", Arn }] }));
}

async function runTask(shell: string, more: Partial<RunTaskCommandInput> = {}): Promise<string> {
  const { tasks, failures } = await engine.ecs().send(
    new RunTaskCommand({
      cluster: "media",
      taskDefinition: "render",
      capacityProviderStrategy: [
        { capacityProvider: "FARGATE_SPOT", weight: 1 },
        { capacityProvider: "FARGATE", weight: 0 },
      ],
      networkConfiguration: { awsvpcConfiguration: { subnets: ["subnet-1"], assignPublicIp: "ENABLED" } },
      overrides: {
        containerOverrides: [
          {
            name: "render",
            command: ["sh", "-c", shell],
            environment: [
              { name: "TASK_TOKEN", value: "the token" },
              { name: "TASK_INPUT", value: '{"taskId":"t1"}' },
            ],
          },
        ],
      },
      ...more,
    }),
  );
  expect(failures).toEqual([]);
  return tasks?.[0]?.taskArn ?? "";
}

const describeTask = async (task: string) =>
  (await engine.ecs().send(new DescribeTasksCommand({ cluster: "media", tasks: [task] }))).tasks?.[0];

const inStatus = (task: string, status: string) =>
  waitFor(async () => {
    const found = await describeTask(task);
    return found?.lastStatus === status && found;
  });

async function stoppedEvent(task: string): Promise<TaskEvent> {
  return await waitFor(async () => {
    const { Messages } = await engine
      .sqs()
      .send(new ReceiveMessageCommand({ QueueUrl: queue, WaitTimeSeconds: 1 }));
    for (const { Body, ReceiptHandle } of Messages ?? []) {
      await engine.sqs().send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle }));
      const event: TaskEvent = JSON.parse(Body ?? "");
      if (event.detail.taskArn === task) return event;
    }
    return undefined;
  });
}

describe("A task that exits", () => {
  test("is stopped with its exit code, and its event has the overrides of RunTask", async () => {
    const task = await runTask('test "$TASK_INPUT" = \'{"taskId":"t1"}\' && exit 3');
    const event = await stoppedEvent(task);
    expect(event).toMatchObject({
      source: "aws.ecs",
      "detail-type": "ECS Task State Change",
      resources: [task],
      detail: {
        clusterArn: `arn:aws:ecs:${region}:${accountId}:cluster/media`,
        taskDefinitionArn: `arn:aws:ecs:${region}:${accountId}:task-definition/render:1`,
        lastStatus: "STOPPED",
        desiredStatus: "STOPPED",
        launchType: "FARGATE",
        stopCode: "EssentialContainerExited",
        stoppedReason: "Essential container in task exited",
        containers: [{ name: "render", exitCode: 3, lastStatus: "STOPPED" }],
      },
    });
    expect(event.detail.overrides.containerOverrides[0]?.environment).toEqual([
      { name: "TASK_TOKEN", value: "the token" },
      { name: "TASK_INPUT", value: '{"taskId":"t1"}' },
    ]);
    expect((await describeTask(task))?.containers?.[0]?.exitCode).toBe(3);
  });

  test("after a signal has the exit code 128 plus the signal's number", async () => {
    const { detail } = await stoppedEvent(await runTask("kill -9 $$"));
    expect(detail.containers[0]?.exitCode).toBe(137);
  });
});

describe("StopTask", () => {
  const stop = (task: string) =>
    engine.ecs().send(new StopTaskCommand({ cluster: "media", task, reason: "no longer wanted" }));

  test("responds immediately; the task exits after SIGTERM", async () => {
    const task = await runTask("exec sleep 60");
    await inStatus(task, "RUNNING");
    const result = await stop(task);
    expect(result.task).toMatchObject({ desiredStatus: "STOPPED", lastStatus: "RUNNING" });
    const { detail } = await stoppedEvent(task);
    expect(detail).toMatchObject({
      stopCode: "UserInitiated",
      stoppedReason: "no longer wanted",
      containers: [{ exitCode: 143 }],
    });
  });

  test("kills a container that ignores SIGTERM after its stopTimeout", async () => {
    const task = await runTask("trap '' TERM; while :; do sleep 0.1; done");
    await inStatus(task, "RUNNING");
    await stop(task);
    expect((await stoppedEvent(task)).detail.containers[0]?.exitCode).toBe(137);
  });

  test("does nothing for a stopped task", async () => {
    const task = await runTask("exit 0");
    await inStatus(task, "STOPPED");
    await stop(task);
    const found = await describeTask(task);
    expect(found?.stopCode).toBe("EssentialContainerExited");
    expect(found?.containers?.[0]?.exitCode).toBe(0);
  });
});

describe("Rules and state machines", () => {
  test("send the event of a stopped task to a function and a state machine", async () => {
    const machine = await createMachine(engine, { Got: { Type: "Succeed" } });
    await ruleTo("to-machine", machine);
    const arn = await createFunction(
      engine,
      "listener",
      "export const handler = async (event) => { console.log(event.detail.taskArn); };",
    );
    await ruleTo("to-function", arn);
    const task = await runTask("exit 0");
    const execution = await waitFor(async () => {
      const { executions } = await engine.sfn().send(new ListExecutionsCommand({ stateMachineArn: machine }));
      return executions?.[0]?.executionArn;
    });
    expect(JSON.parse((await ended(engine, execution)).output ?? "").detail.taskArn).toBe(task);
  });

  const runTaskState = (shell: string) => ({
    Type: "Task",
    Resource: "arn:aws:states:::ecs:runTask.waitForTaskToken",
    TimeoutSeconds: 30,
    Arguments: {
      Cluster: "media",
      TaskDefinition: "render",
      CapacityProviderStrategy: [{ CapacityProvider: "FARGATE_SPOT", Weight: 1 }],
      NetworkConfiguration: { AwsvpcConfiguration: { Subnets: ["subnet-1"] } },
      Overrides: {
        ContainerOverrides: [
          {
            Name: "render",
            Command: ["sh", "-c", shell],
            Environment: [
              { Name: "TASK_TOKEN", Value: "{% $states.context.Task.Token %}" },
              { Name: "TASK_INPUT", Value: "{% $string({'n': 1}) %}" },
            ],
          },
        ],
      },
    },
    End: true,
  });

  test("fail the state of a task that died without a callback, through a rule and a function", async () => {
    const call = `fetch(process.env.AWS_ENDPOINT_URL, {
      method: "POST",
      headers: {
        "x-amz-target": "AWSStepFunctions.SendTaskFailure",
        "content-type": "application/x-amz-json-1.0",
        authorization: "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/states/aws4_request, SignedHeaders=host, Signature=0",
      },
      body: JSON.stringify({ taskToken, error: "ContainerStopped", cause: String(event.detail.containers[0].exitCode) }),
    })`;
    const arn = await createFunction(
      engine,
      "failer",
      `export const handler = async (event) => {
         const variables = event.detail.overrides.containerOverrides[0].environment;
         const taskToken = variables.find((variable) => variable.name === "TASK_TOKEN").value;
         await ${call};
       };`,
    );
    await ruleTo("to-failer", arn);
    const execution = await start(engine, await createMachine(engine, { Render: runTaskState("exit 9") }));
    expect(await ended(engine, execution)).toMatchObject({
      status: "FAILED",
      error: "ContainerStopped",
      cause: "9",
    });
  });

  test("fail the state if RunTask has failures because there is no container runtime", async () => {
    const bare = await startEngine();
    try {
      await bare.ecs().send(new CreateClusterCommand({ clusterName: "media" }));
      await bare.ecs().send(
        new RegisterTaskDefinitionCommand({
          family: "render",
          containerDefinitions: [{ name: "render", image: "render", memory: 128 }],
        }),
      );
      const result = await bare
        .ecs()
        .send(new RunTaskCommand({ cluster: "media", taskDefinition: "render" }));
      expect(result.failures?.[0]?.reason).toBe("AGENT");
      expect(await run(bare, { Render: runTaskState("exit 0") })).toMatchObject({
        error: "AmazonECS.Unknown",
      });
    } finally {
      await bare.stop();
    }
  });
});
