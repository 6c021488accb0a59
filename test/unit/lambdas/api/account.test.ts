import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { maxActiveKeys } from "../../../../core/accounts/api-keys.ts";
import { newDelivery } from "../../../../core/webhooks/delivery.ts";
import { run as createKey } from "../../../../lambdas/api/create-key.ts";
import { run as getUsage } from "../../../../lambdas/api/get-usage.ts";
import { run as getWebhook } from "../../../../lambdas/api/get-webhook.ts";
import { run as listDeliveries } from "../../../../lambdas/api/list-deliveries.ts";
import { run as listKeys } from "../../../../lambdas/api/list-keys.ts";
import { run as replayDelivery } from "../../../../lambdas/api/replay-delivery.ts";
import { run as revokeKey } from "../../../../lambdas/api/revoke-key.ts";
import { run as rotateSecret } from "../../../../lambdas/api/rotate-webhook-secret.ts";
import { createdAt } from "../../../fakes/builders.ts";
import { type Api, createApi } from "./request.ts";

let api: Api;
beforeEach(async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  api = await createApi();
});

describe("the keys of an account", () => {
  const list = (key?: string) => api.send("list-keys", listKeys, key === undefined ? {} : { key });
  const create = () => api.send("create-key", createKey, { method: "POST" });
  const revoke = (id: string) => api.send("revoke-key", revokeKey, { method: "DELETE", path: { id } });

  test("are shown once, work at once, and fail at the next request after they are revoked", async () => {
    const created = await create();
    const { id, apiKey } = created.body;
    expect(created).toMatchObject({ status: 201, body: { prefix: apiKey.slice(0, 8), revokedAt: null } });
    expect((await list(apiKey)).body).toEqual([
      { id, prefix: apiKey.slice(0, 8), createdAt, lastUsedAt: createdAt, revokedAt: null },
      { id: api.keyId, prefix: api.apiKey.slice(0, 8), createdAt, lastUsedAt: createdAt, revokedAt: null },
    ]);
    expect((await revoke(id)).status).toBe(204);
    expect((await revoke(id)).status).toBe(204);
    expect((await list(apiKey)).body.code).toBe("Unauthorized");
    expect((await list()).body[0]).toMatchObject({ id, revokedAt: createdAt });
  });

  test("of another account cannot be revoked", async () => {
    await api.accounts.addKey({
      ...{ id: "foreign", accountId: "another", sha256: "x", prefix: "cap_", createdAt, revokedAt: null },
    });
    for (const id of ["foreign", "unknown"]) expect((await revoke(id)).body.code).toBe("NotFound");
  });

  test("are limited in number until one is revoked", async () => {
    const created = [];
    for (let count = 1; count < maxActiveKeys; count += 1) created.push(await create());
    expect((await create()).body.code).toBe("KeyLimitExceeded");
    await revoke(created[0]?.body.id);
    expect((await create()).status).toBe(201);
  });
});

describe("the usage of an account", () => {
  const usage = (query: string) => api.send("get-usage", getUsage, { query });
  const charge = (taskId: string, at: string) => ({
    ...{ id: `${taskId}-3-charge`, accountId: "account", kind: "charge" as const, heldMicroUsd: 0 },
    ...{ amountMicroUsd: -20_000, mediaMilliseconds: 1500, taskId, note: null, createdAt: at },
  });

  test("is summed per day or month between two days, both included", async () => {
    for (const [index, at] of ["2026-01-29T23:59:59.999Z", "2026-01-30T00:00:00.000Z", createdAt].entries())
      await api.ledger.credit(charge(`task-${index}`, at));
    const march = { tasks: 1, seconds: 1.5, amount: "0.02" };
    expect((await usage("")).body).toEqual([
      { period: "2026-01-30", ...march },
      { period: "2026-03-01", ...march },
    ]);
    expect((await usage("period=month&since=2026-01-01&until=2026-01-29")).body).toEqual([
      { period: "2026-01", ...march },
    ]);
    expect((await usage("period=all&since=2026-01-29")).body).toEqual([
      { period: "all", tasks: 3, seconds: 4.5, amount: "0.06" },
    ]);
  });

  test("is rejected with 400 for days that do not exist or are too far apart", async () => {
    for (const query of ["since=2026-02-30", "since=2026-13-01", "until=yesterday", "period=week"])
      expect((await usage(query)).status).toBe(400);
    expect((await usage("since=2026-03-02&until=2026-03-01")).body.message).toEqual([
      "since must not be after until (2026-03-01)",
    ]);
    expect((await usage("since=2020-01-01")).body.message).toEqual([
      "since must be at most 365 days before until (2026-03-01)",
    ]);
  });
});

