import type { AccountStore } from "../accounts/account.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { CaptioningTaskStore } from "../tasks/task-store.ts";
import {
  type Attempt,
  afterTry,
  type Delivery,
  overtaken,
  postponed,
  type WaitingDelivery,
} from "./delivery.ts";
import { laneOf } from "./delivery-queue.ts";
import {
  type DeliveryKey,
  type DeliveryStore,
  maxWakeUpDelaySeconds,
  type WakeUps,
} from "./delivery-store.ts";
import { nextTurn } from "./next-attempt.ts";
import { signatureHeaders } from "./signatures.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";

/** One HTTP exchange, 10 s at most. Never rejects: what went wrong is in the answer. */
export interface WebhookSender {
  post(
    recipient: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Pick<Attempt, "status" | "error" | "answer">>;
}

export interface TryDeps {
  deliveries: DeliveryStore;
  accounts: Pick<AccountStore, "get">;
  tasks: Pick<CaptioningTaskStore, "get">;
  wakeUps: WakeUps;
  sender: WebhookSender;
  metrics: WebhookMetrics;
  delaysSeconds: readonly number[];
  now: () => Date;
}

/** What one job of a lane is doing. */
export interface Job {
  /** Set while a progress is tried again: nothing may wait for that, so it can be broken off. */
  breakOff: (() => void) | null;
}

/** All of a task that has its turn (turn.ts), one after the other. */
export const takeTurns = async (taskId: string, job: Job, deps: TryDeps): Promise<void> => {
  for (;;) {
    const turn = nextTurn(await deps.deliveries.listOfTask(taskId), deps.now());
    if (turn === null) return;
    const { delivery } = turn;
    if (turn.kind === "postpone") {
      await write(delivery, postponed(delivery, turn.until), deps);
      continue;
    }
    const isLate =
      turn.kind === "overtaken" || (delivery.event === "progress" && !(await isRendering(taskId, deps)));
    if (isLate) {
      await write(delivery, overtaken(delivery, deps.now()), deps);
      continue;
    }
    const abort = new AbortController();
    if (delivery.event === "progress" && delivery.tries > 0) job.breakOff = () => abort.abort();
    await tryNow(delivery, abort.signal, deps);
    job.breakOff = null;
  }
};

/** Whether there is no delivery to an entry any more. */
export const isGone = async ({ taskId, sequence }: DeliveryKey, { deliveries }: TryDeps): Promise<boolean> =>
  (await deliveries.listOfTask(taskId)).every((one) => one.sequence !== sequence);

/** Tries one delivery again, if it still is due. */
export const retry = async ({ taskId, sequence }: DeliveryKey, deps: TryDeps): Promise<void> => {
  const found = (await deps.deliveries.listOfTask(taskId)).find((one) => one.sequence === sequence);
  if (found?.state !== "waiting" || found.dueAt > deps.now().toISOString()) return;
  await tryNow(found, new AbortController().signal, deps);
};

const isRendering = async (taskId: string, { tasks }: TryDeps): Promise<boolean> =>
  (await tasks.get(taskId))?.status === "rendering";

const tryNow = async (delivery: WaitingDelivery, signal: AbortSignal, deps: TryDeps): Promise<void> => {
  const { accounts, deliveries, sender, now } = deps;
  const [account, body] = await Promise.all([accounts.get(delivery.accountId), deliveries.body(delivery)]);
  if (account === null) throw new Error(`The account of delivery ${delivery.eventId} is gone`);
  const at = now();
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...signatureHeaders({ eventId: delivery.eventId, body, at }, account),
  };
  const answer = await sender.post(delivery.recipient, body, headers, signal);
  const durationMs = Math.max(0, now().getTime() - at.getTime());
  const attempt: Attempt = { at: at.toISOString(), durationMs, ...answer };
  const tried = afterTry(delivery, attempt, deps.delaysSeconds);
  // No dead letter of a progress: by then something later has told more.
  const next =
    tried.state === "dead" && tried.event === "progress" ? { ...tried, state: "overtaken" as const } : tried;
  await write(delivery, next, deps);
  record(next, deps);
};

/** A row that somebody else wrote meanwhile stays as it is: the receiver dedupes by the event's id. */
const write = async (from: WaitingDelivery, to: Delivery, deps: TryDeps): Promise<void> => {
  try {
    await deps.deliveries.update(from, to);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  if (to.state !== "waiting") return;
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(to.dueAt) - deps.now().getTime()) / 1000));
  // Later ones are the sweep's.
  if (delaySeconds <= maxWakeUpDelaySeconds)
    await deps.wakeUps.wake(laneOf(to.accountId, to.recipient), delaySeconds);
};

const record = (delivery: Delivery, { metrics, now }: TryDeps): void => {
  const isDelivered = delivery.state === "delivered";
  const ageSeconds = (now().getTime() - Date.parse(delivery.createdAt)) / 1000;
  metrics.record({
    Tries: 1,
    Delivered: isDelivered ? 1 : 0,
    DeadLetters: delivery.state === "dead" ? 1 : 0,
    ...(isDelivered ? { SecondsToDeliver: ageSeconds } : {}),
  });
};
