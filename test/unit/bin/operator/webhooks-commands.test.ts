import { beforeEach, describe, expect, test } from "@jest/globals";
import type { OperatorDeps } from "../../../../bin/operator/command.ts";
import { parseOperatorArguments, runCommand } from "../../../../bin/operator/commands.ts";
import { afterAttempt, newDelivery, type WaitingDelivery } from "../../../../core/webhooks/delivery.ts";
import { anAccount, createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";
import { createMemoryWakeUps } from "../../../fakes/webhooks.ts";

let clockMs: number;
let records: ReturnType<typeof createMemoryRecords>;
let wakeUps: ReturnType<typeof createMemoryWakeUps>;
let response: number | null;

const now = (): Date => new Date(clockMs);

beforeEach(async () => {
  clockMs = Date.parse(createdAt);
  records = createMemoryRecords({ now });
  wakeUps = createMemoryWakeUps();
  response = 200;
  await records.accounts.create(anAccount({ id: "account", webhookSecret: "whsec_b2xk" }));
});

const attempt = (status: number) => ({
  at: createdAt,
  durationMs: 12,
  status,
  error: null,
  responseBody: "said so",
});

/** Webhook commands do not use the b-roll library. */
const noLibrary = {} as OperatorDeps["brolls"];

let ids = 0;
const run = (line: string) =>
  runCommand(
    parseOperatorArguments(line.split(" ")),
    {
      ...records,
      outbox: { listEvents: async () => [] },
      executionSteps: { list: async () => null },
      wakeUps,
      brolls: noLibrary,
      now,
      newId: () => `id-${++ids}`,
      randomBytes: (bytes) => new Uint8Array(bytes).fill(9),
      sha256: (text) => text,
      // Simulates the concurrent deliverer.
      wait: async (milliseconds) => {
        clockMs += milliseconds;
        if (response === null) return;
        for (const row of await records.deliveries.listOfAccount("account", 10)) {
          if (row.state === "waiting" && row.attemptCount === 0)
            await records.deliveries.update(row, afterAttempt(row, attempt(response), [5]));
        }
      },
    },
    async () => true,
  );

const add = async (taskId: string, state: "waiting" | "dead" | "delivered"): Promise<void> => {
  const row = newDelivery(
    { eventId: `${taskId}-event`, sequence: 4020, kind: "render", event: "completed" },
    { accountId: "account", taskId, videoId: "video" },
    "https://example.com/hook?token=secret",
    now(),
  );
  await records.deliveries.add(row, "{}");
  if (state !== "waiting")
    await records.deliveries.update(row, afterAttempt(row, attempt(state === "dead" ? 500 : 200), []));
};
const stateOf = async (taskId: string) => (await records.deliveries.listOfTask(taskId))[0]?.state;

describe("webhooks commands", () => {
  test("list shows deliveries with their attempts, without query strings of recipients", async () => {
    await add("one", "dead");
    await add("two", "delivered");
    const all = await run("webhooks list");
    expect((all.value as { deliveries: unknown[] }).deliveries).toHaveLength(2);
    const { value, lines } = await run("webhooks list --task one");
    expect(value).toMatchObject({
      deliveries: [
        {
          eventId: "one-event",
          state: "dead",
          attemptCount: 1,
          recipient: "https://example.com/hook?…",
          attempts: [{ status: 500, durationMs: 12, response: "said so" }],
        },
      ],
    });
    expect(lines.join("\n")).toContain("said so");
    for (const printed of [JSON.stringify(all.value), JSON.stringify(value), lines.join()]) {
      expect(printed).not.toMatch(/token=|whsec_/);
    }
    const dead = await run("webhooks list --account account --state dead");
    expect(dead.value).toMatchObject({ deliveries: [{ taskId: "one" }] });
  });

  test.each([
    ["webhooks list --account nobody", /account nobody does not exist/],
    ["webhooks list --task nothing", /The task nothing has no webhook deliveries/],
    ["webhooks list --state lost", /--state must be one of/],
    ["webhooks list --limit 0", /--limit must be/],
    ["webhooks replay", /--account or --task is required/],
    ["webhooks replay --account account --event nothing", /The delivery nothing does not exist/],
    ["webhooks test --account account --url nowhere", /--url must be an absolute/],
    ["webhooks rotate-secret --account account --overlap never", /--overlap must be a number/],
  ])("%s is rejected", async (line, sentence) => {
    await expect(run(line)).rejects.toThrow(sentence);
  });

  test("replay restarts dead deliveries, others only with --event, and wakes their queue once", async () => {
    await add("one", "dead");
    await add("two", "dead");
    await add("three", "delivered");
    await add("four", "waiting");
    const { value } = await run("webhooks replay --account account");
    expect(new Set((value as { replayed: string[] }).replayed)).toEqual(new Set(["one-event", "two-event"]));
    expect(await stateOf("three")).toBe("delivered");
    expect(wakeUps.woken).toEqual([["account|https://example.com", 0]]);
    await run("webhooks replay --task three --event three-event");
    const [again] = await records.deliveries.listOfTask("three");
    expect(again).toMatchObject({
      state: "waiting",
      failures: 0,
      attemptCount: 1,
    } satisfies Partial<WaitingDelivery>);
  });

  test("test sends a signed delivery and shows the response", async () => {
    const { value, exitCode } = await run("webhooks test --account account --url https://example.com/x");
    expect(exitCode).toBe(0);
    expect(value).toMatchObject({ event: "test", state: "delivered", attempts: [{ status: 200 }] });
    const [row] = await records.deliveries.listOfAccount("account", 1);
    if (row === undefined) throw new Error("no delivery");
    expect(JSON.parse(await records.deliveries.readBody(row))).toMatchObject({
      event: "test",
      eventId: row.eventId,
    });
    response = null;
    expect(await run("webhooks test --account account --url https://example.com/x")).toMatchObject({
      exitCode: 1,
      value: { state: "waiting" },
    });
  });

  test("rotate-secret shows the new secret once and keeps the old one until the overlap ends", async () => {
    const { value, lines } = await run("webhooks rotate-secret --account account");
    const until = "2026-03-02T12:00:00.000Z";
    const fresh = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    expect(value).toEqual({ accountId: "account", webhookSecret: fresh, previousValidUntil: until });
    expect(lines.join()).toContain(fresh);
    expect(await records.accounts.get("account")).toMatchObject({
      webhookSecret: fresh,
      previousWebhookSecret: { secret: "whsec_b2xk", until },
    });
    await expect(run("webhooks rotate-secret --account account --overlap 1")).rejects.toThrow(until);
    expect((await run("webhooks rotate-secret --account account --overlap 0")).value).toMatchObject({
      previousValidUntil: createdAt,
    });
  });
});
