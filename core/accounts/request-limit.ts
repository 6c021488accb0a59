import { setInLruCache } from "../lru-cache.ts";
import type { PlanLimits } from "./plan.ts";

/**
 * The limit of requests per account is a token bucket that all functions share: it holds `burst` tokens and fills again
 * at `requestsPerSecond`. A write to the shared bucket per request would cost as much as the requests themselves, so a
 * process takes a few tokens at a time and spends them from memory. The account's total stays exact as an upper bound:
 * tokens that a process took and did not spend are lost to the account, at most `leaseTokens` in each process.
 */
export type RequestRate = Pick<PlanLimits, "requestsPerSecond" | "burst">;

/** Shared buckets, one per account. */
export interface RequestBuckets {
  /** Takes as many of the `wanted` tokens as there are, atomically; `left` is what the bucket holds then. */
  take(accountId: string, wanted: number, rate: RequestRate): Promise<{ taken: number; left: number }>;
}

/** Where an account stands after a request: what the RateLimit headers say. */
export interface RateStanding {
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Null: the request may pass. */
  retryAfterSeconds: number | null;
}

export type RequestLimiter = (accountId: string, rate: RequestRate) => Promise<RateStanding>;

interface Lease {
  tokens: number;
  left: number;
  /** Milliseconds of the clock; tokens left over then are given up, and `left` is no longer true. */
  until: number;
  /** Until then requests are refused without a look at the bucket: a flood must cost the table nothing. */
  refusedUntil: number;
}

const leaseMs = 10_000;
const refusalMs = 250;
const maxLeases = 1000;

/** A fiftieth of the burst at a time, so that what idle processes hold is small; small plans are counted one by one. */
const leaseTokens = ({ burst }: RequestRate): number => Math.min(10, Math.max(1, Math.floor(burst / 50)));

/** One per process. */
export const createRequestLimiter = (deps: { buckets: RequestBuckets; now: () => Date }): RequestLimiter => {
  const leases = new Map<string, Lease>();

  const renewed = async (accountId: string, rate: RequestRate, last: Lease | null, now: number) => {
    // Who comes once in a while gets one token; a lease that was spent in its time asks for more.
    const isBusy = last !== null && last.tokens === 0 && last.until > now;
    const { taken, left } = await deps.buckets.take(accountId, isBusy ? leaseTokens(rate) : 1, rate);
    const refusedUntil = taken === 0 ? now + refusalMs : 0;
    return { tokens: taken, left, until: now + leaseMs, refusedUntil };
  };

  return async (accountId, rate) => {
    const now = deps.now().getTime();
    let lease = leases.get(accountId) ?? null;
    const isUsable = lease !== null && (lease.refusedUntil > now || (lease.tokens > 0 && lease.until > now));
    if (lease === null || !isUsable) {
      lease = await renewed(accountId, rate, lease, now);
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
 * Lower-case names. Source: draft-ietf-httpapi-ratelimit-headers-06, whose three fields are what clients read;
 * RFC 9110 §10.2.3 for Retry-After.
 */
export const rateLimitHeaders = (standing: RateStanding): Record<string, string> => ({
  "ratelimit-limit": String(standing.limit),
  "ratelimit-remaining": String(standing.remaining),
  "ratelimit-reset": String(standing.resetSeconds),
  ...(standing.retryAfterSeconds === null ? {} : { "retry-after": String(standing.retryAfterSeconds) }),
});
