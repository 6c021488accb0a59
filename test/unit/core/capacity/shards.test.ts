import { describe, expect, test } from "@jest/globals";
import { leaseIdOf, maxShards, shardCount, shardOf, shardVcpus } from "../../../../core/capacity/shards.ts";

describe("the shards of leases", () => {
  test.each([
    [6, 1],
    [1023, 1],
    [1024, 2],
    [4000, 7],
    [40_000, maxShards],
  ])("of %i vCPUs are %i, and their parts add up to the limit", (maxVcpus, count) => {
    expect(shardCount(maxVcpus)).toBe(count);
    const parts = Array.from({ length: maxShards }, (_, shard) => shardVcpus(maxVcpus, shard));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(maxVcpus);
    expect(Math.max(...parts) - Math.min(...parts.slice(0, count))).toBeLessThanOrEqual(1);
  });

  test("get equally many leases, each with an ID that names its shard", () => {
    const counts = new Map<number, number>();
    for (let index = 0; index < 4000; index += 1) {
      const shard = shardOf(leaseIdOf(`0199a-${index}-b7c`, 2048));
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  test("are the first one for leases of a small limit and of earlier versions", () => {
    expect(leaseIdOf("0199a", 6)).toBe("0199a");
    expect(shardOf("01990000-0000-7000-8000-000000000012")).toBe(0);
  });
});
