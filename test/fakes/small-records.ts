import type { KeyUses } from "../../core/accounts/account.ts";
import type { Plan, PlanStore } from "../../core/accounts/plan.ts";
import type { RequestBuckets } from "../../core/accounts/request-limit.ts";
import type { IdempotencyStore, StoredResponse } from "../../core/api/idempotency.ts";
import type { CapacityLease, CapacityStore, Waiter } from "../../core/capacity/capacity.ts";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";

const copy = <T>(value: T): T => structuredClone(value);

export const createMemoryKeyUses = (now: () => Date): KeyUses => {
  const uses = new Map<string, number>();
  return {
    note: async (keyId) => {
      const at = now().getTime();
      if (at >= (uses.get(keyId) ?? 0) + 300_000) uses.set(keyId, at);
    },
    lastUsedAt: async (keyId) => {
      const at = uses.get(keyId);
      return at === undefined ? null : new Date(at).toISOString();
    },
  };
};

export const createMemoryBuckets = (now: () => Date): RequestBuckets => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: async (accountId, requested, { burst, requestsPerSecond }) => {
      const at = now().getTime();
      const { tokens, at: before } = buckets.get(accountId) ?? { tokens: burst, at };
      const filled = Math.min(burst, tokens + ((at - before) * requestsPerSecond) / 1000);
      const taken = Math.min(requested, Math.floor(filled));
      buckets.set(accountId, { tokens: filled - taken, at });
      return { taken, left: Math.floor(filled - taken) };
    },
  };
};

export const createMemoryPlans = (): PlanStore => {
  const plans = new Map<string, Plan>();
  return {
    get: async (name) => copy(plans.get(name) ?? null),
    list: async () => copy([...plans.values()].sort((a, b) => (a.name < b.name ? -1 : 1))),
    put: async (plan) => {
      plans.set(plan.name, copy(plan));
    },
    remove: async (name) => plans.delete(name),
  };
};

export const createMemorySlots = (): TaskSlots => {
  const holders = new Map<string, Set<string>>();
  const of = (accountId: string): Set<string> => {
    const known = holders.get(accountId) ?? new Set();
    holders.set(accountId, known);
    return known;
  };
  return {
    acquire: async (accountId, taskId, limit) => {
      const own = of(accountId);
      if (!own.has(taskId) && own.size >= limit) return false;
      own.add(taskId);
      return true;
    },
    release: async (accountId, taskId) => {
      of(accountId).delete(taskId);
    },
    listHolders: async (accountId) => [...of(accountId)],
  };
};

export const createMemoryIdempotency = (now: () => Date): IdempotencyStore => {
  interface Row {
    fingerprint: string;
    resourceId: string;
    response: StoredResponse | null;
    isDone: boolean;
    leaseUntil: Date;
    expiresAt: Date;
  }
  const rows = new Map<string, Row>();
  const keyOf = (accountId: string, key: string): string => `${accountId} ${key}`;
  return {
    claim: async ({ accountId, key, fingerprint, resourceId, leaseUntil, expiresAt }) => {
      const row = rows.get(keyOf(accountId, key));
      if (row === undefined || row.expiresAt <= now()) {
        const fresh = { fingerprint, resourceId, leaseUntil, expiresAt, isDone: false, response: null };
        rows.set(keyOf(accountId, key), fresh);
        return { kind: "granted", resourceId };
      }
      if (row.fingerprint !== fingerprint) return { kind: "conflict" };
      if (row.isDone) return { kind: "done", resourceId: row.resourceId, response: row.response };
      if (row.leaseUntil > now()) return { kind: "busy" };
      row.leaseUntil = leaseUntil;
      return { kind: "granted", resourceId: row.resourceId };
    },
    complete: async (accountId, key, resourceId, response) => {
      const row = rows.get(keyOf(accountId, key));
      if (row?.resourceId === resourceId) Object.assign(row, { isDone: true, response: copy(response) });
    },
    release: async (accountId, key, resourceId) => {
      const row = rows.get(keyOf(accountId, key));
      if (row?.resourceId === resourceId && !row.isDone) rows.delete(keyOf(accountId, key));
    },
    interrupt: async (accountId, key, resourceId) => {
      const row = rows.get(keyOf(accountId, key));
      if (row?.resourceId === resourceId && !row.isDone) row.leaseUntil = now();
    },
  };
};

export const createMemoryCapacity = (shards = new Map<number, CapacityStore>()): CapacityStore => {
  let leases: readonly CapacityLease[] = [];
  let version = 0;
  const waiters = new Map<string, Waiter>();
  const store: CapacityStore = {
    shard: (index) => {
      const found = shards.get(index) ?? createMemoryCapacity(new Map());
      shards.set(index, found);
      return found;
    },
    read: async () => ({ leases, version }),
    write: async (changed, from) => {
      if (from !== version) return false;
      leases = changed;
      version += 1;
      return true;
    },
    listWaiters: async (limit) =>
      [...waiters.values()]
        .sort((a, b) => (`${a.since}${a.id}` < `${b.since}${b.id}` ? -1 : 1))
        .slice(0, limit),
    addWaiter: async (waiter) => void waiters.set(waiter.id, waiter),
    removeWaiter: async ({ id }) => void waiters.delete(id),
  };
  shards.set(0, store);
  return store;
};
