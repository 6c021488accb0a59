import { isGone, type Job, retry, type TryDeps, takeTurns } from "./attempt-delivery.ts";
import { recipientKey } from "./delivery-queue.ts";
import type { DueTry, Lanes } from "./delivery-store.ts";

export interface LaneDeps extends TryDeps {
  lanes: Lanes;
  newId: () => string;
  wait: (milliseconds: number) => Promise<void>;
}

/** Exchanges at once with one origin, and with one address of it. */
const maxJobs = 20;
const maxJobsPerRecipient = 5;
/** A worker that dies leaves its lane closed for at most so long. */
const leaseMs = 15_000;
/** A worker begins nothing after that; what is under way ends within the 10 s of an exchange. */
const workMs = 35_000;
/** How soon work that comes meanwhile is seen. */
const pollMs = 400;
/** What is due that soon is waited for. */
const soonMs = 2000;
const pageSize = 50;
const maxPages = 20;

interface RunningJob extends Job {
  recipient: string;
  done: Promise<void>;
}

/**
 * Delivers what is due in a lane until nothing is, if nobody else does so already. First tries of a task go one after the
 * other, retries beside them. Safe to call at any time and twice. Rejects, after all else is done, when deliveries could
 * not be processed: they stay due.
 */
export const workLane = async (lane: string, deps: LaneDeps): Promise<void> => {
  const { lanes, now } = deps;
  const holder = deps.newId();
  const leaseEnd = (): Date => new Date(now().getTime() + leaseMs);
  let leaseUntil = leaseEnd();
  let calls = await lanes.enter(lane, holder, leaseUntil);
  if (calls === null) return;
  const stopAt = now().getTime() + workMs;
  const crew = createCrew(lane, deps);
  for (;;) {
    if (leaseUntil.getTime() - now().getTime() < leaseMs / 2) {
      leaseUntil = leaseEnd();
      if (!(await lanes.keep(lane, holder, leaseUntil))) break;
    }
    const isOver = now().getTime() >= stopAt;
    const soonest = isOver ? null : await startDue(lane, crew, deps);
    if (crew.isBusy()) {
      await Promise.race([crew.next(), deps.wait(pollMs)]);
      continue;
    }
    if (soonest !== null) {
      await deps.wait(Math.max(1, soonest.getTime() - now().getTime()));
      continue;
    }
    const newer = await lanes.leave(lane, holder, calls);
    if (newer === null) {
      if (isOver) await deps.wakeUps.wake(lane);
      break;
    }
    calls = newer;
  }
  await crew.end();
};

/** Starts what is due and has room; when the next try is due, if that is soon. */
const startDue = async (lane: string, crew: Crew, { deliveries, now }: LaneDeps): Promise<Date | null> => {
  const until = new Date(now().getTime() + soonMs);
  let after: DueTry | undefined;
  for (let page = 0; page < maxPages && crew.hasRoom(); page += 1) {
    const due = await deliveries.listDue(lane, until, pageSize, after);
    for (const entry of due) {
      const dueAt = new Date(entry.dueAt);
      if (dueAt > now()) return dueAt;
      crew.offer(entry);
    }
    if (due.length < pageSize) return null;
    after = due.at(-1);
  }
  return null;
};

type Crew = ReturnType<typeof createCrew>;

const createCrew = (lane: string, deps: LaneDeps) => {
  const jobs = new Map<string, RunningJob>();
  /** Not begun again by this worker: they would fail again at once. */
  const failed = new Set<string>();
  const errors: unknown[] = [];

  const start = (name: string, recipient: string, work: (job: Job) => Promise<void>): void => {
    const job: RunningJob = { recipient, breakOff: null, done: Promise.resolve() };
    jobs.set(name, job);
    job.done = work(job)
      .catch((error: unknown) => {
        failed.add(name);
        errors.push(error);
      })
      .finally(() => jobs.delete(name));
  };

  return {
    isBusy: () => jobs.size > 0,
    hasRoom: () => jobs.size < maxJobs,
    next: () => Promise.race([...jobs.values()].map(({ done }) => done)),

    /** Begins the entry's job unless it is under way or there is no room for it now. */
    offer(entry: DueTry): void {
      const isRetry = entry.tries > 0 && entry.event !== "progress";
      const name = isRetry ? `${entry.taskId} ${entry.sequence}` : entry.taskId;
      const running = jobs.get(name);
      if (entry.tries === 0) running?.breakOff?.();
      if (running || failed.has(name) || jobs.size >= maxJobs) return;
      const recipient = recipientKey(entry.recipient);
      const beside = [...jobs.values()].filter((job) => job.recipient === recipient).length;
      if (beside >= maxJobsPerRecipient) return;
      start(name, recipient, async (job) => {
        if (await isGone(entry, deps)) await deps.deliveries.forget(lane, entry);
        else if (isRetry) await retry(entry, deps);
        else await takeTurns(entry.taskId, job, deps);
      });
    },

    async end(): Promise<void> {
      await Promise.all([...jobs.values()].map(({ done }) => done));
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deliveries failed`);
    },
  };
};
