import {
  type AttemptDeps,
  type DeliveryWorker,
  deliverInOrder,
  isDeleted,
  retryDelivery,
} from "./attempt-delivery.ts";
import { recipientKey } from "./delivery-queue.ts";
import type { DeliveryQueues, DueDelivery } from "./delivery-store.ts";

export interface DeliveryQueueDeps extends AttemptDeps {
  queues: DeliveryQueues;
  newId: () => string;
  wait: (milliseconds: number) => Promise<void>;
}

/** Concurrent requests to one origin, and to one URL of it. */
const maxWorkers = 20;
const maxWorkersPerRecipient = 5;
/** A process that dies blocks its queue for at most this long. */
const leaseMs = 15_000;
/** A process starts no attempt after this; the current ones end within the 10 s of a request. */
const workMs = 35_000;
/** How soon new entries are noticed. */
const pollMs = 400;
/** How far ahead entries are waited for. */
const lookaheadMs = 2000;
const pageSize = 50;
const maxPages = 20;

interface RunningWorker extends DeliveryWorker {
  recipient: string;
  done: Promise<void>;
}

/**
 * Delivers what is due in a queue until nothing is, unless another process does so already. First attempts of a task follow
 * each other, retries run beside them. Idempotent, and safe to run concurrently. Rejects at the end when deliveries could
 * not be processed: they stay due.
 */
export const workDeliveryQueue = async (queue: string, deps: DeliveryQueueDeps): Promise<void> => {
  const { queues, now } = deps;
  const holder = deps.newId();
  const leaseEnd = (): Date => new Date(now().getTime() + leaseMs);
  let leaseUntil = leaseEnd();
  let requests = await queues.acquire(queue, holder, leaseUntil);
  if (requests === null) return;
  const stopAt = now().getTime() + workMs;
  const pool = createWorkerPool(queue, deps);
  for (;;) {
    if (leaseUntil.getTime() - now().getTime() < leaseMs / 2) {
      leaseUntil = leaseEnd();
      if (!(await queues.renew(queue, holder, leaseUntil))) break;
    }
    const isOver = now().getTime() >= stopAt;
    const soonest = isOver ? null : await startDue(queue, pool, deps);
    if (pool.isBusy()) {
      await Promise.race([pool.nextDone(), deps.wait(pollMs)]);
      continue;
    }
    if (soonest !== null) {
      await deps.wait(Math.max(1, soonest.getTime() - now().getTime()));
      continue;
    }
    const newRequests = await queues.release(queue, holder, requests);
    if (newRequests === null) {
      if (isOver) await deps.wakeUps.wake(queue);
      break;
    }
    requests = newRequests;
  }
  await pool.end();
};

/** Starts due entries while the pool has capacity. Returns when the next entry is due, if that is soon. */
const startDue = async (
  queue: string,
  pool: WorkerPool,
  { deliveries, now }: DeliveryQueueDeps,
): Promise<Date | null> => {
  const until = new Date(now().getTime() + lookaheadMs);
  let after: DueDelivery | undefined;
  for (let page = 0; page < maxPages && pool.hasCapacity(); page += 1) {
    const due = await deliveries.listDue(queue, until, pageSize, after);
    for (const entry of due) {
      const dueAt = new Date(entry.dueAt);
      if (dueAt > now()) return dueAt;
      pool.submit(entry);
    }
    if (due.length < pageSize) return null;
    after = due.at(-1);
  }
  return null;
};

type WorkerPool = ReturnType<typeof createWorkerPool>;

const createWorkerPool = (queue: string, deps: DeliveryQueueDeps) => {
  const workers = new Map<string, RunningWorker>();
  /** Not restarted by this process: they would fail again immediately. */
  const failed = new Set<string>();
  const errors: unknown[] = [];

  const start = (name: string, recipient: string, work: (worker: DeliveryWorker) => Promise<void>): void => {
    const worker: RunningWorker = { recipient, cancel: null, done: Promise.resolve() };
    workers.set(name, worker);
    worker.done = work(worker)
      .catch((error: unknown) => {
        failed.add(name);
        errors.push(error);
      })
      .finally(() => workers.delete(name));
  };

  return {
    isBusy: () => workers.size > 0,
    hasCapacity: () => workers.size < maxWorkers,
    nextDone: () => Promise.race([...workers.values()].map(({ done }) => done)),

    /** Starts a worker for the entry unless one is running or there is no capacity now. */
    submit(entry: DueDelivery): void {
      const isRetry = entry.attemptCount > 0 && entry.event !== "progress";
      const name = isRetry ? `${entry.taskId} ${entry.sequence}` : entry.taskId;
      const running = workers.get(name);
      if (entry.attemptCount === 0) running?.cancel?.();
      if (running || failed.has(name) || workers.size >= maxWorkers) return;
      const recipient = recipientKey(entry.recipient);
      const sameRecipient = [...workers.values()].filter((worker) => worker.recipient === recipient).length;
      if (sameRecipient >= maxWorkersPerRecipient) return;
      start(name, recipient, async (worker) => {
        if (await isDeleted(entry, deps)) await deps.deliveries.removeEntry(queue, entry);
        else if (isRetry) await retryDelivery(entry, deps);
        else await deliverInOrder(entry.taskId, worker, deps);
      });
    },

    async end(): Promise<void> {
      await Promise.all([...workers.values()].map(({ done }) => done));
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deliveries failed`);
    },
  };
};
