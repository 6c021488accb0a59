import { describe, expect, test } from "@jest/globals";
import { arrivalsOfDay, loadProfile } from "../../../../../core/capacity/simulation/arrivals.ts";
import { EventQueue } from "../../../../../core/capacity/simulation/event-queue.ts";
import { minuteCost, sumOfCost } from "../../../../../core/capacity/simulation/minute-cost.ts";
import { CallRate, Pool } from "../../../../../core/capacity/simulation/pool.ts";
import { breakingOrder } from "../../../../../core/capacity/simulation/quantities.ts";
import { type SimulatedDay, simulateLoad } from "../../../../../core/capacity/simulation/simulate-load.ts";
import { seededRandom } from "../../../../../core/seeded-random.ts";

const day: SimulatedDay = {
  tasksPerDay: 1000,
  minutes: 2,
  peakFactor: 5,
  whisperShare: 0.2,
  vcpus: Number.POSITIVE_INFINITY,
  transcribeJobs: Number.POSITIVE_INFINITY,
  runTasks: Number.POSITIVE_INFINITY,
  seed: 1,
};

describe("simulateLoad", () => {
  test("completes every task in the time of its work when nothing is limited", () => {
    const { created, completed, failed, median } = simulateLoad(day);
    expect([completed, failed]).toEqual([created, 0]);
    // Three starts, 0.6 min import, 0.1 min extraction, 0.5 min Transcribe, 2.4 min rendering.
    expect(median).toBeCloseTo(6.6, 6);
  });

  test("ends every task below the vCPUs of a new account, some after 12 hours of waiting", () => {
    const { created, completed, failed, peaks } = simulateLoad({ ...day, vcpus: 6 });
    expect(completed + failed).toBe(created);
    expect(failed).toBeGreaterThan(100);
    expect(peaks.vcpus).toBe(6);
  });

  test("passes transcriptions to Whisper when all jobs are in use", () => {
    const { created, completed, fallbacks } = simulateLoad({ ...day, transcribeJobs: 1 });
    expect(completed).toBe(created);
    expect(fallbacks).toBeGreaterThan(0);
  });

  test("slows down with the rate of RunTask calls", () => {
    const slow = simulateLoad({ ...day, runTasks: 0.05 });
    expect(slow.median).toBeGreaterThan(simulateLoad(day).median * 2);
  });

  test("is hardly slower when the vCPUs are divided into shards", () => {
    const busy = { ...day, tasksPerDay: 12_000 };
    const whole = simulateLoad({ ...busy, vcpus: 1023 });
    const divided = simulateLoad({ ...busy, vcpus: 1024 });
    expect(divided.completed).toBe(divided.created);
    expect(divided.median).toBeLessThan(whole.median + 2);
    expect(divided.peaks.vcpus).toBeLessThanOrEqual(1024);
  });

  test("is the same for the same seed", () => {
    const small = { ...day, tasksPerDay: 100 };
    expect(simulateLoad(small)).toEqual(simulateLoad(small));
    expect(simulateLoad(small).created).not.toBe(simulateLoad({ ...small, seed: 2 }).created);
  });
});

test("the busiest hour of a day has the peak factor, and the mean of the day is 1", () => {
  const profile = loadProfile(5);
  const seconds = Array.from({ length: 1440 }, (_, minute) => profile(minute * 60));
  expect(Math.max(...seconds)).toBeCloseTo(5, 3);
  expect(seconds.reduce((sum, each) => sum + each, 0) / 1440).toBeCloseTo(1, 2);
  const arrivals = arrivalsOfDay({ tasksPerDay: 2000, peakFactor: 1 }, seededRandom(3));
  expect(Math.abs(arrivals.length - 2000)).toBeLessThan(200);
});

test("breakingOrder scales the write units of the leases with the square of the load", () => {
  const none = {
    vcpus: 0,
    concurrentFunctions: 0,
    transcribeJobs: 0,
    runTasks: 0,
    leaseBytes: 0,
    transitions: 0,
    requests: 0,
  };
  const [first, second] = breakingOrder({ ...none, leaseWrites: 10, runTasks: 10 }, 1000);
  expect(first).toMatchObject({ name: "runTasks", tasksPerDay: 2000 });
  expect(second).toMatchObject({ name: "leaseWrites", tasksPerDay: 10_000 });
});

test("a queue of events is in the order of times, then of insertion", () => {
  const queue = new EventQueue<string>();
  for (const [at, event] of [
    [3, "c"],
    [1, "a"],
    [3, "d"],
    [2, "b"],
  ] as const)
    queue.push(at, event);
  const order = Array.from({ length: 5 }, () => queue.pop()?.event ?? null);
  expect(order).toEqual(["a", "b", "c", "d", null]);
});

test("a pool serves requests in order and a rate allows a burst", () => {
  const pool = new Pool(4);
  const served: string[] = [];
  for (const [units, name] of [
    [4, "a"],
    [3, "b"],
    [1, "c"],
    [9, "d"],
  ] as const)
    pool.take(units, () => served.push(name));
  expect(served).toEqual(["a"]);
  pool.release(4);
  expect(served).toEqual(["a", "b", "c"]);
  pool.release(3);
  pool.release(1);
  expect(served).toEqual(["a", "b", "c", "d"]);
  const rate = new CallRate(2, 3);
  expect(Array.from({ length: 5 }, () => rate.accept(10))).toEqual([10, 10, 10, 10.5, 11]);
});

test("a minute of 1080p video costs about 0.010 USD on Spot for videos of one minute, and less for longer ones and on Graviton", () => {
  const cost = (options: Partial<Parameters<typeof minuteCost>[0]>): number =>
    sumOfCost(minuteCost({ minutes: 2, spot: true, engine: "transcribe", extractVcpus: 1, ...options }));
  expect(cost({ minutes: 1 })).toBeCloseTo(0.0101, 4);
  expect(cost({ minutes: 1.1 })).toBeLessThan(0.01);
  expect(cost({ minutes: 1, architecture: "arm64" })).toBeLessThan(0.0097);
  expect(cost({ spot: false, extractVcpus: 4 })).toBeGreaterThan(0.014);
  expect(cost({ engine: "whisper" })).toBeLessThan(0.005);
});
