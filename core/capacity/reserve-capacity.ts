import type { Workflows } from "../workflows/workflows.ts";
import { type CapacityLease, type CapacityStore, type Waiter, waitersToGrant } from "./capacity.ts";
import { maxShards, shardCount, shardOf, shardVcpus } from "./shards.ts";

export interface CapacityDeps {
  capacity: CapacityStore;
  workflows: Pick<Workflows, "sendSuccess">;
  /** The limit of all containers together; null: none. */
  maxVcpus: number | null;
  now: () => Date;
}

/** Returns the dependencies with the leases and the limit of one shard. */
const ofShard = <T extends CapacityDeps>(shard: number, deps: T): T => ({
  ...deps,
  capacity: deps.capacity.shard(shard),
  maxVcpus: deps.maxVcpus === null ? null : shardVcpus(deps.maxVcpus, shard),
});

/** More than the tasks of a plan need at once; later grants see the others. */
const maxListed = 2000;
/** Concurrent grants conflict on the leases. */
const maxAttempts = 50;

/** Adds a waiter and grants free vCPUs. Without a limit, the state continues immediately. */
export const reserveCapacity = async (waiter: Waiter, deps: CapacityDeps): Promise<void> => {
  if (deps.maxVcpus === null) {
    await deps.workflows.sendSuccess(waiter.taskToken, { leaseId: waiter.id });
    return;
  }
  const own = ofShard(shardOf(waiter.id), deps);
  await own.capacity.addWaiter(waiter);
  await grantCapacity(own);
};

/** A grant that is older was interrupted before its state continued. */
const interruptedMs = 60_000;

/**
 * Grants free vCPUs of a shard to waiting states. The leases are written first, then the states continue, then the waiters are
 * removed: after a crash in between, a later call repeats the rest. The lease of a state that no longer waits is
 * removed.
 */
const grantCapacity = async (deps: CapacityDeps): Promise<void> => {
  const { capacity, maxVcpus, now } = deps;
  if (maxVcpus === null) return;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const waiters = await capacity.listWaiters(maxListed);
    const { leases, version } = await capacity.read();
    const grantedAt = new Map(leases.map((lease) => [lease.id, Date.parse(lease.grantedAt)]));
    const isInterrupted = ({ id }: Waiter): boolean =>
      now().getTime() - (grantedAt.get(id) ?? Number.POSITIVE_INFINITY) > interruptedMs;
    // Whether the state continued before the interruption is unknown, so its lease is kept.
    for (const waiter of waiters.filter(isInterrupted)) await continueState(waiter, deps);
    const open = waiters.filter(({ id }) => !grantedAt.has(id));
    const granted = waitersToGrant(leases, open, maxVcpus);
    if (granted.length === 0) return;
    const added = granted.map((waiter) => leaseOf(waiter, now()));
    if (!(await capacity.write([...leases, ...added], version))) continue;
    const ended = new Set<string>();
    for (const waiter of granted) if (!(await continueState(waiter, deps))) ended.add(waiter.id);
    if (ended.size === 0) return;
    await removeLeases(ended, deps);
  }
};

/** Continues a state. Returns false when it no longer waits. */
const continueState = async (
  waiter: Waiter,
  { capacity, workflows }: Pick<CapacityDeps, "capacity" | "workflows">,
): Promise<boolean> => {
  const waited = await workflows.sendSuccess(waiter.taskToken, { leaseId: waiter.id });
  await capacity.removeWaiter(waiter);
  return waited;
};

/** Releases the vCPUs of containers that have ended, and grants them to others. */
export const releaseCapacity = async (leaseIds: ReadonlySet<string>, deps: CapacityDeps): Promise<void> => {
  if (deps.maxVcpus === null) return;
  for (const [shard, ids] of Map.groupBy(leaseIds, shardOf)) {
    const own = ofShard(shard, deps);
    await removeLeases(new Set(ids), own);
    await grantCapacity(own);
  }
};

const removeLeases = async (
  leaseIds: ReadonlySet<string>,
  { capacity }: Pick<CapacityDeps, "capacity">,
): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { leases, version } = await capacity.read();
    const kept = leases.filter(({ id }) => !leaseIds.has(id));
    if (kept.length === leases.length || (await capacity.write(kept, version))) return;
  }
  throw new Error("The leases of vCPUs changed too often to be released");
};

const leaseOf = ({ id, accountId, vcpus }: Waiter, now: Date): CapacityLease => ({
  id,
  accountId,
  vcpus,
  grantedAt: now.toISOString(),
});

/** A container is running within this time after its lease was granted, unless ECS rejects it. */
const startsWithinMs = 15 * 60_000;

/**
 * Releases leases without a running container, because its end was not reported or it never started, and grants free
 * vCPUs. Calls `runningLeases` only when there are old leases. A state whose container ECS still rejects loses its
 * lease, and keeps retrying.
 */
export const reconcileCapacity = async (
  deps: CapacityDeps & { runningLeases: () => Promise<ReadonlySet<string>> },
): Promise<void> => {
  const { maxVcpus } = deps;
  if (maxVcpus === null) return;
  const shards = Array.from({ length: shardsToReconcile(maxVcpus, deps.now()) }, (_, shard) => shard);
  // Asked once for all shards.
  let running: Promise<ReadonlySet<string>> | undefined;
  const runningLeases = (): Promise<ReadonlySet<string>> => {
    running ??= deps.runningLeases();
    return running;
  };
  for (const shard of shards) await reconcileShard({ ...ofShard(shard, deps), runningLeases });
};

/** The shards of an earlier, higher limit are empty after hours at most, and looked into less often. */
const formerShardsEveryMinutes = 15;

const shardsToReconcile = (maxVcpus: number, now: Date): number =>
  now.getUTCMinutes() % formerShardsEveryMinutes === 0 ? maxShards : shardCount(maxVcpus);

const reconcileShard = async (
  deps: CapacityDeps & { runningLeases: () => Promise<ReadonlySet<string>> },
): Promise<void> => {
  const before = new Date(deps.now().getTime() - startsWithinMs).toISOString();
  const { leases } = await deps.capacity.read();
  const old = leases.filter(({ grantedAt }) => grantedAt < before);
  const running = old.length > 0 ? await deps.runningLeases() : new Set<string>();
  const lost = old.filter(({ id }) => !running.has(id)).map(({ id }) => id);
  await removeLeases(new Set(lost), deps);
  await grantCapacity(deps);
};
