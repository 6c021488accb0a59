import { describe, expect, test } from "@jest/globals";
import { onBothRecords } from "./store-suites.ts";

const waiter = (id: string, since: string) => ({
  id,
  accountId: "account",
  vcpus: 4,
  taskToken: `token of ${id}`,
  since,
});
const lease = { id: "l1", accountId: "account", vcpus: 4, grantedAt: "2026-03-01T12:00:00.000Z" };

onBothRecords((records) => {
  describe("the vCPUs of containers", () => {
    test("leases are replaced only if they are unchanged since they were read", async () => {
      const { capacity } = records();
      const { leases, version } = await capacity.read();
      expect(await capacity.write([...leases, lease], version)).toBe(true);
      expect(await capacity.write([], version)).toBe(false);
      const after = await capacity.read();
      expect(after.leases).toEqual([lease]);
      expect(await capacity.write([], after.version)).toBe(true);
      expect((await capacity.read()).leases).toEqual([]);
    });

    test("the shards have leases and waiting states of their own", async () => {
      const { capacity } = records();
      const other = capacity.shard(3);
      expect(await other.write([lease], 0)).toBe(true);
      await other.addWaiter(waiter("c.3", "2026-03-01T12:00:02.000Z"));
      expect((await capacity.shard(3).read()).leases).toEqual([lease]);
      expect((await capacity.shard(0).read()).leases).toEqual([]);
      expect((await capacity.read()).leases).toEqual([]);
      expect(await capacity.listWaiters(10)).toEqual([]);
      expect(await capacity.shard(3).listWaiters(10)).toHaveLength(1);
    });

    test("waiting states are listed oldest first", async () => {
      const { capacity } = records();
      const late = waiter("a", "2026-03-01T12:00:01.000Z");
      const early = waiter("b", "2026-03-01T12:00:00.000Z");
      for (const each of [late, early]) await capacity.addWaiter(each);
      expect(await capacity.listWaiters(10)).toEqual([early, late]);
      expect(await capacity.listWaiters(1)).toEqual([early]);
      await capacity.removeWaiter(early);
      await capacity.removeWaiter(early);
      expect(await capacity.listWaiters(10)).toEqual([late]);
    });
  });
});
