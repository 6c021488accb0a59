import { CapstackError } from "../clients/typescript/src/client.ts";

/** How often a screen repeats a request for what it shows. A lost connection is often back within half a minute. */
const maxReads = { disconnected: 5, rejected: 3 };

/**
 * Returns the milliseconds after which a failed request is sent again, at least `minMs`; null if it would fail again, such as the
 * save of a deleted video, until its content or the key change.
 */
export const retryDelayOf = (error: unknown, minMs: number): number | null => {
  if (!(error instanceof CapstackError)) return minMs;
  const { statusCode, retryAfterSeconds } = error;
  if (statusCode < 500 && statusCode !== 429) return null;
  return Math.max(minMs, 1000 * (retryAfterSeconds ?? 0));
};

/** Milliseconds until a failed read is repeated, after `count` repetitions: 1 s, 2 s, 4 s and so on. */
export const readDelayOf = (count: number, error: unknown): number => {
  const minMs = 1000 * 2 ** count;
  return retryDelayOf(error, minMs) ?? minMs;
};

/** Whether to repeat a read that failed, after `count` repetitions. */
export const isReadRepeated = (count: number, error: unknown): boolean => {
  if (error instanceof TypeError) return count < maxReads.disconnected;
  return error instanceof CapstackError && count < maxReads.rejected && retryDelayOf(error, 0) !== null;
};
