import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Context } from "aws-lambda";
import { createOperatorKey } from "../../../../core/accounts/operator-key.ts";
import type { RouteName } from "../../../../core/api/routes.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import { type Delivery, newDelivery } from "../../../../core/webhooks/delivery.ts";
import { run as getBalance } from "../../../../lambdas/api/get-balance.ts";
import { handler } from "../../../../lambdas/api/operator.ts";
import {
  getAccount,
  getAccounts,
  getFailingDeliveries,
  getOperatorTasks,
  getOverview,
  getTaskHistory,
} from "../../../../lambdas/shared/operator-handlers.ts";
import { anAccount, aTask, createdAt } from "../../../fakes/builders.ts";
import { type Api, anEvent, type Call, createApi, type TestResponse, toAnswer } from "./request.ts";

const runs = {
  "get-overview": getOverview,
  "list-accounts": getAccounts,
  "get-account": getAccount,
  "list-operator-tasks": getOperatorTasks,
  "get-task-history": getTaskHistory,
  "list-failing-deliveries": getFailingDeliveries,
} as const;
type OperatorRoute = keyof typeof runs;

let api: Api;
let operatorKey: string;
let operatorKeyId: string;
beforeEach(async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  api = await createApi();
  ({ operatorKey, keyId: operatorKeyId } = await createOperatorKey("Test", api));
});

const send = (name: OperatorRoute, call: Call = {}): Promise<TestResponse> =>
  api.send(name as RouteName, runs[name] as never, { key: operatorKey, ...call });

const deadDelivery = (fields: Partial<Delivery> = {}): Delivery =>
  ({
    ...newDelivery(
      { eventId: "event", sequence: 10, kind: "render", event: "failed" },
      { accountId: "another", taskId: "task", videoId: "video" },
      "https://example.com/hook?token=secret",
      new Date(createdAt),
    ),
    ...({ state: "dead", endedAt: createdAt, revision: 1 } as Partial<Delivery>),
    ...(fields as object),
  }) as Delivery;

const addDelivery = async (delivery: Delivery): Promise<void> => {
  const waiting = { ...delivery, state: "waiting", dueAt: createdAt, revision: 0 } as const;
  await api.deliveries.add(waiting, "{}");
  await api.deliveries.update(waiting, { ...delivery, revision: 1 });
};

const failed = (id: string, completedAt: string): CaptioningTask =>
  ({
    ...aTask({ id, accountId: "another" }),
    ...{ status: "failed", errorName: "NoSpeech", error: "It has no speech.", completedAt },
  }) as CaptioningTask;

describe("the key of an account", () => {
  test.each(Object.keys(runs) as OperatorRoute[])("reaches nothing of %s", async (name) => {
    const { status, body } = await send(name, { key: api.apiKey, path: { id: api.account.id } });
    expect([status, body.code]).toEqual([403, "WrongKeyKind"]);
    expect(body.message).toContain("operator");
  });

  test("is rejected before its request is read, and without a look at the records", async () => {
    const find = jest.spyOn(api.operatorKeys, "findId");
    expect((await send("list-operator-tasks", { key: api.apiKey, query: "state=wrong" })).status).toBe(403);
    expect(find).not.toHaveBeenCalled();
  });
});

describe("the operator's key", () => {
  test("reaches nothing of the routes of accounts", async () => {
    const { status, body } = await api.send("get-balance", getBalance, { key: operatorKey });
    expect([status, body.code]).toEqual([403, "WrongKeyKind"]);
  });

  test("is rejected when it is missing, unknown, not well formed, or revoked", async () => {
    const unknown = `capop_${"x".repeat(43)}`;
    for (const key of [null, unknown, "capop_short", "nonsense"])
      expect((await send("get-overview", { key })).body.code).toBe("Unauthorized");
    expect((await send("get-overview")).status).toBe(200);
    await api.operatorKeys.revoke(operatorKeyId, createdAt);
    expect((await send("get-overview")).status).toBe(401);
  });

  test("has a rate limit, and its uses are recorded", async () => {
    expect((await send("get-overview")).headers).toMatchObject({
      "ratelimit-limit": "200",
      "ratelimit-remaining": "199",
    });
    expect(await api.keyUses.lastUsedAt(operatorKeyId)).toBe(createdAt);
    let status = 200;
    for (let count = 0; count < 200 && status === 200; count += 1) ({ status } = await send("get-overview"));
    expect(status).toBe(429);
  });
});

describe("accounts", () => {
  test("are listed newest first, page by page", async () => {
    await api.accounts.create(anAccount({ id: "newer", name: "Newer" }));
    const first = await send("list-accounts", { query: "limit=1" });
    expect(first.body.data).toMatchObject([{ id: "newer", name: "Newer", balance: "0.00" }]);
    const second = await send("list-accounts", { query: `cursor=${first.body.nextCursor}` });
    expect(second.body).toMatchObject({ data: [{ id: "account", balance: "10.00" }], nextCursor: null });
    expect(JSON.stringify(first.body)).not.toContain("whsec_");
  });

  test("have their limits, their keys and their tasks", async () => {
    await api.tasks.create(aTask({ id: "queued", accountId: "account" }));
    await api.tasks.create(aTask({ id: "started", accountId: "account" }));
    await api.slots.acquire("account", "started", 5);
    const { body } = await send("get-account", { path: { id: "account" } });
    expect(body).toMatchObject({ activeKeys: 1, runningTasks: 1, queuedTasks: 1, usage: [] });
    expect(body.limits).toMatchObject({ fontLimit: 50, burst: 100_000 });
    expect((await send("get-account", { path: { id: "unknown" } })).status).toBe(404);
  });
});

