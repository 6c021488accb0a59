import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { creditEntry, type LedgerEntry } from "../../../../core/billing/ledger.ts";
import { formatUsd, parseUsd } from "../../../../core/billing/money.ts";
import { clipTaskCostMicroUsd, costToHold, taskCostMicroUsd } from "../../../../core/billing/price.ts";
import { holdEntries, settlementEntries } from "../../../../core/billing/task-money.ts";
import { usageOf } from "../../../../core/billing/usage.ts";
import { verifyLedger } from "../../../../core/billing/verify-ledger.ts";
import type { ClipDurationRange } from "../../../../core/clips/duration-range.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import {
  type CaptioningStatus,
  type CaptioningTask,
  captioningTransitions,
} from "../../../../core/tasks/captioning-task.ts";
import { anAccount, aTask, createdAt, someMedia } from "../../../fakes/builders.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";

const now = (): Date => new Date(createdAt);

describe("amounts", () => {
  test.each([
    [0, "0.00"],
    [1, "0.000001"],
    [12_340_000, "12.34"],
    [500_000, "0.50"],
    [70_625, "0.070625"],
    [-1_500_000, "-1.50"],
    [1_000_000_000, "1000.00"],
  ])("%i micro-dollars are %s", (micro, text) => {
    expect(formatUsd(micro)).toBe(text);
  });

  test("are parsed exactly from their text", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (micro) => {
        expect(parseUsd(formatUsd(micro))).toBe(micro);
      }),
    );
  });

  test.each(["", "1,00", "1.0000001", "1e3", "$5", "--1"])("%p is not an amount", (text) => {
    expect(() => parseUsd(text)).toThrow("US dollars");
  });
});

describe("the price of a task", () => {
  const price = (
    exportSettings: ExportSettings,
    kind: "speech" | "supplied" = "speech",
    durationSeconds = 60,
  ) => taskCostMicroUsd(someMedia({ durationSeconds }), { exportSettings, source: { kind } });

  // One minute: 0.03 transcription + 0.07 render × factors.
  test.each<[string, ExportSettings, number]>([
    ["plain", {}, 100_000],
    ["24 fps", { fps: 24 }, 100_000],
    ["60 fps", { fps: 60 }, 135_000],
    ["59.94 fps", { fps: 59.94 }, 134_930],
    ["120 fps", { fps: 120 }, 205_000],
    ["2k", { quality: "quadHD" }, 170_000],
    ["4k", { quality: "ultraHD" }, 310_000],
    ["fast", { speed: "fast" }, 114_000],
    ["ultraFast", { speed: "ultraFast" }, 135_000],
    ["green screen", { outputMode: "greenScreen" }, 100_000],
    [
      "ProRes overlay, speed without effect",
      { outputMode: "transparent", width: 1920, height: 1080, speed: "ultraFast" },
      135_000,
    ],
    [
      "VP9 overlay, fast",
      { outputMode: "transparent", outputCodec: "vp9", width: 1920, height: 1080, speed: "fast" },
      198_000,
    ],
    [
      "overlay of 2560 × 1440",
      { outputMode: "transparent", width: 2560, height: 1440, quality: "ultraHD" },
      240_000,
    ],
    ["overlay just above", { outputMode: "transparent", width: 2561, height: 1440 }, 450_000],
    ["explicit 1920 × 1081", { width: 1920, height: 1081, quality: "standard" }, 170_000],
    ["explicit width, height from the source", { width: 1440 }, 170_000],
  ])("%s", (_, settings, microUsd) => {
    expect(price(settings)).toBe(microUsd);
  });

  test("excludes transcription for a supplied transcript", () => {
    expect(price({}, "supplied")).toBe(70_000);
  });

  test("is computed in milliseconds and rounded once, half up", () => {
    expect(price({}, "speech", 0.001)).toBe(2); // 1.666…
    expect(price({}, "supplied", 0.003)).toBe(4); // 3.5
    expect(price({}, "speech", 42.375)).toBe(70_625);
  });

  test("never decreases with a longer duration or a higher frame rate", () => {
    const length = fc.integer({ min: 1, max: 20_000_000 });
    const rate = fc.double({ min: 12, max: 120, noNaN: true });
    fc.assert(
      fc.property(length, length, rate, rate, (a, b, fps, more) => {
        const [short, long] = [Math.min(a, b) / 1000, Math.max(a, b) / 1000];
        expect(price({ fps }, "speech", short)).toBeLessThanOrEqual(price({ fps }, "speech", long));
        const [slow, fast] = [Math.min(fps, more), Math.max(fps, more)];
        expect(price({ fps: slow })).toBeLessThanOrEqual(price({ fps: fast }));
      }),
    );
  });

  test("is not held for media that cannot be rendered or is unknown", () => {
    const request = { exportSettings: {}, source: { kind: "speech" as const } };
    const nothing = { costMicroUsd: null, mediaMilliseconds: null };
    expect(costToHold(null, request)).toEqual(nothing);
    expect(costToHold(someMedia({ video: null }), request)).toEqual(nothing);
    expect(costToHold(someMedia(), request)).toEqual({ costMicroUsd: 100_000, mediaMilliseconds: 60_000 });
  });
});

