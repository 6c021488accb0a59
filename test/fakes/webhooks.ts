import { type OutboxEvent, outboxSortKey } from "../../core/events/outbox.ts";
import type { StatusEvent } from "../../core/events/status-event.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { type Delivery, deliverySchema } from "../../core/webhooks/delivery.ts";
import { laneOf } from "../../core/webhooks/delivery-queue.ts";
import type { DeliveryStore, DueTry, Lanes, WakeUps } from "../../core/webhooks/delivery-store.ts";

const nameOf = (key: { taskId: string; sequence: number }): string => `${key.taskId} ${key.sequence}`;
const bySequence = (a: Delivery, b: Delivery): number => a.sequence - b.sequence;
const placeOf = ({ dueAt, taskId, sequence }: Pick<DueTry, "dueAt" | "taskId" | "sequence">): string =>
  `${dueAt} ${taskId} ${String(sequence).padStart(9, "0")}`;

/** What the outbox holds of a task. */
export const outboxRows = (
  events: readonly StatusEvent[],
  taskId: string,
  detailType: OutboxEvent["detailType"],
): OutboxEvent[] =>
  events
    .filter((event) => event.taskId === taskId)
    .map((event) => ({
      pk: `TASK#${taskId}`,
      sk: outboxSortKey(event.sequence),
      detailType,
      event,
    }));

export const createMemoryDeliveries = (): DeliveryStore => {
  const rows = new Map<string, Delivery>();
  const bodies = new Map<string, string>();
  const waiting = () =>
    [...rows.values()]
      .flatMap((row) => (row.state === "waiting" ? [row] : []))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return {
    add: async (delivery, body) => {
      if (rows.has(nameOf(delivery))) return;
      rows.set(nameOf(delivery), structuredClone(delivery));
      bodies.set(nameOf(delivery), body);
    },
    listOfTask: async (taskId) =>
      structuredClone([...rows.values()].filter((row) => row.taskId === taskId).sort(bySequence)),
    listOfAccount: async (accountId, limit) =>
      [...rows.values()]
        .filter((row) => row.accountId === accountId)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.sequence - a.sequence)
        .slice(0, limit),
    body: async (key) => {
      const body = bodies.get(nameOf(key));
      if (body === undefined) throw new Error("The delivery has no body");
      return body;
    },
    update: async (from, to) => {
      if (rows.get(nameOf(to))?.revision !== from.revision)
        throw new WriteConflict("The delivery has changed");
      rows.set(nameOf(to), deliverySchema.parse(structuredClone(to)));
    },
    listDue: async (lane, until, limit, after) =>
      waiting()
        .filter((row) => laneOf(row.accountId, row.recipient) === lane && row.dueAt <= until.toISOString())
        .filter((row) => after === undefined || placeOf(row) > placeOf(after))
        .slice(0, limit)
        .map(({ taskId, sequence, recipient, dueAt, tries, event }) => {
          return { taskId, sequence, recipient, dueAt, tries, event };
        }),
    forget: async () => {
      throw new Error("Entries and deliveries are one here");
    },
    listWaiting: async (limit) =>
      waiting()
        .slice(0, limit)
        .map(({ accountId, recipient, dueAt, createdAt }) => {
          return { lane: laneOf(accountId, recipient), dueAt, createdAt };
        }),
  };
};

export const createMemoryLanes = ({ now }: { now: () => Date }): Lanes => {
  const lanes = new Map<string, { calls: number; holder: string | null; until: Date }>();
  const of = (lane: string) => {
    const known = lanes.get(lane) ?? { calls: 0, holder: null, until: new Date(0) };
    lanes.set(lane, known);
    return known;
  };
  return {
    enter: async (lane, holder, until) => {
      const item = of(lane);
      item.calls += 1;
      if (item.holder !== null && item.until >= now()) return null;
      Object.assign(item, { holder, until });
      return item.calls;
    },
    keep: async (lane, holder, until) => {
      const item = of(lane);
      if (item.holder !== holder) return false;
      item.until = until;
      return true;
    },
    leave: async (lane, holder, calls) => {
      const item = of(lane);
      if (item.holder !== holder) return null;
      if (item.calls !== calls) return item.calls;
      item.holder = null;
      return null;
    },
  };
};

/** Remembers who was woken, and after how long. */
export const createMemoryWakeUps = (): WakeUps & { woken: [lane: string, delaySeconds: number][] } => {
  const woken: [string, number][] = [];
  return {
    woken,
    wake: async (lane, delaySeconds = 0) => {
      woken.push([lane, delaySeconds]);
    },
  };
};
