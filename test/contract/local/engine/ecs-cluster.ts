import { join } from "node:path";
import {
  CreateClusterCommand,
  DescribeTasksCommand,
  RegisterTaskDefinitionCommand,
  RunTaskCommand,
} from "@aws-sdk/client-ecs";
import { DockerShim } from "../../../../local/docker-shim/docker-shim.ts";
import { ProcessRegistry } from "../../../../local/processes/process-registry.ts";
import { RotatingLog } from "../../../../local/processes/rotating-log.ts";
import { startEngine, temporaryFolder } from "./engine.ts";
import { waitFor } from "./wait-for.ts";

/** An engine with a cluster `media`, whose tasks of the family `render` run shell commands. */
export const startCluster = async () => {
  const folder = temporaryFolder();
  const socket = join(folder, "docker.sock");
  const shim = new DockerShim({
    // What the container does is in the task's command.
    resolve: (_, [command = "false", ...args]) => ({ command, args }),
    waiting: [],
    environment: { PATH: process.env.PATH ?? "" },
    cwd: folder,
    registry: new ProcessRegistry(join(folder, "processes.json")),
    log: new RotatingLog(join(folder, "log")),
  });
  await shim.listen(socket);
  const engine = await startEngine({ arguments: ["--docker-socket", socket] });
  const ecs = engine.ecs();
  await ecs.send(new CreateClusterCommand({ clusterName: "media" }));
  await ecs.send(
    new RegisterTaskDefinitionCommand({
      family: "render",
      networkMode: "awsvpc",
      requiresCompatibilities: ["FARGATE"],
      cpu: "256",
      memory: "512",
      containerDefinitions: [{ name: "render", image: "render", essential: true, stopTimeout: 2 }],
    }),
  );
  const statusOf = async (task: string): Promise<string | undefined> => {
    const { tasks } = await ecs.send(new DescribeTasksCommand({ cluster: "media", tasks: [task] }));
    return tasks?.[0]?.lastStatus;
  };
  return {
    engine,
    ecs,
    statusOf,
    run: (shell: string, group = "task-1", environment: { name: string; value: string }[] = []) =>
      ecs.send(
        new RunTaskCommand({
          cluster: "media",
          taskDefinition: "render",
          group,
          networkConfiguration: { awsvpcConfiguration: { subnets: ["subnet-1"] } },
          overrides: {
            containerOverrides: [{ name: "render", command: ["sh", "-c", shell], environment }],
          },
        }),
      ),
    until: (task: string, status: string) => waitFor(async () => (await statusOf(task)) === status),
    stop: async (): Promise<void> => {
      await engine.stop();
      await shim.close();
    },
  };
};
