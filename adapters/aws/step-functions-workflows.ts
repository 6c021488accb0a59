import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import type { TaskKind } from "../../core/tasks/task-index.ts";
import type { ExecutionState, Workflows } from "../../core/workflows/workflows.ts";

/** Maximum length of a cause in Step Functions. */
const maxCauseCharacters = 32_000;

export interface Machines {
  /** Absent if the function does not start that machine. */
  taskArns?: Readonly<Record<TaskKind, string | undefined>> | undefined;
  videoImportArn?: string | undefined;
}

export const createStepFunctionsWorkflows = (machines: Machines, client = new SFNClient({})): Workflows => ({
  startTask: (kind, taskId, attempt) =>
    start(client, machines.taskArns?.[kind], `${taskId}-${attempt}`, { taskId }),

  startVideoImport: (videoId, attempt) =>
    start(client, machines.videoImportArn, `${videoId}-${attempt}`, { videoId }),

  stopTask: (kind, taskId, attempt) => stop(client, machines.taskArns?.[kind], `${taskId}-${attempt}`),

  stopVideoImport: (videoId, attempt) => stop(client, machines.videoImportArn, `${videoId}-${attempt}`),

  async stateOf(executionArn) {
    try {
      const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
      return stateNamed(status ?? "");
    } catch (error) {
      if (error instanceof ExecutionDoesNotExist) return "missing";
      throw error;
    }
  },

  sendSuccess: (taskToken, output) =>
    ignoringInvalidTokens(
      client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })),
    ),

  sendFailure: (taskToken, error, cause) =>
    ignoringInvalidTokens(
      client.send(
        new SendTaskFailureCommand({ taskToken, error, cause: cause.slice(0, maxCauseCharacters) }),
      ),
    ),
});

const start = async (
  client: SFNClient,
  stateMachineArn: string | undefined,
  name: string,
  input: unknown,
): Promise<string> => {
  if (stateMachineArn === undefined) throw new Error(`No machine is configured to start ${name}`);
  try {
    const command = new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) });
    const { executionArn } = await client.send(command);
    return executionArn ?? executionArnOf(stateMachineArn, name);
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return executionArnOf(stateMachineArn, name);
    throw error;
  }
};

const stop = async (client: SFNClient, stateMachineArn: string | undefined, name: string): Promise<void> => {
  if (stateMachineArn === undefined) throw new Error(`No machine is configured to stop ${name}`);
  try {
    await client.send(new StopExecutionCommand({ executionArn: executionArnOf(stateMachineArn, name) }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
};

/** arn:…:stateMachine:Name → arn:…:execution:Name:execution-name */
const executionArnOf = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(":stateMachine:", ":execution:")}:${name}`;

const stateNamed = (status: string): ExecutionState => {
  if (status === "RUNNING" || status === "PENDING_REDRIVE") return "running";
  return status === "SUCCEEDED" ? "succeeded" : "failed";
};

/** The token was used, timed out, or its execution ended: the reconciler handles the task. */
const ignoringInvalidTokens = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    const isSpent =
      error instanceof TaskDoesNotExist || error instanceof TaskTimedOut || error instanceof InvalidToken;
    if (!isSpent) throw error;
    return false;
  }
};
