import { CapstackError } from "../../clients/typescript/src/client.ts";

const retryDelayMs = 5_000;

/**
 * Returns the milliseconds after which a failed save is tried again; null if it would fail again, such as that of a deleted video,
 * until the words or the key change.
 */
export const retryDelayOf = (error: unknown): number | null => {
  if (!(error instanceof CapstackError)) return retryDelayMs;
  const { statusCode, retryAfterSeconds } = error;
  if (statusCode < 500 && statusCode !== 429) return null;
  return Math.max(retryDelayMs, 1000 * (retryAfterSeconds ?? 0));
};
