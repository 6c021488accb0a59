/** vCPUs of each container that state machines start. `extract` is the speech image, which only extracts audio. */
export const containerVcpus = { render: 4, speech: 4, extract: 1, dub: 4, import: 1, brolls: 1 } as const;
export type WorkerName = keyof typeof containerVcpus;

/** How long a state waits for vCPUs, and at most as long again for a container that ECS rejects (statemachines). */
export const capacityTimeoutSeconds = 43_200;

/** vCPUs that a container holds, from its reservation to its end. */
export interface CapacityLease {
  id: string;
  accountId: string;
  vcpus: number;
  /** ISO 8601. */
  grantedAt: string;
}

/** A state of an execution that waits for vCPUs. */
export interface Waiter extends Omit<CapacityLease, "grantedAt"> {
  taskToken: string;
  /** ISO 8601. */
  since: string;
}

export interface Capacity {
  leases: readonly CapacityLease[];
  /** Changes with each write of the leases. */
  version: number;
}

/** The leases of a shard (core/capacity/shards.ts), and the states that wait for its vCPUs. */
export interface CapacityStore {
  /** Returns another shard; the store itself is shard 0. */
  shard(index: number): CapacityStore;
  read(): Promise<Capacity>;
  /** Replaces the leases. Returns false when they have changed since `version`. */
  write(leases: readonly CapacityLease[], version: number): Promise<boolean>;
  /** Returns waiting states, oldest first. */
  listWaiters(limit: number): Promise<Waiter[]>;
  addWaiter(waiter: Waiter): Promise<void>;
  removeWaiter(waiter: Waiter): Promise<void>;
}

const sumOf = (leases: readonly Pick<CapacityLease, "vcpus">[]): number =>
  leases.reduce((sum, { vcpus }) => sum + vcpus, 0);

/**
 * Returns the waiters that get a lease, in order: always the oldest of the account that holds the fewest vCPUs, so that no
 * account waits for all tasks of another. While the next one does not fit, smaller ones may pass it as long as they leave
 * room for it once the larger containers have ended. A container larger than the limit runs when nothing else does.
 */
export const waitersToGrant = (
  leases: readonly CapacityLease[],
  waiters: readonly Waiter[],
  maxVcpus: number,
): Waiter[] => {
  const held = [...leases] as Omit<CapacityLease, "grantedAt">[];
  const granted: Waiter[] = [];
  const remaining = [...waiters];
  let blocked: Waiter | null = null;
  const heldBy = ({ accountId }: Waiter): number =>
    sumOf(held.filter((lease) => lease.accountId === accountId));
  const fits = ({ vcpus }: Waiter): boolean => {
    if (held.length > 0 && sumOf(held) + vcpus > maxVcpus) return false;
    if (blocked === null) return true;
    const limit = blocked.vcpus;
    const small = sumOf(held.filter((lease) => lease.vcpus < limit));
    return vcpus < limit && small + vcpus <= maxVcpus - limit;
  };
  while (remaining.length > 0) {
    const next = fairest(remaining, heldBy);
    remaining.splice(remaining.indexOf(next), 1);
    if (fits(next)) {
      granted.push(next);
      held.push(next);
    } else blocked ??= next;
  }
  return granted;
};

/** Returns the first waiter with the lowest number of vCPUs. */
const fairest = (waiters: readonly Waiter[], heldBy: (waiter: Waiter) => number): Waiter => {
  const held = new Map<string, number>();
  for (const waiter of waiters) if (!held.has(waiter.accountId)) held.set(waiter.accountId, heldBy(waiter));
  const of = ({ accountId }: Waiter): number => held.get(accountId) ?? 0;
  return waiters.reduce((best, waiter) => (of(waiter) < of(best) ? waiter : best));
};
