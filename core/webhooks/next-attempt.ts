import type { Delivery, WaitingDelivery } from "./delivery.ts";

/** Minimum time between two progress notifications of a task. */
export const progressGapMs = 2000;

/**
 * What to do next for a task's deliveries, apart from retries of anything but progress:
 *
 * - attempt: the first attempt of the first delivery without one, so that first attempts follow `sequence`; or progress
 * - supersede: progress that a later delivery of the task has made obsolete, also while it waits for a retry
 * - postpone: progress that comes too soon after the one before
 *
 * `deliveries` are all of one task, by sequence. Null: nothing now.
 */
export type DeliveryAction =
  | { kind: "attempt" | "supersede"; delivery: WaitingDelivery }
  | { kind: "postpone"; delivery: WaitingDelivery; until: Date }
  | null;

export const nextAction = (deliveries: readonly Delivery[], now: Date): DeliveryAction => {
  const last = deliveries.at(-1)?.sequence ?? 0;
  for (const delivery of deliveries) {
    if (delivery.state !== "waiting") continue;
    if (delivery.event !== "progress") {
      if (delivery.attemptCount === 0) return { kind: "attempt", delivery };
      continue;
    }
    if (delivery.sequence < last) return { kind: "supersede", delivery };
    if (Date.parse(delivery.dueAt) > now.getTime()) continue;
    const until = new Date(lastProgressMs(deliveries) + progressGapMs);
    return until > now ? { kind: "postpone", delivery, until } : { kind: "attempt", delivery };
  }
  return null;
};

const lastProgressMs = (deliveries: readonly Delivery[]): number =>
  Math.max(
    0,
    ...deliveries
      .filter(({ event }) => event === "progress")
      .flatMap(({ attempts }) => attempts.map(({ at }) => Date.parse(at))),
  );
