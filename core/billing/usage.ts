import type { LedgerEntry } from "./ledger.ts";

/** Usage of an account in a period: completed and charged tasks. */
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
 * Returns the usage per period, oldest first, of the entries with `from` <= createdAt < `until` (ISO 8601, UTC). Omits periods
 * without charges.
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
    .map(([name, group]) => ({ period: name, usage: totalOf(group) }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
};

const totalOf = (entries: readonly LedgerEntry[]): Usage => ({
  tasks: new Set(entries.filter(({ kind }) => kind === "charge").map(({ taskId }) => taskId)).size,
  mediaMilliseconds: entries.reduce((sum, entry) => sum + (entry.mediaMilliseconds ?? 0), 0),
  // 0, not -0, without charges.
  amountMicroUsd: 0 - entries.reduce((sum, entry) => sum + entry.amountMicroUsd, 0),
});