describe("the price of clips", () => {
  // Source: specification, "Cost rules for clip tasks".
  test.each<[string, number, ClipDurationRange, number, number]>([
    ["an hour, five short ones", 3600, "lt_30s", 5, 1_800_000 + 375_000],
    ["ten minutes, two of half a minute", 600, "gte_30s_lt_60s", 2, 300_000 + 200_000],
    ["a minute, one of a minute", 60, "gte_60s_lt_90s", 1, 30_000 + 125_000],
    ["90.001 s, three long ones", 90.001, "gte_90s_lt_180s", 3, 45_001 + 450_000],
    ["none made", 60, "lt_30s", 0, 30_000],
  ])("%s", (_, durationSeconds, range, clips, microUsd) => {
    expect(clipTaskCostMicroUsd({ durationSeconds }, range, clips)).toBe(microUsd);
  });

  test("is held for the maximum number of clips; the difference is refunded exactly", async () => {
    const media = { durationSeconds: 123.457 };
    const [held, cost] = [5, 2].map((clips) => clipTaskCostMicroUsd(media, "lt_30s", clips)) as [
      number,
      number,
    ];
    expect(held - cost).toBe(225_000);
    const payer = { id: "t", accountId: "a", updatedAt: createdAt, mediaMilliseconds: 123_457 };
    const entries = [...holdEntries(payer, held), ...settlementEntries(payer, held, cost)];
    expect(
      entries.map(({ kind, amountMicroUsd, heldMicroUsd }) => [kind, amountMicroUsd, heldMicroUsd]),
    ).toEqual([
      ["hold", -held, held],
      ["release", held, -held],
      ["charge", -held, 0],
      ["refund", 225_000, 0],
    ]);
    const account = anAccount({ balanceMicroUsd: 1_000_000 - cost });
    const credit = creditEntry(
      { accountId: "a", amountMicroUsd: 1_000_000, note: null },
      { newId: () => "opening", now },
    );
    expect(verifyLedger(account, [credit, ...entries])).toEqual([]);
    const range = { from: "2026-01-01", until: "2027-01-01", period: "all" as const };
    expect(usageOf([credit, ...entries], range)).toEqual([
      { period: "all", usage: { tasks: 1, mediaMilliseconds: 123_457, amountMicroUsd: cost } },
    ]);
    expect(
      settlementEntries(payer, held, null).map(({ kind, amountMicroUsd }) => [kind, amountMicroUsd]),
    ).toEqual([["refund", held]]);
    expect(settlementEntries(payer, held, held)).toHaveLength(2);
    expect(() => settlementEntries(payer, cost, held)).toThrow("exceeds its hold");
  });
});

