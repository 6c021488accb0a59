import type { Delivery, WaitingDelivery } from "./delivery.ts";

/** Progress is told at most this often. */
export const progressGapMs = 2000;

/**
 * What is to be done next about a task's deliveries, apart from the retries of all but progress:
 *
 * - try: the first try of the first one that has had none, so that first tries go in order of `sequence`; or a progress
 * - overtaken: a progress that something later of the task has made worthless, also one that waits to be retried
 * - postpone: a progress that comes too soon after the one before
 *
 * `deliveries` are all of one task, by sequence. Null: nothing now.
 */
export type Turn =
  | { kind: "try" | "overtaken"; delivery: WaitingDelivery }
  | { kind: "postpone"; delivery: WaitingDelivery; until: Date }
  | null;

export const nextTurn = (deliveries: readonly Delivery[], now: Date): Turn => {
  const last = deliveries.at(-1)?.sequence ?? 0;
  for (const delivery of deliveries) {
    if (delivery.state !== "waiting") continue;
    if (delivery.event !== "progress") {
      if (delivery.tries === 0) return { kind: "try", delivery };
      continue;
    }
    if (delivery.sequence < last) return { kind: "overtaken", delivery };
    if (Date.parse(delivery.dueAt) > now.getTime()) continue;
    const until = new Date(lastProgressMs(deliveries) + progressGapMs);
    return until > now ? { kind: "postpone", delivery, until } : { kind: "try", delivery };
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
