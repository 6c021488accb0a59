import { setInLruCache } from "../lru-cache.ts";
import type { PlanLimits } from "./plan.ts";

/**
 * The rate limit of an account is a token bucket that all functions share, with a capacity of `burst` tokens and a refill rate
 * of `requestsPerSecond`. A write to the shared bucket per request would cost as much as the requests themselves, so each
 * process leases a few tokens at a time. The limit is never exceeded: leased tokens that a process does not use are lost, at
 * most `leaseTokens` per process.
 */
export type RequestRate = Pick<PlanLimits, "requestsPerSecond" | "burst">;

/** Shared buckets, one per account. */
export interface RequestBuckets {
  /** Takes up to `requested` tokens, atomically. `left` is the number that remain in the bucket. */
  take(accountId: string, requested: number, rate: RequestRate): Promise<{ taken: number; left: number }>;
}

/** The rate limit of an account after a request, as in the RateLimit headers. */
export interface RateLimitStatus {
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Null: the request is admitted. */
  retryAfterSeconds: number | null;
}

export type RequestLimiter = (accountId: string, rate: RequestRate) => Promise<RateLimitStatus>;

interface Lease {
  tokens: number;
  left: number;
  /** End of the lease, milliseconds since the epoch: remaining tokens expire, and `left` is outdated. */
  until: number;
  /** Until then requests are rejected without reading the bucket, so that a flood causes no table requests. */
  rejectedUntil: number;
}

const leaseMs = 10_000;
const rejectionMs = 250;
const maxLeases = 1000;

/** Returns a fiftieth of the burst, so that idle processes hold few tokens; 1 for small plans. */
const leaseTokens = ({ burst }: RequestRate): number => Math.min(10, Math.max(1, Math.floor(burst / 50)));

/** Creates the rate limiter of a process. */
export const createRequestLimiter = (deps: { buckets: RequestBuckets; now: () => Date }): RequestLimiter => {
  const leases = new Map<string, Lease>();

  const renewLease = async (accountId: string, rate: RequestRate, last: Lease | null, now: number) => {
    // An occasional caller leases one token; a lease that was used up before its end leases more.
    const isBusy = last !== null && last.tokens === 0 && last.until > now;
    const { taken, left } = await deps.buckets.take(accountId, isBusy ? leaseTokens(rate) : 1, rate);
    const rejectedUntil = taken === 0 ? now + rejectionMs : 0;
    return { tokens: taken, left, until: now + leaseMs, rejectedUntil };
  };

  return async (accountId, rate) => {
    const now = deps.now().getTime();
    let lease = leases.get(accountId) ?? null;
    const isUsable = lease !== null && (lease.rejectedUntil > now || (lease.tokens > 0 && lease.until > now));
    if (lease === null || !isUsable) {
      lease = await renewLease(accountId, rate, lease, now);
      setInLruCache(leases, accountId, lease, maxLeases);
    }
    const isAdmitted = lease.tokens > 0;
    if (isAdmitted) lease.tokens -= 1;
    const remaining = lease.tokens + lease.left;
    return {
      limit: rate.burst,
      remaining,
      resetSeconds: Math.ceil(Math.max(0, rate.burst - remaining) / rate.requestsPerSecond),
      retryAfterSeconds: isAdmitted ? null : Math.max(1, Math.ceil(1 / rate.requestsPerSecond)),
    };
  };
};

/**
 * Returns the RateLimit headers, with lower-case names. Source: draft-ietf-httpapi-ratelimit-headers-06, whose three fields are what clients read;
 * RFC 9110 §10.2.3 for Retry-After.
 */
export const rateLimitHeaders = (status: RateLimitStatus): Record<string, string> => ({
  "ratelimit-limit": String(status.limit),
  "ratelimit-remaining": String(status.remaining),
  "ratelimit-reset": String(status.resetSeconds),
  ...(status.retryAfterSeconds === null ? {} : { "retry-after": String(status.retryAfterSeconds) }),
});
