import { describe, expect, test } from "@jest/globals";
import { type CapacityLease, type Waiter, waitersToGrant } from "../../../../core/capacity/capacity.ts";
import { quotasFor } from "../../../../core/capacity/quotas.ts";
import { reserveContainer } from "../../../../core/capacity/reservation.ts";
import { reconcileCapacity, releaseCapacity } from "../../../../core/capacity/reserve-capacity.ts";
import { createWorkflowFixture } from "../workflows/workflow-deps.ts";

let count = 0;
const waiter = (accountId: string, vcpus: number): Waiter => {
  count += 1;
  return { id: `w${count}`, accountId, vcpus, taskToken: `token-${count}`, since: `${1000 + count}` };
};
const lease = (accountId: string, vcpus: number): CapacityLease => ({
  ...waiter(accountId, vcpus),
  grantedAt: "",
});
const accountsOf = (waiters: readonly Waiter[]): string[] => waiters.map(({ accountId }) => accountId);

describe("waitersToGrant", () => {
  test("fills the limit but does not exceed it", () => {
    const waiters = Array.from({ length: 5 }, () => waiter("a", 4));
    expect(waitersToGrant([], waiters, 12)).toEqual(waiters.slice(0, 3));
    expect(waitersToGrant([lease("a", 4)], waiters, 6)).toEqual([]);
  });

  test("alternates between accounts in any order of arrival", () => {
    const flood = Array.from({ length: 6 }, () => waiter("flood", 4));
    const late = [waiter("late", 4), waiter("late", 4)];
    expect(accountsOf(waitersToGrant([], [...flood, ...late], 16))).toEqual([
      "flood",
      "late",
      "flood",
      "late",
    ]);
    expect(accountsOf(waitersToGrant([lease("flood", 4)], [...flood, ...late], 8))).toEqual(["late"]);
  });

  test("lets small containers pass a large one, and keeps room for the large one", () => {
    const large = waiter("a", 4);
    const small = Array.from({ length: 4 }, () => waiter("b", 1));
    expect(waitersToGrant([lease("b", 4)], [large, ...small], 6)).toEqual(small.slice(0, 2));
    expect(waitersToGrant([lease("b", 4), lease("b", 1), lease("b", 1)], [large, ...small], 7)).toEqual(
      small.slice(0, 1),
    );
  });

  test("runs a container larger than the limit alone", () => {
    const large = waiter("a", 4);
    expect(waitersToGrant([], [large, waiter("a", 4)], 2)).toEqual([large]);
  });
});

