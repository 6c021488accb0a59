import type { Metrics } from "../metrics.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { WebhookMetric } from "./webhook-metrics.ts";

export interface WakeDeliveryQueuesDeps {
  deliveries: Pick<DeliveryStore, "listWaiting">;
  wakeUps: WakeUps;
  metrics: Metrics<WebhookMetric>;
  now: () => Date;
}

/** Deliveries per sweep; later sweeps list the rest as the first ones end. */
const maxListed = 5000;

/**
 * The sweep: wakes every queue with a due delivery, because wake-ups may be lost and cover at most 15 minutes, and records
 * metrics of the waiting deliveries.
 */
export const wakeDeliveryQueues = async ({
  deliveries,
  wakeUps,
  metrics,
  now,
}: WakeDeliveryQueuesDeps): Promise<void> => {
  const waiting = await deliveries.listWaiting(maxListed);
  const nowMs = now().getTime();
  const due = waiting.filter(({ dueAt }) => Date.parse(dueAt) <= nowMs);
  const ageSeconds = (times: readonly string[]): number =>
    times.length === 0 ? 0 : (nowMs - Math.min(...times.map((time) => Date.parse(time)))) / 1000;
  metrics.record({
    Waiting: waiting.length,
    OldestUndeliveredSeconds: ageSeconds(waiting.map(({ createdAt }) => createdAt)),
    OverdueSeconds: ageSeconds(due.map(({ dueAt }) => dueAt)),
  });
  for (const queue of new Set(due.map((entry) => entry.queue))) await wakeUps.wake(queue);
};
