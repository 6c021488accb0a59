import {
  DescribeTasksCommand,
  type DesiredStatus,
  ECSClient,
  InvalidParameterException,
  paginateListTasks,
  StopTaskCommand,
  type Task,
} from "@aws-sdk/client-ecs";
import type { RunningContainers } from "../../core/workflows/running-containers.ts";

/** Maximum number of tasks of a DescribeTasks call, and the size of a page of ListTasks. */
const pageSize = 100;
const reason = "Nothing waits for this container any more";

/**
 * Creates the containers of an ECS cluster. ECS cannot filter tasks by group, so every running task is described:
 * two calls for each hundred of them.
 */
export const createEcsContainers = (cluster: string, client = new ECSClient({})): RunningContainers => ({
  async stop(groups) {
    for await (const tasks of describedTasks(client, cluster)) {
      const doomed = tasks.filter(({ group = "" }) => groups.has(group));
      await Promise.all(doomed.map(({ taskArn }) => stopTask(client, cluster, taskArn)));
    }
  },

  async listVariable(name) {
    const values = new Set<string>();
    for await (const tasks of describedTasks(client, cluster)) {
      const overrides = tasks.flatMap((task) => task.overrides?.containerOverrides ?? []);
      for (const variable of overrides.flatMap(({ environment = [] }) => environment))
        if (variable.name === name && variable.value) values.add(variable.value);
    }
    return values;
  },
});

/** Returns the tasks of a cluster, in pages. ECS lists tasks with the desired status STOPPED for an hour after their end. */
export async function* describedTasks(
  client: ECSClient,
  cluster: string,
  desiredStatus: DesiredStatus = "RUNNING",
): AsyncGenerator<Task[]> {
  const pages = paginateListTasks({ client, pageSize }, { cluster, desiredStatus });
  for await (const { taskArns = [] } of pages) {
    if (taskArns.length === 0) continue;
    const { tasks = [] } = await client.send(new DescribeTasksCommand({ cluster, tasks: taskArns }));
    yield tasks;
  }
}

/** Stops a task, unless it has ended. */
export const stopTask = async (
  client: ECSClient,
  cluster: string,
  task: string | undefined,
): Promise<void> => {
  try {
    await client.send(new StopTaskCommand({ cluster, task, reason }));
  } catch (error) {
    // ECS deletes tasks some time after their end.
    if (!(error instanceof InvalidParameterException)) throw error;
  }
};