describe("the ledger", () => {
  /** Random histories of tasks: every step may use an outdated read and may be repeated. */
  const step = fc.record({
    task: fc.integer({ min: 0, max: 4 }),
    to: fc.constantFrom<CaptioningStatus>(
      "transcribing",
      "transcriptionCompleted",
      "rendering",
      "completed",
      "failed",
    ),
    stale: fc.boolean(),
    cost: fc.option(fc.integer({ min: 0, max: 500 })),
  });

  test("is consistent after any creations, retries, races, completions and failures", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 0, max: 1500 }),
        async (steps, balance) => {
          const { accounts, tasks, ledger } = createMemoryRecords({ now });
          const account = anAccount({ balanceMicroUsd: 0 });
          await accounts.create(account);
          await ledger.credit({
            id: "opening",
            mediaMilliseconds: null,
            accountId: account.id,
            kind: "credit",
            amountMicroUsd: balance,
            heldMicroUsd: 0,
            taskId: null,
            note: null,
            createdAt,
          });
          const readings = new Map<number, CaptioningTask[]>();
          for (const { task: index, to, stale, cost } of steps) {
            const seen = readings.get(index) ?? [];
            const from = stale ? seen[0] : seen.at(-1);
            const next =
              from === undefined
                ? aTask({ accountId: account.id, costMicroUsd: cost })
                : moved(from, to, cost);
            if (next === null) continue;
            try {
              await (from === undefined ? tasks.create(next) : tasks.update(from, next));
              readings.set(index, [...seen, next]);
            } catch (error) {
              const isExpected =
                error instanceof WriteConflict || (error as Error).name === "InsufficientCredits";
              if (!isExpected) throw error;
            }
          }
          const read = (await accounts.get(account.id)) ?? account;
          expect(verifyLedger(read, await ledger.list(account.id))).toEqual([]);
          const open = [...readings.values()].flatMap((seen) => seen.slice(-1));
          const held = open.filter(({ status }) => status !== "completed" && status !== "failed");
          expect(read.heldMicroUsd).toBe(held.reduce((sum, task) => sum + (task.costMicroUsd ?? 0), 0));
          const charged = open.filter(({ status }) => status === "completed");
          const spent = charged.reduce((sum, task) => sum + (task.costMicroUsd ?? 0), 0);
          expect(read.balanceMicroUsd).toBe(balance - spent - read.heldMicroUsd);
        },
      ),
      { numRuns: 300 },
    );
  });

  const moved = (from: CaptioningTask, to: CaptioningStatus, cost: number | null): CaptioningTask | null => {
    if (!captioningTransitions[from.status].includes(to)) return null;
    const ended = {
      completedAt: createdAt,
      outputKey: "o.mp4",
      errorName: "RenderFailed",
      error: "It broke.",
    };
    return {
      ...from,
      status: to,
      sequence: from.sequence + 1,
      taskToken: "token",
      costMicroUsd: from.costMicroUsd ?? (to === "failed" || to === "completed" ? null : cost),
      ...(to === "completed" || to === "failed" ? ended : {}),
    } as CaptioningTask;
  };

  test("is reported when it is inconsistent", () => {
    const account = anAccount({ balanceMicroUsd: -5, heldMicroUsd: 1 });
    expect(verifyLedger(account, [])).toHaveLength(3);
  });

  test.each<[string, Partial<LedgerEntry>[]]>([
    ["charged or held twice", [{ id: "h2", kind: "hold", heldMicroUsd: 5, amountMicroUsd: -5 }]],
    ["more than one end of its hold", [{ id: "r2", kind: "refund", heldMicroUsd: -5, amountMicroUsd: 5 }]],
    ["both charged and refunded", [{ id: "r2", kind: "refund", heldMicroUsd: -5, amountMicroUsd: 5 }]],
    ["charged more than its hold", [{ id: "c2", kind: "charge", amountMicroUsd: -1 }]],
    ["refunded more than it was charged", [{ id: "d", kind: "refund", amountMicroUsd: 6 }]],
  ])("reports a task that was %s", (sentence, more) => {
    const payer = { id: "t", accountId: "a", updatedAt: createdAt, mediaMilliseconds: 1000 };
    const right = [...holdEntries(payer, 5), ...settlementEntries(payer, 5, 5)];
    const first = right[0] as LedgerEntry;
    const wrong = more.map((fields) => ({ ...first, heldMicroUsd: 0, ...fields }));
    expect(verifyLedger(anAccount(), [...right, ...wrong]).join("; ")).toContain(sentence);
  });
});
