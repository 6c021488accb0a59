import { ECSClient } from "@aws-sdk/client-ecs";
import {
  ExecutionDoesNotExist,
  paginateListExecutions,
  SFNClient,
  StateMachineDoesNotExist,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { forEachConcurrently } from "../../core/async/concurrency-limit.ts";
import type { RunningWork } from "../../core/workflows/teardown.ts";
import { describedTasks, stopTask } from "./ecs-containers.ts";

export interface RunningWorkOptions {
  cluster: string;
  machineArns: readonly string[];
}

interface WorkClients {
  ecs?: ECSClient;
  sfn?: SFNClient;
}

const concurrency = 10;
const cause = "The stack is deleted";
/** StopExecution is limited to 25 calls a second in small regions, and a stack may have thousands of executions. */
const patient = { retryMode: "adaptive", maxAttempts: 10 } as const;

/** Creates the access to everything that a stack runs. */
export const createRunningWork = (
  { cluster, machineArns }: RunningWorkOptions,
  { ecs = new ECSClient(patient), sfn = new SFNClient(patient) }: WorkClients = {},
): RunningWork => ({
  async stopExecutions() {
    let running = 0;
    for (const stateMachineArn of machineArns) running += await stopExecutionsOf(sfn, stateMachineArn);
    return running;
  },

  async stopContainers() {
    // By their ARNs: a container that stops meanwhile is in both lists.
    const running = new Set<string | undefined>();
    // A container that is stopping has its network interface until it has ended.
    for (const desiredStatus of ["RUNNING", "STOPPED"] as const) {
      for await (const tasks of describedTasks(ecs, cluster, desiredStatus)) {
        const active = tasks.filter(({ lastStatus }) => lastStatus !== "STOPPED");
        for (const { taskArn } of active) running.add(taskArn);
        if (desiredStatus === "STOPPED") continue;
        await forEachConcurrently(active, concurrency, ({ taskArn }) => stopTask(ecs, cluster, taskArn));
      }
    }
    return running.size;
  },
});

const stopExecutionsOf = async (client: SFNClient, stateMachineArn: string): Promise<number> => {
  let running = 0;
  try {
    const pages = paginateListExecutions(
      { client, pageSize: 1000 },
      { stateMachineArn, statusFilter: "RUNNING" },
    );
    for await (const { executions = [] } of pages) {
      running += executions.length;
      await forEachConcurrently(executions, concurrency, ({ executionArn }) => stop(client, executionArn));
    }
  } catch (error) {
    // A teardown that is repeated may find that the state machine no longer exists.
    if (!(error instanceof StateMachineDoesNotExist)) throw error;
  }
  return running;
};

const stop = async (client: SFNClient, executionArn: string | undefined): Promise<void> => {
  try {
    await client.send(new StopExecutionCommand({ executionArn, cause }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
};
