import { type Random, seededRandom } from "../../seeded-random.ts";
import { capacityTimeoutSeconds, containerVcpus, type WorkerName } from "../capacity.ts";
import { shardCount, shardVcpus } from "../shards.ts";
import { workMinutes } from "../work.ts";
import { arrivalsOfDay } from "./arrivals.ts";
import { EventQueue } from "./event-queue.ts";
import { CallRate, Pool } from "./pool.ts";
import type { Quantities } from "./quantities.ts";
import { type DayInterval, Recorder } from "./recorder.ts";

/** A day of captioning tasks, and the quotas that they meet. Infinity: no limit. */
export interface SimulatedDay {
  tasksPerDay: number;
  /** Of one video. */
  minutes: number;
  /** The load of the busiest hour divided by the mean. */
  peakFactor: number;
  /** Share of the tasks that Whisper transcribes. */
  whisperShare: number;
  vcpus: number;
  transcribeJobs: number;
  /** RunTask calls a second. */
  runTasks: number;
  seed: number;
}

export interface DayResult {
  created: number;
  completed: number;
  /** Tasks that waited 12 hours for vCPUs: CapacityUnavailable. */
  failed: number;
  /** Transcriptions that Whisper took over because all jobs of Amazon Transcribe were in use. */
  fallbacks: number;
  /** Of completed tasks, minutes from creation to completion. */
  median: number;
  percentile95: number;
  intervals: readonly DayInterval[];
  peaks: Quantities;
}

/** Burst of RunTask calls. Source: the throttling page of ECS. */
const runTaskBurst = 100;
/** Retries of a job that Amazon Transcribe rejects (transcription.asl.json). */
const jobRetries = { attempts: 6, intervalSeconds: 5, maxSeconds: 60 };

/** One run: the state of the simulated stack. */
class Simulation {
  readonly recorder = new Recorder();
  readonly finished: number[] = [];
  failed = 0;
  fallbacks = 0;
  private readonly events = new EventQueue<() => void>();
  private now = 0;
  private tasks = 0;
  private leases = 0;
  private usedVcpus = 0;
  private waiting = 0;
  private jobs = 0;
  private readonly day: SimulatedDay;
  private readonly random: Random;
  /** The shards of leases (core/capacity/shards.ts). */
  private readonly pools: readonly Pool[];
  private readonly starts: CallRate;

  constructor(day: SimulatedDay, random: Random) {
    this.day = day;
    this.random = random;
    this.pools = Array.from(
      { length: shardCount(day.vcpus) },
      (_, shard) => new Pool(shardVcpus(day.vcpus, shard)),
    );
    this.starts = new CallRate(day.runTasks, runTaskBurst);
  }

  /** Runs until every task has ended. */
  run(arrivals: readonly number[]): void {
    this.expect(arrivals, 0);
    for (let next = this.events.pop(); next !== null; next = this.events.pop()) {
      this.now = next.at;
      next.event();
    }
  }

  /** Only the next task is among the events, which keeps their number small. */
  private expect(arrivals: readonly number[], index: number): void {
    const at = arrivals[index];
    if (at === undefined) return;
    this.events.push(at, () => {
      this.create();
      this.expect(arrivals, index + 1);
    });
  }

  private after(seconds: number, event: () => void): void {
    this.events.push(this.now + seconds, event);
  }

  private create(): void {
    const createdAt = this.now;
    this.recorder.count(this.now, "created");
    this.tasks += 1;
    this.recorder.gauge(this.now, "tasks", this.tasks);
    const { minutes, whisperShare } = this.day;
    const complete = (): void => {
      this.tasks -= 1;
      this.finished.push((this.now - createdAt) / 60);
    };
    const render = (): void => this.container("render", workMinutes.render * minutes, complete);
    const whisper = (): void => this.container("speech", workMinutes.speech * minutes, render);
    const transcribe = (): void => this.transcribe(jobRetries.attempts, render, whisper);
    const speech = (): void => {
      if (this.random.next() < whisperShare) whisper();
      else this.container("extract", workMinutes.extract * minutes, transcribe);
    };
    this.container("import", workMinutes.import * minutes, speech);
  }

  private container(name: WorkerName, workOf: number, next: () => void): void {
    const since = this.now;
    const vcpus = containerVcpus[name];
    const pool = this.anyPool();
    const end = (): void => {
      this.leases -= 1;
      this.recorder.count(this.now, "ended");
      next();
      this.usedVcpus -= vcpus;
      pool.release(vcpus);
    };
    const start = (): void => {
      this.recorder.count(this.now, "started");
      this.after((workMinutes.start + workOf) * 60, end);
    };
    this.waiting += 1;
    pool.take(vcpus, () => {
      this.waiting -= 1;
      if (this.now - since > capacityTimeoutSeconds) {
        this.fail(vcpus, pool);
        return;
      }
      this.usedVcpus += vcpus;
      this.leases += 1;
      this.recorder.gauge(this.now, "leases", this.leases);
      this.recorder.gauge(this.now, "vcpus", this.usedVcpus);
      this.after(this.starts.accept(this.now) - this.now, start);
    });
    this.recorder.gauge(this.now, "waiting", this.waiting);
  }

  /** A lease's shard follows from its ID, which is random. */
  private anyPool(): Pool {
    return this.pools[this.random.below(this.pools.length)] as Pool;
  }

  private fail(vcpus: number, pool: Pool): void {
    this.failed += 1;
    this.tasks -= 1;
    this.after(0, () => pool.release(vcpus));
  }

  private transcribe(attemptsLeft: number, done: () => void, fallBack: () => void): void {
    if (this.jobs < this.day.transcribeJobs) {
      this.jobs += 1;
      this.recorder.gauge(this.now, "transcribeJobs", this.jobs);
      this.after(Math.max(15, workMinutes.transcribe * this.day.minutes * 60), () => {
        this.jobs -= 1;
        done();
      });
      return;
    }
    if (attemptsLeft === 0) {
      this.fallbacks += 1;
      fallBack();
      return;
    }
    const { attempts, intervalSeconds, maxSeconds } = jobRetries;
    const longest = Math.min(maxSeconds, intervalSeconds * 2 ** (attempts - attemptsLeft));
    this.after(this.random.next() * longest, () => this.transcribe(attemptsLeft - 1, done, fallBack));
  }
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/**
 * Simulates a day of captioning tasks of equal videos, from their creation to the end of the last one. vCPUs are granted in
 * the order of arrival: the fairness between accounts changes who waits, not how long all wait together.
 */
export const simulateLoad = (day: SimulatedDay): DayResult => {
  const random = seededRandom(day.seed);
  const simulation = new Simulation(day, random);
  const arrivals = arrivalsOfDay(day, random);
  simulation.run(arrivals);
  const { finished, failed, fallbacks, recorder } = simulation;
  const sorted = Float64Array.from(finished).sort();
  return {
    created: arrivals.length,
    completed: finished.length,
    failed,
    fallbacks,
    median: percentile(sorted, 0.5),
    percentile95: percentile(sorted, 0.95),
    intervals: recorder.intervals,
    peaks: recorder.peaks(),
  };
};
