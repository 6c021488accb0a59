import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";

export interface WakeLanesDeps {
  deliveries: Pick<DeliveryStore, "listWaiting">;
  wakeUps: WakeUps;
  metrics: WebhookMetrics;
  now: () => Date;
}

/** Enough for the lanes of a bad day; what is beyond comes in as the first ones end. */
const listed = 5000;

/**
 * The sweep: wakes every lane that has something due, since wake-ups may have been lost and reach at most 15 minutes
 * ahead, and measures what waits.
 */
export const wakeLanes = async ({ deliveries, wakeUps, metrics, now }: WakeLanesDeps): Promise<void> => {
  const waiting = await deliveries.listWaiting(listed);
  const nowMs = now().getTime();
  const due = waiting.filter(({ dueAt }) => Date.parse(dueAt) <= nowMs);
  const ageSeconds = (times: readonly string[]): number =>
    times.length === 0 ? 0 : (nowMs - Math.min(...times.map((time) => Date.parse(time)))) / 1000;
  metrics.record({
    Waiting: waiting.length,
    OldestUndeliveredSeconds: ageSeconds(waiting.map(({ createdAt }) => createdAt)),
    OverdueSeconds: ageSeconds(due.map(({ dueAt }) => dueAt)),
  });
  for (const lane of new Set(due.map((entry) => entry.lane))) await wakeUps.wake(lane);
};
