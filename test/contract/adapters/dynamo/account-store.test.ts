import { describe, expect, test } from "@jest/globals";
import { creditEntry } from "../../../../core/billing/ledger.ts";
import { verifyLedger } from "../../../../core/billing/verify-ledger.ts";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import { anAccount, aTask, createdAt } from "../../../fakes/builders.ts";
import { onBothRecords } from "./store-suites.ts";

const aKey = (accountId: string, id = "key") => ({
  id,
  accountId,
  sha256: `hash of ${id}`,
  prefix: "cap_abcd",
  createdAt,
  revokedAt: null,
});

onBothRecords((records, clock) => {
  describe("accounts", () => {
    test("are found by the hash of a key until it is revoked", async () => {
      const { accounts } = records();
      const account = anAccount();
      await accounts.create(account);
      await expect(accounts.create(account)).rejects.toBeInstanceOf(WriteConflict);
      await accounts.addKey(aKey(account.id));
      expect(await accounts.findByKey("hash of key")).toEqual({ account, keyId: "key" });
      expect(await accounts.findByKey("hash of another")).toBeNull();
      expect(await accounts.revokeKey("another account", "key", createdAt)).toBe(false);
      expect(await accounts.revokeKey(account.id, "key", createdAt)).toBe(true);
      expect(await accounts.revokeKey(account.id, "key", createdAt)).toBe(true);
      expect(await accounts.findByKey("hash of key")).toBeNull();
      expect(await accounts.listKeys(account.id)).toEqual([{ ...aKey(account.id), revokedAt: createdAt }]);
    });

    test("are listed for the operator, oldest first", async () => {
      const { accounts, slots } = records();
      const [first, second] = [anAccount(), anAccount({ createdAt: "2026-03-02T12:00:00.000Z" })];
      for (const account of [first, second]) await accounts.create(account);
      await slots.acquire(first.id, "task", 1);
      expect(await accounts.list()).toEqual([first, second]);
    });

    test("are listed newest first, page by page, once each", async () => {
      const { accounts } = records();
      for (const id of ["a", "b", "c"]) await accounts.create(anAccount({ id }));
      await accounts.completeList();
      const first = await accounts.listNewest(2, null);
      expect(first.items.map(({ id }) => id)).toEqual(["c", "b"]);
      const second = await accounts.listNewest(2, first.cursor);
      expect(second.items).toEqual([anAccount({ id: "a" })]);
      expect(second.cursor).toBeNull();
    });

    test("have the entries of their tasks by the time of the task", async () => {
      const { accounts, ledger, tasks } = records();
      const account = anAccount({ balanceMicroUsd: 1_000 });
      await accounts.create(account);
      // The first 48 bits of a UUID v7 are the time of its creation.
      const idAt = (time: string): string => {
        const digits = Date.parse(time).toString(16).padStart(12, "0");
        return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
      };
      const times = ["2026-01-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"];
      for (const time of times) {
        const fields = { id: idAt(time), accountId: account.id, updatedAt: time, costMicroUsd: 1 };
        await tasks.create(aTask({ ...fields, mediaMilliseconds: 1 }));
      }
      const range = [new Date("2026-02-20T00:00:00Z"), new Date("2026-03-02T00:00:00Z")] as const;
      const found = await ledger.listOfTasks(account.id, ...range);
      expect(found.map(({ id }) => id)).toContain(`${idAt(times[1] as string)}-1-hold`);
      expect(
        await ledger.listOfTasks(account.id, new Date(0), new Date("2026-02-01T00:00:00Z")),
      ).toMatchObject([{ id: `${idAt(times[0] as string)}-1-hold` }]);
    });

    test("receive credits once per entry, and their sums agree with the entries", async () => {
      const { accounts, ledger } = records();
      const account = anAccount();
      await accounts.create(account);
      const credit = (id: string, amountMicroUsd: number) =>
        creditEntry(
          { accountId: account.id, amountMicroUsd, note: "bought" },
          { newId: () => id, now: clock().now },
        );
      await ledger.credit(credit("a", 5_000_000));
      await ledger.credit(credit("a", 5_000_000));
      await ledger.credit(credit("b", -1_000_000));
      await expect(ledger.credit(credit("c", -9_000_000))).rejects.toMatchObject({
        name: "InsufficientCredits",
      });
      const read = await accounts.get(account.id);
      expect(read).toMatchObject({ balanceMicroUsd: 4_000_000, heldMicroUsd: 0 });
      const entries = await ledger.list(account.id);
      expect(entries.map(({ id }) => id)).toEqual(["a", "b"]);
      expect(verifyLedger(read ?? account, entries)).toEqual([]);
    });
  });

  describe("operators' keys", () => {
    const anOperatorKey = (id: string) => ({
      ...{ id, name: "On call", sha256: `hash of ${id}`, prefix: "capop_abcd", createdAt },
      revokedAt: null,
    });

    test("are found by their hash until they are revoked, and listed oldest first", async () => {
      const { operatorKeys } = records();
      for (const id of ["a", "b"]) await operatorKeys.add(anOperatorKey(id));
      expect(await operatorKeys.findId("hash of a")).toBe("a");
      expect(await operatorKeys.findId("hash of another")).toBeNull();
      expect(await operatorKeys.revoke("another", createdAt)).toBe(false);
      expect(await operatorKeys.revoke("a", createdAt)).toBe(true);
      expect(await operatorKeys.revoke("a", "2030-01-01T00:00:00.000Z")).toBe(true);
      expect(await operatorKeys.findId("hash of a")).toBeNull();
      expect(await operatorKeys.list()).toEqual([
        { ...anOperatorKey("a"), revokedAt: createdAt },
        anOperatorKey("b"),
      ]);
    });

    test("are no keys of accounts, and the reverse, even with the same hash", async () => {
      const { accounts, operatorKeys } = records();
      const account = anAccount();
      await accounts.create(account);
      await accounts.addKey(aKey(account.id, "own"));
      await operatorKeys.add(anOperatorKey("operators"));
      expect(await operatorKeys.findId("hash of own")).toBeNull();
      expect(await accounts.findByKey("hash of operators")).toBeNull();
    });
  });

  describe("task slots", () => {
    test("are taken up to the limit, once per task, and freed by their holder", async () => {
      const { slots } = records();
      expect(await slots.listHolders("account")).toEqual([]);
      const taken = await Promise.all(["a", "b", "c", "d"].map((id) => slots.acquire("account", id, 2)));
      expect(taken.filter(Boolean)).toHaveLength(2);
      const [holder = ""] = await slots.listHolders("account");
      expect(await slots.acquire("account", holder, 2)).toBe(true);
      await slots.release("account", "not a holder");
      await slots.release("account", holder);
      await slots.release("account", holder);
      expect(await slots.acquire("account", "e", 2)).toBe(true);
      expect(await slots.acquire("account", "f", 2)).toBe(false);
      expect(await slots.acquire("another", "f", 2)).toBe(true);
      for (const id of await slots.listHolders("account")) await slots.release("account", id);
      expect(await slots.listHolders("account")).toEqual([]);
      expect(await slots.acquire("account", "g", 1)).toBe(true);
    });
  });

  describe("idempotency keys", () => {
    const request = (fingerprint = "body") => ({
      accountId: "account",
      key: "key",
      fingerprint,
      resourceId: crypto.randomUUID(),
      leaseUntil: new Date(clock().now().getTime() + 60_000),
      expiresAt: new Date(clock().now().getTime() + 86_400_000),
    });

    test("are claimed by one of many equal requests; the others wait for its response", async () => {
      const { idempotency } = records();
      const claims = await Promise.all([1, 2, 3, 4].map(() => idempotency.claim(request())));
      const granted = claims.flatMap((claim) => (claim.kind === "granted" ? [claim.resourceId] : []));
      expect(granted).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === "busy")).toHaveLength(3);
      const [resourceId = ""] = granted;
      await idempotency.complete("account", "key", resourceId, { status: 201, body: { taskId: "t" } });
      expect(await idempotency.claim(request())).toEqual({
        kind: "done",
        resourceId,
        response: { status: 201, body: { taskId: "t" } },
      });
      expect(await idempotency.claim(request("another body"))).toEqual({ kind: "conflict" });
      expect(await idempotency.claim({ ...request("another body"), accountId: "another" })).toMatchObject({
        kind: "granted",
      });
    });

    test("pass to the next request, with the first one's resource ID, when the claim's lease has ended", async () => {
      const { idempotency } = records();
      const first = await idempotency.claim(request());
      clock().advance(60_001);
      expect(await idempotency.claim(request("another body"))).toEqual({ kind: "conflict" });
      expect(await idempotency.claim(request())).toEqual(first);
      expect(await idempotency.claim(request())).toEqual({ kind: "busy" });
    });

    test("continue with the same resource ID after an interruption", async () => {
      const { idempotency } = records();
      const first = await idempotency.claim(request());
      const resourceId = "resourceId" in first ? first.resourceId : "";
      await idempotency.interrupt("account", "key", "not mine");
      expect(await idempotency.claim(request())).toEqual({ kind: "busy" });
      await idempotency.interrupt("account", "key", resourceId);
      expect(await idempotency.claim(request("another body"))).toEqual({ kind: "conflict" });
      expect(await idempotency.claim(request())).toEqual(first);
      await idempotency.complete("account", "key", resourceId, { status: 201, body: {} });
      await idempotency.interrupt("account", "key", resourceId);
      expect(await idempotency.claim(request())).toMatchObject({ kind: "done", resourceId });
    });

    test("are free again after a rejection and after a day", async () => {
      const { idempotency } = records();
      const first = request();
      await idempotency.claim(first);
      await idempotency.release("account", "key", "not mine");
      expect(await idempotency.claim(request())).toEqual({ kind: "busy" });
      await idempotency.release("account", "key", first.resourceId);
      const second = request("another body");
      expect(await idempotency.claim(second)).toEqual({ kind: "granted", resourceId: second.resourceId });
      await idempotency.complete("account", "key", second.resourceId, null);
      clock().advance(86_400_001);
      expect(await idempotency.claim(request())).toMatchObject({ kind: "granted" });
    });
  });
});
