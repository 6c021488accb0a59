import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { newDelivery, replayed } from "../../../../core/webhooks/delivery.ts";
import { deliveryQueueOf } from "../../../../core/webhooks/delivery-queue.ts";
import { type PlannedNotification, plannedProgress } from "../../../../core/webhooks/planned-notification.ts";
import { type DeliveryQueueDeps, workDeliveryQueue } from "../../../../core/webhooks/work-delivery-queue.ts";
import { anAccount, aTask, createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";
import {
  createMemoryDeliveries,
  createMemoryDeliveryQueues,
  createMemoryWakeUps,
} from "../../../fakes/webhooks.ts";

const recipient = "https://example.com/hook";
const queue = deliveryQueueOf("account", recipient);
const account = anAccount({
  id: "account",
  webhookSecret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
});

interface Post {
  recipient: string;
  body: string;
  headers: Record<string, string>;
}
type Outcome = number | "hang";

let clockMs: number;
let posts: Post[];
let respond: (post: Post) => Outcome;
let deps: DeliveryQueueDeps & {
  wakeUps: ReturnType<typeof createMemoryWakeUps>;
  records: ReturnType<typeof createMemoryRecords>;
};

beforeEach(async () => {
  clockMs = Date.parse(createdAt);
  posts = [];
  respond = () => 200;
  const now = (): Date => new Date(clockMs);
  const records = createMemoryRecords({ now });
  await records.accounts.create(account);
  let ids = 0;
  deps = {
    records,
    accounts: records.accounts,
    tasks: records.tasks,
    deliveries: createMemoryDeliveries(),
    queues: createMemoryDeliveryQueues({ now }),
    wakeUps: createMemoryWakeUps(),
    metrics: { record: () => {} },
    delaysSeconds: [5, 300, 1800],
    now,
    newId: () => `worker-${++ids}`,
    // The clock advances only during waits.
    wait: async (milliseconds) => {
      await delay(1);
      clockMs += milliseconds;
    },
    sender: {
      post: async (to, body, headers, signal) => {
        const post = { recipient: to, body, headers: { ...headers } };
        posts.push(post);
        const outcome = respond(post);
        if (outcome !== "hang") return { status: outcome, error: null, responseBody: `said ${outcome}` };
        const endMs = clockMs + 10_000;
        while (clockMs < endMs && !signal.aborted) await delay(1);
        return { status: null, error: signal.aborted ? "Superseded" : "TimedOut", responseBody: "" };
      },
    },
  };
});

const add = async (planned: Partial<PlannedNotification>, taskId = "task", to = recipient): Promise<void> => {
  const whole: PlannedNotification = {
    eventId: `${taskId}-${planned.sequence}`,
    sequence: 4020,
    kind: "render",
    event: "completed",
    ...planned,
  };
  const subject = { accountId: "account", taskId, videoId: "video" };
  await deps.deliveries.add(newDelivery(whole, subject, to, deps.now()), JSON.stringify(whole));
};
const sequences = (): number[] => posts.map(({ body }) => JSON.parse(body).sequence);
const stored = async (taskId = "task") => deps.deliveries.listOfTask(taskId);
const onlyDelivery = async () => {
  const [first] = await stored();
  if (first === undefined) throw new Error("no delivery");
  return first;
};

describe("a queue", () => {
  test("makes first attempts of a task in order of sequence, regardless of the order of writes", async () => {
    for (const sequence of [4020, 2010, 3000]) await add({ sequence });
    await workDeliveryQueue(queue, deps);
    expect(sequences()).toEqual([2010, 3000, 4020]);
    expect((await stored()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("sends the same ID and bytes at every attempt, with a new signature, and records each attempt", async () => {
    respond = () => (posts.length < 4 ? (([500, "hang", 302] as const)[posts.length - 1] ?? 200) : 200);
    await add({});
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await workDeliveryQueue(queue, deps);
      clockMs += 2_000_000;
    }
    expect(posts).toHaveLength(4);
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(new Set(posts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(posts.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
    for (const { body, headers } of posts) {
      // The library rejects times that differ from the clock.
      expect(() => new Webhook(account.webhookSecret).verify(body, headers)).toThrow(/timestamp/);
    }
    expect(await onlyDelivery()).toMatchObject({
      state: "delivered",
      attemptCount: 4,
      attempts: [
        { status: 500, responseBody: "said 500" },
        { status: null, error: "TimedOut", durationMs: expect.any(Number) },
        { status: 302 },
        { status: 200 },
      ],
    });
  });

  test("requests a wake-up for retries within 15 minutes and leaves later ones to the sweep", async () => {
    respond = () => 503;
    await add({});
    await workDeliveryQueue(queue, deps);
    expect(deps.wakeUps.woken).toEqual([[queue, 5]]);
    clockMs += 5000;
    await workDeliveryQueue(queue, deps);
    clockMs += 300_000;
    await workDeliveryQueue(queue, deps);
    expect(deps.wakeUps.woken).toEqual([
      [queue, 5],
      [queue, 300],
    ]);
    expect(await onlyDelivery()).toMatchObject({ attemptCount: 3, state: "waiting" });
    expect((await deps.deliveries.listWaiting(9))[0]).toMatchObject({ queue });
  });

  test("ends at 410, and as a dead letter after the last attempt; a replay delivers the same body", async () => {
    respond = () => 410;
    await add({});
    await workDeliveryQueue(queue, deps);
    expect(await onlyDelivery()).toMatchObject({ state: "refused", attemptCount: 1 });
    respond = () => 500;
    await add({ sequence: 5000 }, "other");
    for (let rounds = 0; rounds < 5; rounds += 1) {
      await workDeliveryQueue(queue, deps);
      clockMs += 2_000_000;
    }
    const [dead] = await stored("other");
    if (dead === undefined) throw new Error("no delivery");
    expect(dead).toMatchObject({ state: "dead", attemptCount: 4 });
    respond = () => 200;
    await deps.deliveries.update(dead, replayed(dead, deps.now()));
    await workDeliveryQueue(queue, deps);
    expect(await stored("other")).toMatchObject([{ state: "delivered", attemptCount: 5 }]);
    expect(posts.at(-1)?.body).toBe(posts.at(-2)?.body);
  });

  test("does not delay later events of a task by a retry", async () => {
    respond = ({ body }) => (JSON.parse(body).sequence === 2010 ? (posts.length === 1 ? 500 : "hang") : 200);
    await add({ sequence: 2010 });
    await workDeliveryQueue(queue, deps);
    clockMs += 5000;
    await add({ sequence: 4020 });
    await workDeliveryQueue(queue, deps);
    const [slow, later] = await stored();
    expect(slow?.attempts.at(-1)?.error).toBe("TimedOut");
    expect(Date.parse(later?.attempts[0]?.at ?? "")).toBeLessThan(
      Date.parse(slow?.attempts[1]?.at ?? "") + 1000,
    );
  });

  test("limits a slow recipient to five concurrent requests, so that others of its origin are served", async () => {
    respond = ({ recipient: to }) => (to.endsWith("/slow") ? "hang" : 200);
    for (let index = 0; index < 60; index += 1) await add({}, `slow-${index}`, "https://example.com/slow");
    await add({}, "quick");
    await workDeliveryQueue(queue, deps);
    const quick = (await stored("quick"))[0]?.attempts[0]?.at ?? "";
    expect(Date.parse(quick) - Date.parse(createdAt)).toBeLessThan(1000);
    // The worker reaches its time limit first, and wakes the next one.
    expect(deps.wakeUps.woken).toContainEqual([queue, 0]);
  });

  test("is processed by one worker at a time, and a concurrent call is not lost", async () => {
    let isSecondIn = false;
    respond = () => {
      if (!isSecondIn) {
        isSecondIn = true;
        void workDeliveryQueue(queue, deps).then(() => add({}, "late"));
      }
      return "hang";
    };
    await add({});
    await workDeliveryQueue(queue, deps);
    expect((await stored("late"))[0]?.attemptCount).toBe(1);
  });

  test("keeps a delivery due after an internal error, reports the error, and does not delay others", async () => {
    await add({}, "bad");
    await add({}, "good");
    const { readBody } = deps.deliveries;
    deps.deliveries.readBody = async (key) => {
      if (key.taskId === "bad") throw new Error("no such item");
      return readBody(key);
    };
    await expect(workDeliveryQueue(queue, deps)).rejects.toThrow(AggregateError);
    expect(await stored("good")).toMatchObject([{ state: "delivered" }]);
    expect(await stored("bad")).toMatchObject([{ state: "waiting", attemptCount: 0 }]);
    expect(await deps.queues.acquire(queue, "next", deps.now())).not.toBeNull();
  });
});

describe("progress", () => {
  const rendering = async (): Promise<void> => {
    await deps.records.accounts.create(anAccount({ id: "owner" }));
    await deps.records.tasks.create(aTask({ id: "task", accountId: "owner", status: "rendering" }));
  };

  test("is sent at most every two seconds, only the newest, and only during rendering", async () => {
    await rendering();
    for (const percent of [5, 10]) await add(plannedProgress("task", 3, percent));
    await workDeliveryQueue(queue, deps);
    clockMs += 500;
    await add(plannedProgress("task", 3, 40));
    await workDeliveryQueue(queue, deps);
    expect(sequences()).toEqual([3110, 3140]);
    const [, first, second] = await stored();
    const gap = Date.parse(second?.attempts[0]?.at ?? "") - Date.parse(first?.attempts[0]?.at ?? "");
    expect(gap).toBeGreaterThanOrEqual(2000);
    const task = await deps.records.tasks.get("task");
    if (task === null) throw new Error("no task");
    const end = { status: "completed", sequence: 4, outputKey: "key", completedAt: createdAt } as const;
    await deps.records.tasks.update(task, { ...task, ...end } as never);
    await add(plannedProgress("task", 3, 90));
    await workDeliveryQueue(queue, deps);
    expect(sequences()).toEqual([3110, 3140]);
    expect((await stored()).at(-1)).toMatchObject({ state: "superseded" });
  });

  test("is aborted by the end of its task when it is retried, and not sent after that", async () => {
    await rendering();
    respond = ({ body }) =>
      JSON.parse(body).event === "progress" ? (posts.length === 1 ? 500 : "hang") : 200;
    await add(plannedProgress("task", 3, 50));
    await workDeliveryQueue(queue, deps);
    clockMs += 5000;
    let isAdded = false;
    const wait = deps.wait;
    deps.wait = async (milliseconds) => {
      if (posts.length === 2 && !isAdded) {
        isAdded = true;
        await add({ sequence: 4020 });
      }
      await wait(milliseconds);
    };
    await workDeliveryQueue(queue, deps);
    expect(sequences()).toEqual([3150, 3150, 4020]);
    const [progress, completed] = await stored();
    expect(progress).toMatchObject({
      state: "superseded",
      attempts: [{ status: 500 }, { error: "Superseded" }],
    });
    expect(completed).toMatchObject({ state: "delivered" });
    expect(Date.parse(completed?.attempts[0]?.at ?? "")).toBeLessThan(
      Date.parse(progress?.attempts[1]?.at ?? "") + 2000,
    );
  });
});
