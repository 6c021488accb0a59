import { describe, expect, test } from "@jest/globals";
import {
  type Attempt,
  afterAttempt,
  type Delivery,
  newDelivery,
  replayed,
  type WaitingDelivery,
} from "../../../../core/webhooks/delivery.ts";
import { nextAction } from "../../../../core/webhooks/next-attempt.ts";
import { plannedProgress } from "../../../../core/webhooks/planned-notification.ts";
import { standardDelaysSeconds, webhookDelaysSchema } from "../../../../core/webhooks/retry-schedule.ts";
import { createdAt } from "../../../fakes/builders.ts";

const start = Date.parse(createdAt);
const at = (seconds: number): Date => new Date(start + seconds * 1000);

const aDelivery = (fields: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
  ...newDelivery(
    { eventId: "event", sequence: 4020, kind: "render", event: "completed" },
    { accountId: "account", taskId: "task", videoId: "video" },
    "https://example.com/hook",
    at(0),
  ),
  ...fields,
});

const attempt = (seconds: number, status: number | null, durationMs = 0): Attempt => ({
  at: at(seconds).toISOString(),
  durationMs,
  status,
  error: status === null ? "TimedOut" : null,
  responseBody: "",
});

describe("the schedule", () => {
  test("retries 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h after a failure, then stops", () => {
    const waits: number[] = [];
    let delivery: Delivery = aDelivery();
    let seconds = 0;
    while (delivery.state === "waiting") {
      delivery = afterAttempt(delivery, attempt(seconds, null, 10_000), standardDelaysSeconds);
      if (delivery.state !== "waiting") break;
      const due = (Date.parse(delivery.dueAt) - start) / 1000;
      waits.push(due - seconds - 10);
      seconds = due;
    }
    expect(delivery).toMatchObject({ state: "dead", attemptCount: 8, failures: 8 });
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
  });

  test.each([
    [200, "delivered"],
    [204, "delivered"],
    [410, "refused"],
    [301, "waiting"],
    [404, "waiting"],
    [500, "waiting"],
    [null, "waiting"],
  ])("%s makes it %s", (status, state) => {
    expect(afterAttempt(aDelivery(), attempt(0, status), [5])).toMatchObject({ state });
  });

  test("a replay restarts the schedule and keeps ID and history", () => {
    const dead = afterAttempt(aDelivery(), attempt(0, 500), []);
    expect(dead.state).toBe("dead");
    const again = replayed(dead, at(60));
    expect(again).toMatchObject({
      state: "waiting",
      failures: 0,
      attemptCount: 1,
      dueAt: at(60).toISOString(),
    });
    expect(again.attempts).toHaveLength(1);
    expect(afterAttempt(again, attempt(60, 500), [5])).toMatchObject({ state: "waiting" });
  });

  test.each(["", "5,", "a", "-1", "5 300", "604801", Array(21).fill(1).join(",")])(
    "rejects webhookDelays %j",
    (text) => {
      expect(webhookDelaysSchema.safeParse(text).success).toBe(false);
    },
  );

  test("accepts fractions of seconds in webhookDelays", () => {
    expect(webhookDelaysSchema.parse("0.5,300")).toEqual([0.5, 300]);
  });
});

describe("the next attempt", () => {
  const progress = (percent: number, fields: Partial<WaitingDelivery> = {}) =>
    aDelivery({ ...plannedProgress("task", 3, percent), ...fields });

  test("is the first delivery by sequence without an attempt; retries have their own times", () => {
    const first = aDelivery({ sequence: 2010, attemptCount: 1, dueAt: at(60).toISOString() });
    const second = aDelivery({ sequence: 4020 });
    const third = aDelivery({ sequence: 5030 });
    expect(nextAction([first, second, third], at(1))).toEqual({ kind: "attempt", delivery: second });
    expect(nextAction([first], at(100))).toBeNull();
  });

  test("is the newest progress only, and no progress before a later delivery", () => {
    expect(nextAction([progress(10), progress(20)], at(1))).toMatchObject({
      kind: "supersede",
      delivery: { sequence: 3110 },
    });
    const waits = progress(20, { attemptCount: 1, dueAt: at(60).toISOString() });
    expect(nextAction([waits, aDelivery()], at(1))).toMatchObject({ kind: "supersede", delivery: waits });
    expect(nextAction([progress(20)], at(1))).toMatchObject({ kind: "attempt" });
  });

  test("is at least two seconds after the last attempt of progress", () => {
    const delivered = afterAttempt(progress(10), attempt(10, 200), []);
    expect(nextAction([delivered, progress(20)], at(11))).toMatchObject({ kind: "postpone", until: at(12) });
    expect(nextAction([delivered, progress(20)], at(12))).toMatchObject({ kind: "attempt" });
  });
});
