/** State machines for a test: creates, starts and describes them. */
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { accountId, type Engine } from "./engine.ts";
import { waitFor } from "./wait-for.ts";

export type States = Record<string, Record<string, unknown>>;

let machines = 0;

/** Creates a JSONata machine that starts at its first state; returns its ARN. */
export async function createMachine(engine: Engine, States: States, more: object = {}): Promise<string> {
  const definition = { QueryLanguage: "JSONata", StartAt: Object.keys(States)[0], States, ...more };
  const { stateMachineArn } = await engine.sfn().send(
    new CreateStateMachineCommand({
      name: `machine-${++machines}`,
      roleArn: `arn:aws:iam::${accountId}:role/test`,
      definition: JSON.stringify(definition),
    }),
  );
  return stateMachineArn ?? "";
}

export async function start(engine: Engine, stateMachineArn: string, input: unknown = {}): Promise<string> {
  const { executionArn } = await engine
    .sfn()
    .send(new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }));
  return executionArn ?? "";
}

export async function ended(engine: Engine, executionArn: string): Promise<DescribeExecutionCommandOutput> {
  return await waitFor(async () => {
    const execution = await engine.sfn().send(new DescribeExecutionCommand({ executionArn }));
    return execution.status !== "RUNNING" && execution;
  });
}

/** Runs a machine to its end. */
export async function run(engine: Engine, States: States, input: unknown = {}, more: object = {}) {
  return await ended(engine, await start(engine, await createMachine(engine, States, more), input));
}

export const output = (execution: DescribeExecutionCommandOutput) => JSON.parse(execution.output ?? "null");

export const invokeState = (FunctionName: string, Payload: unknown, more: object = {}) => ({
  Type: "Task",
  Resource: "arn:aws:states:::lambda:invoke",
  Arguments: { FunctionName, Payload },
  End: true,
  ...more,
});

/** A task that puts its token into a queue and waits. */
export const tokenState = (QueueUrl: string, more: object = {}) => ({
  Type: "Task",
  Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
  Arguments: { QueueUrl, MessageBody: { token: "{% $states.context.Task.Token %}" } },
  End: true,
  ...more,
});
