import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createEcsContainers } from "../../../../adapters/aws/ecs-containers.ts";
import { startCluster } from "../../local/engine/ecs-cluster.ts";

jest.setTimeout(60_000);

let cluster: Awaited<ReturnType<typeof startCluster>>;

beforeAll(async () => {
  cluster = await startCluster();
});

afterAll(async () => {
  await cluster.stop();
});

const start = async (group: string, lease: string): Promise<string> => {
  const variables = [{ name: "CAPACITY_LEASE", value: lease }];
  const { tasks } = await cluster.run("exec sleep 60", group, variables);
  const task = tasks?.[0]?.taskArn;
  if (task === undefined) throw new Error("The container was rejected");
  await cluster.until(task, "RUNNING");
  return task;
};

describe("the containers of a cluster", () => {
  test("are found by a variable and stopped by group, repeatedly", async () => {
    const first = await start("task-1", "lease-1");
    const second = await start("video-1", "lease-2");
    const other = await start("task-2", "lease-3");
    const containers = createEcsContainers("media", cluster.ecs);
    expect(await containers.listVariable("CAPACITY_LEASE")).toEqual(
      new Set(["lease-1", "lease-2", "lease-3"]),
    );
    const groups = new Set(["task-1", "video-1", "unknown"]);
    await containers.stop(groups);
    await containers.stop(groups);
    for (const task of [first, second]) await cluster.until(task, "STOPPED");
    expect(await cluster.statusOf(other)).toBe("RUNNING");
    await containers.stop(new Set(["task-2"]));
    await cluster.until(other, "STOPPED");
  });

  test("are rejected without an error above the vCPU quota, until one has stopped", async () => {
    const limit = async (fargateVcpus: number | null): Promise<number> => {
      const init = { method: "POST", body: JSON.stringify({ fargateVcpus }) };
      const response = await fetch(`${cluster.engine.endpoint}/_capstack/limits`, init);
      return ((await response.json()) as { rejected: number }).rejected;
    };
    await limit(0.25);
    const containers = createEcsContainers("media", cluster.ecs);
    const running = await start("task-3", "lease-4");
    const { tasks, failures } = await cluster.run("exit 0");
    expect(tasks).toEqual([]);
    expect(failures?.[0]?.reason).toMatch(/limit on the number of vCPUs/);
    await containers.stop(new Set(["task-3"]));
    await cluster.until(running, "STOPPED");
    expect((await cluster.run("exit 0")).failures).toEqual([]);
    expect(await limit(null)).toBe(1);
  });
});
