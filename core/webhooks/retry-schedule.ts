import * as z from "zod";

/**
 * Seconds between a failed attempt and the next: the first attempt is immediate, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h,
 * 10 h. Source: the schedule that receivers know from Standard Webhooks senders (https://www.standardwebhooks.com).
 */
export const standardDelaysSeconds: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

const maxDelays = 20;
const maxDelaySeconds = 7 * 86_400;

/** The operator's setting `webhookDelays`: comma-separated seconds, `5,300,1800`. */
export const webhookDelaysSchema = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, "must be comma-separated seconds, such as 5,300,1800")
  .transform((text) => text.split(",").map(Number))
  .refine(
    (delays) => delays.length <= maxDelays && delays.every((delay) => delay <= maxDelaySeconds),
    `must have at most ${maxDelays} delays, each of at most 7 days`,
  );

/**
 * Returns when the next attempt is due after `failures` failed ones, the last of which ended at `endedAt`; null when the
 * schedule is exhausted.
 */
export const nextAttemptAt = (
  failures: number,
  endedAt: Date,
  delaysSeconds: readonly number[],
): Date | null => {
  const delay = delaysSeconds[failures - 1];
  return delay === undefined ? null : new Date(endedAt.getTime() + delay * 1000);
};
