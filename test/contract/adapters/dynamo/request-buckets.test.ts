import { describe, expect, test } from "@jest/globals";
import { createRequestLimiter } from "../../../../core/accounts/request-limit.ts";
import { onBothRecords } from "./store-suites.ts";

const rate = { requestsPerSecond: 10, burst: 50 };

onBothRecords((records, clock) => {
  describe("a bucket of requests", () => {
    test("holds the burst, fills at its rate and never beyond", async () => {
      const { buckets } = records();
      expect(await buckets.take("a", 20, rate)).toEqual({ taken: 20, left: 30 });
      expect(await buckets.take("a", 29, rate)).toEqual({ taken: 29, left: 1 });
      expect(await buckets.take("a", 5, rate)).toEqual({ taken: 1, left: 0 });
      expect(await buckets.take("a", 5, rate)).toEqual({ taken: 0, left: 0 });
      expect(await buckets.take("b", 1, rate)).toEqual({ taken: 1, left: 49 });
      clock().advance(99);
      expect(await buckets.take("a", 1, rate)).toEqual({ taken: 0, left: 0 });
      clock().advance(1);
      expect(await buckets.take("a", 1, rate)).toEqual({ taken: 1, left: 0 });
      clock().advance(2000);
      expect(await buckets.take("a", 1, rate)).toEqual({ taken: 1, left: 19 });
      clock().advance(3_600_000);
      expect(await buckets.take("a", 60, rate)).toEqual({ taken: 50, left: 0 });
    });

    test("follows a plan that has changed", async () => {
      const { buckets } = records();
      expect(await buckets.take("a", 50, rate)).toMatchObject({ taken: 50 });
      clock().advance(1000);
      expect(await buckets.take("a", 1, { requestsPerSecond: 1, burst: 5 })).toMatchObject({ left: 0 });
      expect((await buckets.take("a", 1000, { requestsPerSecond: 3, burst: 1 })).taken).toBeLessThanOrEqual(
        1,
      );
    });

    test("grants no more tokens than it holds to concurrent requests", async () => {
      const { buckets } = records();
      const takes = await Promise.all(Array.from({ length: 40 }, () => buckets.take("a", 3, rate)));
      const taken = takes.reduce((sum, each) => sum + each.taken, 0);
      expect(taken).toBeLessThanOrEqual(50);
      const after = await buckets.take("a", 50, rate);
      expect(taken + after.taken).toBe(50);
    });
  });

  describe("the limit of requests", () => {
    test("applies across processes, reports the account's remaining requests, and saves bucket writes", async () => {
      const { buckets } = records();
      let writes = 0;
      const counted: typeof buckets = {
        take: (...given) => {
          writes += 1;
          return buckets.take(...given);
        },
      };
      const plan = { requestsPerSecond: 100, burst: 500 };
      const limiters = [1, 2, 3].map(() => createRequestLimiter({ buckets: counted, now: clock().now }));
      let admitted = 0;
      const admitSome = async (): Promise<void> => {
        for (let count = 0; count < 300; count += 1) {
          const status = await limiters[count % 3]?.("a", plan);
          const isAdmitted = status?.retryAfterSeconds === null;
          admitted += isAdmitted ? 1 : 0;
          const rejection = { limit: 500, remaining: 0, resetSeconds: 5, retryAfterSeconds: 1 };
          expect(status).toMatchObject(isAdmitted ? { limit: 500 } : rejection);
        }
      };
      await admitSome();
      expect(admitted).toBe(300);
      expect(writes).toBeLessThan(50);
      await admitSome();
      await admitSome();
      expect(admitted).toBe(500);
      expect(writes).toBeLessThan(80);
      clock().advance(1000);
      await admitSome();
      expect(admitted).toBe(600);
      expect(await limiters[0]?.("b", plan)).toEqual({
        limit: 500,
        remaining: 499,
        resetSeconds: 1,
        retryAfterSeconds: null,
      });
    });

    test("counts one by one in a small plan", async () => {
      const { buckets } = records();
      const limit = createRequestLimiter({ buckets, now: clock().now });
      const plan = { requestsPerSecond: 1, burst: 2 };
      expect(await limit("a", plan)).toMatchObject({
        remaining: 1,
        resetSeconds: 1,
        retryAfterSeconds: null,
      });
      expect(await limit("a", plan)).toMatchObject({
        remaining: 0,
        resetSeconds: 2,
        retryAfterSeconds: null,
      });
      expect(await limit("a", plan)).toMatchObject({ remaining: 0, retryAfterSeconds: 1 });
      clock().advance(1000);
      expect(await limit("a", plan)).toMatchObject({ remaining: 0, retryAfterSeconds: null });
    });
  });

  test("uses of keys are recorded with a precision of a few minutes", async () => {
    const { keyUses } = records();
    expect(await keyUses.lastUsedAt("key")).toBeNull();
    const first = clock().now().toISOString();
    await keyUses.note("key");
    clock().advance(240_000);
    await keyUses.note("key");
    expect(await keyUses.lastUsedAt("key")).toBe(first);
    clock().advance(60_000);
    await keyUses.note("key");
    expect(await keyUses.lastUsedAt("key")).toBe(clock().now().toISOString());
  });
});
