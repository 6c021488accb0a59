/**
 * The leases of vCPUs are divided into shards, because each grant and each release writes all leases of one: the write units of
 * an item grow with the square of its containers. A shard has a fixed part of the limit, and a lease names its shard, so that
 * leases are found after the limit has changed.
 */
export const maxShards = 64;

/** vCPUs from which there is another shard: two hundred containers, so that what is left of a shard is a small part of it. */
const vcpusPerShard = 512;

/** Returns the number of shards of a limit. */
export const shardCount = (maxVcpus: number): number =>
  Math.min(maxShards, Math.max(1, Math.floor(maxVcpus / vcpusPerShard)));

/** Returns the vCPUs of a shard: its part of the limit; 0 for shards of an earlier, higher limit. */
export const shardVcpus = (maxVcpus: number, shard: number): number => {
  const count = shardCount(maxVcpus);
  if (shard >= count) return 0;
  return Math.floor(maxVcpus / count) + (shard < maxVcpus % count ? 1 : 0);
};

/** Returns the ID of a new lease, in a shard that follows from `id`. */
export const leaseIdOf = (id: string, maxVcpus: number): string => {
  const count = shardCount(maxVcpus);
  if (count === 1) return id;
  const hash = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 0);
  return `${id}.${hash % count}`;
};

/** Returns the shard of a lease. */
export const shardOf = (leaseId: string): number => Number(/\.(\d{1,2})$/.exec(leaseId)?.[1] ?? 0);