describe("tasks of all accounts", () => {
  test("are listed by state, the oldest first, and failed ones by their end", async () => {
    for (const id of ["t2", "t1", "t3"])
      await api.tasks.create(aTask({ id, accountId: id === "t2" ? "account" : "another" }));
    await api.tasks.create(failed("f1", "2026-03-01T12:00:00.000Z"));
    await api.tasks.create(failed("f2", "2026-03-01T11:00:00.000Z"));
    const ids = (response: TestResponse) => response.body.data.map((task: { id: string }) => task.id);
    const list = (query: string) => send("list-operator-tasks", { query });
    const first = await list("state=queued&limit=2");
    expect([ids(first), first.body.nextCursor]).toEqual([["t1", "t2"], "t2"]);
    const second = await list("state=queued&limit=2&cursor=t2");
    expect([ids(second), second.body.nextCursor]).toEqual([["t3"], null]);
    const newest = await list("state=failed&limit=1");
    expect(newest.body.data).toMatchObject([
      { id: "f1", accountId: "another", error: "NoSpeech: It has no speech." },
    ]);
    const next = encodeURIComponent(newest.body.nextCursor);
    expect(ids(await list(`state=failed&cursor=${next}`))).toEqual(["f2"]);
    expect((await list("")).status).toBe(400);
  });

  test("are counted, with the age of the oldest and the failures of a day", async () => {
    await api.tasks.create(aTask({ id: "t1" }));
    await api.tasks.create(failed("recent", createdAt));
    await api.tasks.create(failed("old", "2020-01-01T00:00:00.000Z"));
    await addDelivery(deadDelivery());
    await addDelivery(
      deadDelivery({ taskId: "old", endedAt: "2020-01-01T00:00:00.000Z" } as Partial<Delivery>),
    );
    expect((await send("get-overview")).body).toEqual({
      tasks: [
        { state: "running", count: 0, oldestCreatedAt: null },
        { state: "queued", count: 1, oldestCreatedAt: createdAt },
        { state: "approval", count: 0, oldestCreatedAt: null },
      ],
      failedTasks: 1,
      deadDeliveries: 1,
    });
  });

  test("have a history of changes, steps and webhooks", async () => {
    const task = {
      ...failed("task", createdAt),
      executionArn: "arn:aws:states:eu-west-1:1:execution:m:task",
    };
    await api.tasks.create(task);
    await addDelivery(deadDelivery());
    const { body } = await send("get-task-history", { path: { id: "task" } });
    expect(body).toMatchObject({
      id: "task",
      events: [{ status: "failed", secondsBefore: 0, error: "NoSpeech: It has no speech." }],
      steps: [{ name: "Prepare", seconds: 1, errors: ["NoSpeech"] }],
      executionUrl: expect.stringMatching(/^https:\/\/eu-west-1\..*execution:m:task$/),
      logQuery: expect.stringContaining('taskId = "task"'),
      deliveries: [{ id: "task.10", state: "dead", recipient: "https://example.com/hook?…" }],
    });
    expect((await send("get-task-history", { path: { id: "unknown" } })).status).toBe(404);
  });
});

test("webhooks that fail are listed with their accounts, and without the query strings of recipients", async () => {
  await addDelivery(deadDelivery());
  const retrying = {
    ...deadDelivery({ taskId: "retrying" }),
    ...{ state: "waiting", dueAt: createdAt, failures: 2, revision: 0 },
  } as Delivery & { state: "waiting" };
  await api.deliveries.add(retrying, "{}");
  await api.deliveries.add({ ...retrying, taskId: "new", failures: 0 }, "{}");
  const list = async (state: string) =>
    (await send("list-failing-deliveries", { query: `state=${state}` })).body;
  expect(await list("dead")).toMatchObject([
    { id: "task.10", accountId: "another", state: "dead", recipient: "https://example.com/hook?…" },
  ]);
  expect(await list("retrying")).toMatchObject([{ id: "retrying.10", state: "waiting" }]);
});

test("the one function finds the route of a path, and responds to other paths as the API does", async () => {
  process.env.TABLE_NAME = "table";
  process.env.AWS_REGION = "us-east-1";
  const request = async (method: string, rawPath: string) => {
    const { status, body } = toAnswer(await handler({ ...anEvent({ method }), rawPath }, {} as Context));
    return [status, body?.code];
  };
  expect(await request("GET", "/operator/tasks/some%20task")).toEqual([401, "Unauthorized"]);
  expect(await request("GET", "/operator/unknown")).toEqual([404, "RouteNotFound"]);
  expect(await request("GET", "/operator/tasks/a/b")).toEqual([404, "RouteNotFound"]);
  expect(await request("DELETE", "/operator/tasks/a")).toEqual([405, "MethodNotAllowed"]);
  expect(await request("OPTIONS", "/operator/tasks")).toEqual([204, undefined]);
});
