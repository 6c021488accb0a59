import { describe, expect, test } from "@jest/globals";
import type { StoredResponse } from "../../../../core/api/idempotency.ts";
import { onBothRecords } from "./store-suites.ts";

const leaseMs = 60_000;
const lifetimeMs = 24 * 3_600_000;

onBothRecords((records, clock) => {
  const claim = (
    resourceId: string,
    given: { key?: string; fingerprint?: string; accountId?: string } = {},
  ) => {
    const now = clock().now().getTime();
    return records().idempotency.claim({
      accountId: "a",
      key: "key",
      fingerprint: "request",
      resourceId,
      leaseUntil: new Date(now + leaseMs),
      expiresAt: new Date(now + lifetimeMs),
      ...given,
    });
  };
  const granted = (resourceId: string) => ({ kind: "granted", resourceId });

  describe("a claim of an idempotency key", () => {
    test("is granted to one of several equal requests", async () => {
      const claims = await Promise.all(["1", "2", "3", "4"].map((resourceId) => claim(resourceId)));
      expect(claims.map(({ kind }) => kind).sort()).toEqual(["busy", "busy", "busy", "granted"]);
    });

    test("is granted per account and key, for any content of the key", async () => {
      expect(await claim("1")).toEqual(granted("1"));
      expect(await claim("2", { accountId: "b" })).toEqual(granted("2"));
      expect(await claim("3", { key: "#/KEY é" })).toEqual(granted("3"));
      expect(await claim("4", { key: "k".repeat(255) })).toEqual(granted("4"));
    });

    test("conflicts with a different request, before and after the first one is done", async () => {
      await claim("1");
      expect(await claim("2", { fingerprint: "other" })).toEqual({ kind: "conflict" });
      await records().idempotency.complete("a", "key", "1", { status: 201, body: {} });
      expect(await claim("3", { fingerprint: "other" })).toEqual({ kind: "conflict" });
    });

    test("is granted again with the first resource ID after its lease", async () => {
      await claim("1");
      clock().advance(leaseMs - 1);
      expect(await claim("2")).toEqual({ kind: "busy" });
      clock().advance(1);
      expect(await claim("3")).toEqual(granted("1"));
      expect(await claim("4")).toEqual({ kind: "busy" });
    });

    test("is granted to any request once the key has expired", async () => {
      await claim("1");
      await records().idempotency.complete("a", "key", "1", { status: 201, body: {} });
      clock().advance(lifetimeMs);
      expect(await claim("2", { fingerprint: "other" })).toEqual(granted("2"));
      expect(await claim("3", { fingerprint: "other" })).toEqual({ kind: "busy" });
    });
  });

  describe("a completed claim", () => {
    test.each<[string, StoredResponse | null]>([
      ["the response", { status: 201, body: { taskId: "1", parts: [1, 2], note: null } }],
      ["a response without a body", { status: 204, body: null }],
      ["only the resource ID, if the response was too large", null],
    ])("returns %s to equal requests", async (_what, response) => {
      await claim("1");
      await records().idempotency.complete("a", "key", "1", response);
      const done = { kind: "done", resourceId: "1", response };
      expect(await claim("2")).toEqual(done);
      clock().advance(leaseMs);
      expect(await claim("3")).toEqual(done);
    });

    test("is neither released nor interrupted", async () => {
      await claim("1");
      await records().idempotency.complete("a", "key", "1", { status: 201, body: {} });
      await records().idempotency.release("a", "key", "1");
      await records().idempotency.interrupt("a", "key", "1");
      expect(await claim("2")).toMatchObject({ kind: "done", resourceId: "1" });
    });
  });

  describe("a claim without a response", () => {
    test("frees the key when it is released", async () => {
      await claim("1");
      await records().idempotency.release("a", "key", "1");
      expect(await claim("2", { fingerprint: "other" })).toEqual(granted("2"));
    });

    test("is granted immediately with the same resource ID when it is interrupted", async () => {
      await claim("1");
      await records().idempotency.interrupt("a", "key", "1");
      expect(await claim("2")).toEqual(granted("1"));
    });

    test("is not ended by the owner of an earlier claim", async () => {
      await claim("1");
      clock().advance(lifetimeMs);
      await claim("2", { fingerprint: "other" });
      await records().idempotency.release("a", "key", "1");
      await records().idempotency.interrupt("a", "key", "1");
      expect(await claim("3", { fingerprint: "other" })).toEqual({ kind: "busy" });
    });
  });
});
