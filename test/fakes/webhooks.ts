import { type OutboxEvent, outboxSortKey } from "../../core/events/outbox.ts";
import type { StatusEvent } from "../../core/events/status-event.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { type Delivery, deliverySchema } from "../../core/webhooks/delivery.ts";
import { deliveryQueueOf } from "../../core/webhooks/delivery-queue.ts";
import type {
  DeliveryQueues,
  DeliveryStore,
  DueDelivery,
  WakeUps,
} from "../../core/webhooks/delivery-store.ts";

const nameOf = (key: { taskId: string; sequence: number }): string => `${key.taskId} ${key.sequence}`;
const bySequence = (a: Delivery, b: Delivery): number => a.sequence - b.sequence;
const placeOf = ({ dueAt, taskId, sequence }: Pick<DueDelivery, "dueAt" | "taskId" | "sequence">): string =>
  `${dueAt} ${taskId} ${String(sequence).padStart(9, "0")}`;

/** Returns the outbox rows of a task. */
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
    readBody: async (key) => {
      const body = bodies.get(nameOf(key));
      if (body === undefined) throw new Error("The delivery has no body");
      return body;
    },
    update: async (from, to) => {
      if (rows.get(nameOf(to))?.revision !== from.revision)
        throw new WriteConflict("The delivery has changed");
      rows.set(nameOf(to), deliverySchema.parse(structuredClone(to)));
    },
    listDue: async (queue, until, limit, after) =>
      waiting()
        .filter(
          (row) =>
            deliveryQueueOf(row.accountId, row.recipient) === queue && row.dueAt <= until.toISOString(),
        )
        .filter((row) => after === undefined || placeOf(row) > placeOf(after))
        .slice(0, limit)
        .map(({ taskId, sequence, recipient, dueAt, attemptCount, event }) => {
          return { taskId, sequence, recipient, dueAt, attemptCount, event };
        }),
    removeEntry: async () => {
      throw new Error("Entries are not stored apart from deliveries here");
    },
    listDead: async (limit) =>
      structuredClone(
        [...rows.values()]
          .flatMap((row) => (row.state === "dead" ? [row] : []))
          .sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1))
          .slice(0, limit),
      ),
    listRetrying: async (limit) =>
      structuredClone(
        waiting()
          .filter(({ failures }) => failures > 0)
          .slice(0, limit),
      ),
    listWaiting: async (limit) =>
      waiting()
        .slice(0, limit)
        .map(({ accountId, recipient, dueAt, createdAt }) => {
          return { queue: deliveryQueueOf(accountId, recipient), dueAt, createdAt };
        }),
  };
};

export const createMemoryDeliveryQueues = ({ now }: { now: () => Date }): DeliveryQueues => {
  const queues = new Map<string, { requests: number; holder: string | null; until: Date }>();
  const of = (queue: string) => {
    const known = queues.get(queue) ?? { requests: 0, holder: null, until: new Date(0) };
    queues.set(queue, known);
    return known;
  };
  return {
    acquire: async (queue, holder, until) => {
      const item = of(queue);
      item.requests += 1;
      if (item.holder !== null && item.until >= now()) return null;
      Object.assign(item, { holder, until });
      return item.requests;
    },
    renew: async (queue, holder, until) => {
      const item = of(queue);
      if (item.holder !== holder) return false;
      item.until = until;
      return true;
    },
    release: async (queue, holder, requests) => {
      const item = of(queue);
      if (item.holder !== holder) return null;
      if (item.requests !== requests) return item.requests;
      item.holder = null;
      return null;
    },
  };
};

/** Records which queues were woken, and with which delay. */
export const createMemoryWakeUps = (): WakeUps & { woken: [queue: string, delaySeconds: number][] } => {
  const woken: [string, number][] = [];
  return {
    woken,
    wake: async (queue, delaySeconds = 0) => {
      woken.push([queue, delaySeconds]);
    },
  };
};