describe("reservations", () => {
  const ready = async (maxVcpus: number | null = 6) => {
    const fixture = await createWorkflowFixture();
    const dead = new Set<string>();
    const workflows = {
      ...fixture.workflows,
      sendSuccess: async (token: string, output: unknown) => {
        if (dead.has(token)) return false;
        return fixture.workflows.sendSuccess(token, output);
      },
    };
    let ids = 0;
    const newId = (): string => {
      ids += 1;
      return `lease-${ids}`;
    };
    const deps = { ...fixture, workflows, maxVcpus, newId, runningLeases: async () => fixture.runningLeases };
    const video = await fixture.addVideo();
    const task = await fixture.addTask();
    const reserve = (taskToken: string, container: "render" | "brolls" = "render") =>
      reserveContainer({ taskId: task.id, container, taskToken }, deps);
    return { ...deps, running: fixture.runningLeases, dead, video, reserve };
  };

  test("continue at once without a limit", async () => {
    const fixture = await ready(null);
    for (const token of ["a", "b", "c"]) await fixture.reserve(token);
    expect(fixture.workflows.succeeded).toEqual(["a", "b", "c"]);
    expect((await fixture.capacity.read()).leases).toEqual([]);
  });

  test("wait until a container has ended", async () => {
    const fixture = await ready();
    for (const token of ["a", "b", "c"]) await fixture.reserve(token);
    await reserveContainer({ videoId: fixture.video.id, container: "import", taskToken: "import" }, fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "import"]);
    await releaseCapacity(new Set(["lease-1"]), fixture);
    await releaseCapacity(new Set(["lease-1"]), fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "import", "b"]);
    await releaseCapacity(new Set(["lease-2", "lease-4"]), fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "import", "b", "c"]);
    await releaseCapacity(new Set(["lease-3"]), fixture);
    expect((await fixture.capacity.read()).leases).toEqual([]);
  });

  test("of executions that have ended are skipped", async () => {
    const fixture = await ready();
    fixture.dead.add("b");
    for (const token of ["a", "b", "c"]) await fixture.reserve(token);
    await releaseCapacity(new Set(["lease-1"]), fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "c"]);
    expect((await fixture.capacity.read()).leases.map(({ id }) => id)).toEqual(["lease-3"]);
  });

  test("are repeated after a crash between the lease and the response", async () => {
    const fixture = await ready();
    await fixture.reserve("a");
    await fixture.reserve("b");
    const failing = { ...fixture.workflows, sendSuccess: async () => Promise.reject(new Error("gone")) };
    await expect(releaseCapacity(new Set(["lease-1"]), { ...fixture, workflows: failing })).rejects.toThrow(
      "gone",
    );
    expect(fixture.workflows.succeeded).toEqual(["a"]);
    fixture.passMinutes(2);
    await reconcileCapacity(fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "b"]);
    expect((await fixture.capacity.read()).leases).toHaveLength(1);
  });

  test("are divided into shards when the limit is large, and released in their own", async () => {
    const fixture = await ready(2048);
    for (let index = 0; index < 40; index += 1) await fixture.reserve(`t${index}`);
    expect(fixture.workflows.succeeded).toHaveLength(40);
    const leasesOf = async (shard: number) => (await fixture.capacity.shard(shard).read()).leases;
    const shards = await Promise.all([0, 1, 2, 3].map(leasesOf));
    expect(shards.flat()).toHaveLength(40);
    for (const leases of shards) expect(leases.length).toBeGreaterThan(0);
    await releaseCapacity(new Set(shards.flat().map(({ id }) => id)), fixture);
    expect((await Promise.all([0, 1, 2, 3].map(leasesOf))).flat()).toEqual([]);
  });

  test("of an earlier, higher limit are reconciled every quarter of an hour", async () => {
    const fixture = await ready(6);
    const former = fixture.capacity.shard(3);
    for (const id of ["a.3", "b.3"]) await former.addWaiter({ ...waiter("account", 4), id, taskToken: id });
    await reconcileCapacity({ ...fixture, now: () => new Date("2026-03-01T12:14:00.000Z") });
    expect(fixture.workflows.succeeded).toEqual([]);
    await reconcileCapacity({ ...fixture, now: () => new Date("2026-03-01T12:15:00.000Z") });
    expect(fixture.workflows.succeeded).toEqual(["a.3"]);
    await releaseCapacity(new Set(["a.3"]), fixture);
    expect(fixture.workflows.succeeded).toEqual(["a.3", "b.3"]);
  });

  test("never exceed the limit when concurrent", async () => {
    const fixture = await ready(12);
    await Promise.all(Array.from({ length: 20 }, (_, index) => fixture.reserve(`t${index}`)));
    const sum = (await fixture.capacity.read()).leases.reduce((total, { vcpus }) => total + vcpus, 0);
    expect(sum).toBe(12);
    expect(fixture.workflows.succeeded).toHaveLength(3);
  });

  test("of containers that no longer run are released by the reconciler", async () => {
    const fixture = await ready(8);
    for (const token of ["a", "b", "c"]) await fixture.reserve(token);
    fixture.running.add("lease-1");
    await reconcileCapacity(fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "b"]);
    fixture.passMinutes(16);
    await reconcileCapacity(fixture);
    expect(fixture.workflows.succeeded).toEqual(["a", "b", "c"]);
    expect((await fixture.capacity.read()).leases.map(({ id }) => id)).toEqual(["lease-1", "lease-3"]);
  });
});

describe("quotasFor", () => {
  const quotaOf = (load: Parameters<typeof quotasFor>[0], code: string): number =>
    quotasFor(load).find((quota) => quota.code === code)?.value ?? 0;

  test("grows with the load, and suffices for at least one video", () => {
    const small = { tasksPerDay: 10, minutes: 2, peakFactor: 5, renderParallel: 8 };
    expect(quotaOf(small, "L-36FBB829")).toBe(40);
    expect(quotaOf({ ...small, tasksPerDay: 1000 }, "L-36FBB829")).toBe(120);
    expect(quotaOf({ ...small, tasksPerDay: 100_000 }, "L-36FBB829")).toBeGreaterThan(7000);
    expect(quotaOf(small, "L-B99A9384")).toBe(1000);
  });

  test("includes the functions that work for short videos", () => {
    const short = { tasksPerDay: 1_000_000, minutes: 1.5, peakFactor: 5, renderParallel: 8 };
    const long = { ...short, minutes: 1.51 };
    const memoryOf = (load: typeof short) =>
      quotasFor(load).find(({ name }) => name === "Function memory in MB")?.value;
    expect([memoryOf(short), memoryOf(long)]).toEqual([10_240, undefined]);
    // 58 tasks a second, each of which occupies a recognizer, three renderers and a join for 93 s together.
    expect(quotaOf(short, "L-B99A9384") - quotaOf(long, "L-B99A9384")).toBeGreaterThan(58 * 93);
  });
});
