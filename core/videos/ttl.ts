import type { Ttl } from "./video.ts";

export const defaultTtl: Ttl = "30d";

const millisecondsPerDay = 86_400_000;
const days: Readonly<Record<Ttl, number>> = { "1d": 1, "7d": 7, "30d": 30 };

/** Returns the time `ttl` after `from`, ISO 8601. */
export const expiryOf = (from: Date, ttl: Ttl): string =>
  new Date(from.getTime() + days[ttl] * millisecondsPerDay).toISOString();
