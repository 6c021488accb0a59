import type { LedgerEntry } from "./ledger.ts";

/** What an account has used in a period: tasks that were completed and paid for. */
export interface Usage {
  tasks: number;
  mediaMilliseconds: number;
  /** Charges minus refunds. */
  amountMicroUsd: number;
}

export const usagePeriods = ["day", "month", "all"] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

const periodOf = (createdAt: string, period: UsagePeriod): string =>
  period === "all" ? "all" : createdAt.slice(0, period === "day" ? 10 : 7);

/**
 * Usage by period, oldest first, of the entries with `from` <= createdAt < `until` (ISO 8601, UTC). Periods in which
 * nothing was charged are left out.
 */
export const usageOf = (
  entries: readonly LedgerEntry[],
  { from, until, period }: { from: string; until: string; period: UsagePeriod },
): { period: string; usage: Usage }[] => {
  const counted = entries.filter(
    ({ kind, heldMicroUsd, createdAt }) =>
      (kind === "charge" || (kind === "refund" && heldMicroUsd === 0)) &&
      createdAt >= from &&
      createdAt < until,
  );
  const groups = Map.groupBy(counted, ({ createdAt }) => periodOf(createdAt, period));
  return [...groups]
    .map(([name, own]) => ({ period: name, usage: totalOf(own) }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
};

const totalOf = (entries: readonly LedgerEntry[]): Usage => ({
  tasks: new Set(entries.filter(({ kind }) => kind === "charge").map(({ taskId }) => taskId)).size,
  mediaMilliseconds: entries.reduce((sum, entry) => sum + (entry.mediaMilliseconds ?? 0), 0),
  // No zero with a sign: nothing charged is 0, not -0.
  amountMicroUsd: 0 - entries.reduce((sum, entry) => sum + entry.amountMicroUsd, 0),
});
