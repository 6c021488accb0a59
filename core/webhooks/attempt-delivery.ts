import type { AccountStore } from "../accounts/account.ts";
import type { Metrics } from "../metrics.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { CaptioningTaskStore } from "../tasks/task-store.ts";
import {
  type Attempt,
  afterAttempt,
  type Delivery,
  postponed,
  superseded,
  type WaitingDelivery,
} from "./delivery.ts";
import { deliveryQueueOf } from "./delivery-queue.ts";
import {
  type DeliveryKey,
  type DeliveryStore,
  maxWakeUpDelaySeconds,
  type WakeUps,
} from "./delivery-store.ts";
import { nextAction } from "./next-attempt.ts";
import { signatureHeaders } from "./signatures.ts";
import type { WebhookMetric } from "./webhook-metrics.ts";

/** Sends one HTTP request, 10 s at most. Never rejects: the result says what failed. */
export interface WebhookSender {
  post(
    recipient: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Pick<Attempt, "status" | "error" | "responseBody">>;
}

export interface AttemptDeps {
  deliveries: DeliveryStore;
  accounts: Pick<AccountStore, "get">;
  tasks: Pick<CaptioningTaskStore, "get">;
  wakeUps: WakeUps;
  sender: WebhookSender;
  metrics: Metrics<WebhookMetric>;
  delaysSeconds: readonly number[];
  now: () => Date;
}

/** The state of one worker of a queue. */
export interface DeliveryWorker {
  /** Aborts the current request. Set only during a retry of progress, which must not delay anything. */
  cancel: (() => void) | null;
}

/** Makes the first attempts of a task's deliveries and handles its progress, one after the other (next-attempt.ts). */
export const deliverInOrder = async (
  taskId: string,
  worker: DeliveryWorker,
  deps: AttemptDeps,
): Promise<void> => {
  for (;;) {
    const action = nextAction(await deps.deliveries.listOfTask(taskId), deps.now());
    if (action === null) return;
    const { delivery } = action;
    if (action.kind === "postpone") {
      await write(delivery, postponed(delivery, action.until), deps);
      continue;
    }
    const isObsolete =
      action.kind === "supersede" || (delivery.event === "progress" && !(await isRendering(taskId, deps)));
    if (isObsolete) {
      await write(delivery, superseded(delivery, deps.now()), deps);
      continue;
    }
    const abort = new AbortController();
    if (delivery.event === "progress" && delivery.attemptCount > 0) worker.cancel = () => abort.abort();
    await attemptDelivery(delivery, abort.signal, deps);
    worker.cancel = null;
  }
};

/** Returns whether the delivery of a queue's entry no longer exists. */
export const isDeleted = async (
  { taskId, sequence }: DeliveryKey,
  { deliveries }: AttemptDeps,
): Promise<boolean> => (await deliveries.listOfTask(taskId)).every((one) => one.sequence !== sequence);

/** Makes another attempt at one delivery if it is still due. */
export const retryDelivery = async ({ taskId, sequence }: DeliveryKey, deps: AttemptDeps): Promise<void> => {
  const found = (await deps.deliveries.listOfTask(taskId)).find((one) => one.sequence === sequence);
  if (found?.state !== "waiting" || found.dueAt > deps.now().toISOString()) return;
  await attemptDelivery(found, new AbortController().signal, deps);
};

const isRendering = async (taskId: string, { tasks }: AttemptDeps): Promise<boolean> =>
  (await tasks.get(taskId))?.status === "rendering";

const attemptDelivery = async (
  delivery: WaitingDelivery,
  signal: AbortSignal,
  deps: AttemptDeps,
): Promise<void> => {
  const { accounts, deliveries, sender, now } = deps;
  const [account, body] = await Promise.all([
    accounts.get(delivery.accountId),
    deliveries.readBody(delivery),
  ]);
  if (account === null) throw new Error(`The account of delivery ${delivery.eventId} does not exist.`);
  const at = now();
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...signatureHeaders({ eventId: delivery.eventId, body, at }, account),
  };
  const response = await sender.post(delivery.recipient, body, headers, signal);
  const durationMs = Math.max(0, now().getTime() - at.getTime());
  const attempt: Attempt = { at: at.toISOString(), durationMs, ...response };
  const attempted = afterAttempt(delivery, attempt, deps.delaysSeconds);
  // Progress never becomes a dead letter: later notifications have replaced it by then.
  const next =
    attempted.state === "dead" && attempted.event === "progress"
      ? { ...attempted, state: "superseded" as const }
      : attempted;
  await write(delivery, next, deps);
  recordMetrics(next, deps);
};

/** A concurrent modification wins: receivers deduplicate by the event ID. */
const write = async (from: WaitingDelivery, to: Delivery, deps: AttemptDeps): Promise<void> => {
  try {
    await deps.deliveries.update(from, to);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  if (to.state !== "waiting") return;
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(to.dueAt) - deps.now().getTime()) / 1000));
  // The sweep wakes the queue for later ones.
  if (delaySeconds <= maxWakeUpDelaySeconds)
    await deps.wakeUps.wake(deliveryQueueOf(to.accountId, to.recipient), delaySeconds);
};

const recordMetrics = (delivery: Delivery, { metrics, now }: AttemptDeps): void => {
  const isDelivered = delivery.state === "delivered";
  const ageSeconds = (now().getTime() - Date.parse(delivery.createdAt)) / 1000;
  metrics.record({
    Attempts: 1,
    Delivered: isDelivered ? 1 : 0,
    DeadLetters: delivery.state === "dead" ? 1 : 0,
    ...(isDelivered ? { SecondsToDeliver: ageSeconds } : {}),
  });
};
