import { maxShards } from "../shards.ts";
import { invocationsPerTask, requestsPerTaskMinute, transitionsPerTask } from "../work.ts";
import { secondsPerDay } from "./arrivals.ts";
import type { Quantities } from "./quantities.ts";

export const intervalSeconds = 300;

/** One interval of five minutes. */
export interface DayInterval {
  created: number;
  /** Containers that started. */
  started: number;
  /** Containers that ended. */
  ended: number;
  /** Maxima of the interval. */
  vcpus: number;
  leases: number;
  waiting: number;
  transcribeJobs: number;
  tasks: number;
}

export type Gauge = "vcpus" | "leases" | "waiting" | "transcribeJobs" | "tasks";

const emptyInterval = (): DayInterval => ({
  created: 0,
  started: 0,
  ended: 0,
  vcpus: 0,
  leases: 0,
  waiting: 0,
  transcribeJobs: 0,
  tasks: 0,
});

/** A lease in its item: two IDs, a time, a number, and the names of the fields (adapters/dynamo/capacity-store.ts). */
const leaseBytes = 135;
const writeUnitBytes = 1024;
/** Containers of a task that follow each other. */
const containersPerTask = 3;
/** Concurrent deliverers of webhooks (lib/webhooks.ts). */
const deliverers = 5;

const quantitiesOf = (interval: DayInterval): Quantities => {
  const tasksPerSecond = interval.ended / containersPerTask / intervalSeconds;
  const requests = (interval.tasks * requestsPerTaskMinute) / 60;
  // Of one of all shards, which a load near the limits has.
  const size = (interval.leases * leaseBytes) / maxShards;
  const writes = (interval.started + interval.ended) / intervalSeconds / maxShards;
  return {
    vcpus: interval.vcpus,
    // A request of a client takes 0.1 s.
    concurrentFunctions: tasksPerSecond * invocationsPerTask + requests * 0.1 + deliverers,
    transcribeJobs: interval.transcribeJobs,
    runTasks: interval.started / intervalSeconds,
    leaseWrites: writes * Math.ceil(size / writeUnitBytes),
    leaseBytes: size,
    transitions: tasksPerSecond * transitionsPerTask,
    requests,
  };
};

/** Collects what happens during a simulated day; later intervals count as its last one. */
export class Recorder {
  readonly intervals: DayInterval[] = Array.from({ length: secondsPerDay / intervalSeconds }, emptyInterval);

  count(at: number, what: "created" | "started" | "ended"): void {
    if (at < secondsPerDay) this.intervalAt(at)[what] += 1;
  }

  gauge(at: number, what: Gauge, value: number): void {
    const interval = this.intervalAt(at);
    if (value > interval[what]) interval[what] = value;
  }

  /** Returns the highest use of each quota in any interval. */
  peaks(): Quantities {
    const all = this.intervals.map(quantitiesOf);
    const [first] = all as [Quantities, ...Quantities[]];
    const names = Object.keys(first) as (keyof Quantities)[];
    const highest = (name: keyof Quantities): number =>
      all.reduce((most, each) => Math.max(most, each[name]), 0);
    return Object.fromEntries(names.map((name) => [name, highest(name)])) as Record<keyof Quantities, number>;
  }

  private intervalAt(at: number): DayInterval {
    const index = Math.min(this.intervals.length - 1, Math.floor(at / intervalSeconds));
    return this.intervals[index] as DayInterval;
  }
}
