import {
  DescribeTasksCommand,
  ECSClient,
  InvalidParameterException,
  ListTasksCommand,
  StopTaskCommand,
} from "@aws-sdk/client-ecs";
import {
  ExecutionDoesNotExist,
  ListExecutionsCommand,
  SFNClient,
  StateMachineDoesNotExist,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { expect, test } from "@jest/globals";
import { createRunningWork } from "../../../../adapters/aws/running-work.ts";

const absent = { message: "absent", $metadata: {} };

/** Machines with running executions; a machine that is not among them does not exist. */
const fakeStepFunctions = (executions: Record<string, readonly string[]>) => {
  const stopped: string[] = [];
  const send = async (command: unknown) => {
    if (command instanceof StopExecutionCommand) {
      const { executionArn = "" } = command.input;
      if (executionArn === "ended") throw new ExecutionDoesNotExist(absent);
      stopped.push(executionArn);
      return {};
    }
    if (!(command instanceof ListExecutionsCommand)) throw new Error("unexpected command");
    const { stateMachineArn = "", statusFilter, nextToken } = command.input;
    expect(statusFilter).toBe("RUNNING");
    const all = executions[stateMachineArn];
    if (all === undefined) throw new StateMachineDoesNotExist(absent);
    const from = Number(nextToken ?? 0);
    return {
      executions: all.slice(from, from + 2).map((executionArn) => ({ executionArn })),
      nextToken: from + 2 < all.length ? String(from + 2) : undefined,
    };
  };
  return { stopped, client: Object.assign(new SFNClient({ region: "eu-west-1" }), { send }) };
};

const fakeEcs = (tasks: Record<string, { desired: string; last: string }>) => {
  const stopped: string[] = [];
  const send = async (command: unknown) => {
    if (command instanceof ListTasksCommand) {
      const { desiredStatus } = command.input;
      return { taskArns: Object.keys(tasks).filter((arn) => tasks[arn]?.desired === desiredStatus) };
    }
    if (command instanceof DescribeTasksCommand)
      return {
        tasks: command.input.tasks?.map((taskArn) => ({ taskArn, lastStatus: tasks[taskArn]?.last })),
      };
    if (!(command instanceof StopTaskCommand)) throw new Error("unexpected command");
    const { task = "" } = command.input;
    if (task === "forgotten") throw new InvalidParameterException(absent);
    stopped.push(task);
    tasks[task] = { desired: "STOPPED", last: "STOPPING" };
    return {};
  };
  return { stopped, client: Object.assign(new ECSClient({ region: "eu-west-1" }), { send }) };
};

test("stops the executions of all pages and machines, of which one is already deleted", async () => {
  const { stopped, client } = fakeStepFunctions({ captioning: ["a", "b", "ended"], clip: ["c"], import: [] });
  const machineArns = ["captioning", "clip", "deleted", "import"];
  const work = createRunningWork({ cluster: "c", machineArns }, { sfn: client });
  expect(await work.stopExecutions()).toBe(4);
  expect(stopped).toEqual(["a", "b", "c"]);
});

test("stops running containers once, and counts those that have not ended", async () => {
  const { stopped, client } = fakeEcs({
    running: { desired: "RUNNING", last: "RUNNING" },
    starting: { desired: "RUNNING", last: "PROVISIONING" },
    forgotten: { desired: "RUNNING", last: "RUNNING" },
    stopping: { desired: "STOPPED", last: "DEPROVISIONING" },
    ended: { desired: "STOPPED", last: "STOPPED" },
  });
  const work = createRunningWork({ cluster: "c", machineArns: [] }, { ecs: client });
  expect(await work.stopContainers()).toBe(4);
  expect(stopped).toEqual(["running", "starting"]);
});
