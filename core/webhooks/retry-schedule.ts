import { z } from "zod";

/**
 * Seconds between a failed try and the next: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. Source: the
 * schedule that receivers know from Standard Webhooks senders (https://www.standardwebhooks.com).
 */
export const standardDelaysSeconds: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

const maxDelays = 20;
const maxDelaySeconds = 7 * 86_400;

/** The operator's setting `webhookDelays`: seconds with commas between them, `5,300,1800`. */
export const webhookDelaysSchema = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, "must be seconds with commas between them, such as 5,300,1800")
  .transform((text) => text.split(",").map(Number))
  .refine(
    (delays) => delays.length <= maxDelays && delays.every((delay) => delay <= maxDelaySeconds),
    `must have at most ${maxDelays} delays, each of at most 7 days`,
  );

/** When the next try is due after `failures` failed ones, the last of which ended at `endedAt`; null: there is none. */
export const nextTryAt = (failures: number, endedAt: Date, delaysSeconds: readonly number[]): Date | null => {
  const delay = delaysSeconds[failures - 1];
  return delay === undefined ? null : new Date(endedAt.getTime() + delay * 1000);
};