describe("the webhooks of an account", () => {
  const add = async (sequence: number, accountId = "account", taskId = "task") => {
    const planned = { eventId: `event-${sequence}`, sequence, kind: "render", event: "completed" } as const;
    const ids = { accountId, taskId, videoId: "video" };
    const waiting = newDelivery(planned, ids, "https://example.com/hook?token=secret", new Date(createdAt));
    await api.deliveries.add(waiting, "{}");
    return waiting;
  };
  const attempt = { at: createdAt, durationMs: 5, status: 500, error: null, responseBody: "broken" };
  const kill = async (sequence: number) => {
    const { dueAt: _, ...waiting } = await add(sequence);
    const ended = { attempts: [attempt], attemptCount: 1, state: "dead" as const, endedAt: createdAt };
    await api.deliveries.update(
      { ...waiting, state: "waiting", dueAt: createdAt },
      { ...waiting, ...ended, revision: 1 },
    );
  };
  const list = (query = "") => api.send("list-deliveries", listDeliveries, { query });
  const replay = (id: string) =>
    api.send("replay-delivery", replayDelivery, { method: "POST", path: { id } });

  test("are listed newest first with the last response, by state and task", async () => {
    await kill(1);
    await add(2);
    await add(3, "another", "foreign");
    const { body } = await list();
    expect(body[1]).toEqual({
      ...{ id: "task.1", eventId: "event-1", taskId: "task", videoId: "video", kind: "render" },
      ...{ event: "completed", state: "dead", recipient: "https://example.com/hook?…", attempts: 1 },
      ...{ dueAt: null, lastAttemptAt: createdAt, responseStatus: 500, responseError: null },
      ...{ responseBody: "broken", createdAt },
    });
    expect(body[0]).toMatchObject({ id: "task.2", state: "waiting", dueAt: createdAt, responseBody: null });
    const ids = async (query: string) => (await list(query)).body.map(({ id }: { id: string }) => id);
    expect(await ids("limit=1")).toEqual(["task.2"]);
    expect(await ids("state=dead&limit=1")).toEqual(["task.1"]);
    expect(await ids("taskId=task")).toEqual(["task.2", "task.1"]);
    expect(await ids("taskId=foreign")).toEqual([]);
    for (const query of ["limit=0", "state=lost"]) expect((await list(query)).status).toBe(400);
  });

  test("are replayed with the same event, and wake their queue", async () => {
    await kill(1);
    await add(3, "another", "foreign");
    expect((await replay("task.1")).status).toBe(204);
    expect(await api.deliveries.listOfTask("task")).toMatchObject([{ state: "waiting", eventId: "event-1" }]);
    expect(api.wakeUps.woken).toHaveLength(1);
    for (const id of ["task.9", "foreign.3", "task", "x".repeat(3000)])
      expect((await replay(id)).body.code).toBe("NotFound");
  });

  test("are signed with both secrets for the hours after a rotation", async () => {
    const rotate = (query = "") => api.send("rotate-webhook-secret", rotateSecret, { method: "POST", query });
    const settings = () => api.send("get-webhook", getWebhook);
    expect((await settings()).body).toEqual({ previousSecretExpiresAt: null });
    const { status, body } = await rotate();
    expect(status).toBe(201);
    expect(body).toEqual({
      secret: (await api.accounts.get("account"))?.webhookSecret,
      previousSecretExpiresAt: "2026-03-02T12:00:00.000Z",
    });
    expect((await settings()).body).toEqual({ previousSecretExpiresAt: "2026-03-02T12:00:00.000Z" });
    expect((await rotate("overlapHours=1")).body.code).toBe("ValidationFailed");
    expect((await rotate("overlapHours=0")).body.previousSecretExpiresAt).toBeNull();
    expect((await settings()).body).toEqual({ previousSecretExpiresAt: null });
  });
});
