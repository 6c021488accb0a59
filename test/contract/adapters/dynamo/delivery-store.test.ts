import { describe, expect, test } from "@jest/globals";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import {
  afterAttempt,
  newDelivery,
  postponed,
  replayed,
  type WaitingDelivery,
} from "../../../../core/webhooks/delivery.ts";
import { deliveryQueueOf } from "../../../../core/webhooks/delivery-queue.ts";
import { type Clock, onBothRecords } from "./store-suites.ts";

const recipient = "https://example.com/hook?token=1";
const queue = deliveryQueueOf("account", recipient);

onBothRecords((records, clock) => {
  const aDelivery = (fields: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
    ...newDelivery(
      { eventId: "event", sequence: 4020, kind: "render", event: "completed" },
      { accountId: "account", taskId: "task", videoId: "video" },
      recipient,
      clock().now(),
    ),
    ...fields,
  });
  const later = (seconds: number): Date => new Date(clock().now().getTime() + seconds * 1000);
  const failed = (delivery: WaitingDelivery, delays: number[], status: number | null = 500) =>
    afterAttempt(
      delivery,
      { at: clock().now().toISOString(), durationMs: 10, status, error: null, responseBody: "no ☹" },
      delays,
    );

  describe("deliveries", () => {
    test("are written once: a second planning changes neither row nor bytes", async () => {
      const { deliveries } = records();
      const body = JSON.stringify({ text: "Zoë 🎬 ".repeat(60_000) });
      await deliveries.add(aDelivery(), body);
      await deliveries.add(aDelivery({ createdAt: later(5).toISOString() }), "{}");
      expect(await deliveries.listOfTask("task")).toEqual([aDelivery()]);
      expect(await deliveries.readBody({ taskId: "task", sequence: 4020 })).toBe(body);
      await expect(deliveries.readBody({ taskId: "task", sequence: 1 })).rejects.toThrow(/no body/);
      expect(await deliveries.listDue(queue, later(0), 10)).toHaveLength(1);
    });

    test("are listed by sequence of a task, newest first of an account", async () => {
      const { deliveries } = records();
      await deliveries.add(aDelivery({ sequence: 20_030 }), "{}");
      await deliveries.add(aDelivery({ sequence: 2010 }), "{}");
      const newer = aDelivery({ taskId: "newer", createdAt: later(1).toISOString() });
      await deliveries.add(newer, "{}");
      await deliveries.add(aDelivery({ accountId: "other", taskId: "foreign" }), "{}");
      expect((await deliveries.listOfTask("task")).map(({ sequence }) => sequence)).toEqual([2010, 20_030]);
      const own = await deliveries.listOfAccount("account", 10);
      expect(own.map(({ taskId, sequence }) => [taskId, sequence])).toEqual([
        ["newer", 4020],
        ["task", 20_030],
        ["task", 2010],
      ]);
      expect(await deliveries.listOfAccount("account", 1)).toEqual([newer]);
    });

    test("are listed in their delivery queue when they are due, page by page, until they end", async () => {
      const { deliveries } = records();
      const rows = [1, 2, 3].map((sequence) => aDelivery({ sequence, dueAt: later(sequence).toISOString() }));
      for (const row of rows) await deliveries.add(row, "{}");
      expect((await deliveries.listDue(queue, later(2), 10)).map(({ sequence }) => sequence)).toEqual([1, 2]);
      const [first] = await deliveries.listDue(queue, later(9), 1);
      const rest = await deliveries.listDue(queue, later(9), 10, first);
      expect(rest.map(({ sequence }) => sequence)).toEqual([2, 3]);
      expect(await deliveries.listDue("account|https://other.example", later(9), 10)).toEqual([]);
      const [one, two] = rows;
      if (!one || !two) throw new Error("no rows");
      await deliveries.update(one, failed(one, [60]));
      await deliveries.update(two, failed(two, [], 200));
      const left = await deliveries.listDue(queue, later(90), 10);
      expect(left).toMatchObject([
        {
          taskId: "task",
          sequence: 3,
          recipient,
          dueAt: later(3).toISOString(),
          attemptCount: 0,
          event: "completed",
        },
        { sequence: 1, attemptCount: 1 },
      ]);
      expect((await deliveries.listWaiting(10)).map((entry) => entry.queue)).toEqual([queue, queue]);
    });

    test("change only from the revision that was read", async () => {
      const { deliveries } = records();
      const row = aDelivery();
      await deliveries.add(row, "{}");
      const next = failed(row, [5]) as WaitingDelivery;
      await deliveries.update(row, next);
      await expect(deliveries.update(row, failed(row, []))).rejects.toThrow(WriteConflict);
      expect(await deliveries.listOfTask("task")).toEqual([next]);
      // Due at the same moment as before: the entry is replaced, not lost.
      const same = postponed(next, new Date(next.dueAt));
      await deliveries.update(next, same);
      expect(await deliveries.listDue(queue, later(60), 10)).toHaveLength(1);
      expect(await deliveries.listRetrying(10)).toEqual([same]);
      const dead = failed(same, []);
      await deliveries.update(same, dead);
      expect(await deliveries.listRetrying(10)).toEqual([]);
      expect(await deliveries.listDead(10)).toEqual([dead]);
      expect(await deliveries.listDue(queue, later(60), 10)).toEqual([]);
      const again = replayed(dead, later(1));
      await deliveries.update(dead, again);
      expect(await deliveries.listDead(10)).toEqual([]);
      expect(await deliveries.listRetrying(10)).toEqual([]);
      expect(await deliveries.listOfTask("task")).toEqual([again]);
      expect(await deliveries.listDue(queue, later(60), 10)).toHaveLength(1);
    });
  });

  describe("delivery queues", () => {
    const minute = (): Date => later(60);
    const pass = (time: Clock, seconds: number): void => time.advance(seconds * 1000);

    test("have one worker at a time, until it leaves or its lease ends", async () => {
      const { deliveryQueues } = records();
      expect(await deliveryQueues.acquire(queue, "a", minute())).toBe(1);
      expect(await deliveryQueues.acquire(queue, "b", minute())).toBeNull();
      expect(await deliveryQueues.acquire("another", "b", minute())).toBe(1);
      pass(clock(), 50);
      expect(await deliveryQueues.renew(queue, "a", minute())).toBe(true);
      pass(clock(), 50);
      expect(await deliveryQueues.acquire(queue, "b", minute())).toBeNull();
      pass(clock(), 11);
      expect(await deliveryQueues.acquire(queue, "b", minute())).toBe(4);
      expect(await deliveryQueues.renew(queue, "a", minute())).toBe(false);
      expect(await deliveryQueues.release(queue, "a", 3)).toBeNull();
      expect(await deliveryQueues.acquire(queue, "c", minute())).toBeNull();
    });

    test("are not released after a request that the worker has not read", async () => {
      const { deliveryQueues } = records();
      const calls = (await deliveryQueues.acquire(queue, "a", minute())) ?? 0;
      await deliveryQueues.acquire(queue, "b", minute());
      const newer = await deliveryQueues.release(queue, "a", calls);
      expect(newer).toBe(calls + 1);
      expect(await deliveryQueues.release(queue, "a", newer ?? 0)).toBeNull();
      expect(await deliveryQueues.acquire(queue, "b", minute())).toBe(calls + 2);
    });
  });
});
