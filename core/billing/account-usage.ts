import type { UsageList } from "../api/schemas/usage.ts";
import { NamedError } from "../errors.ts";
import type { Ledger } from "./ledger.ts";
import { formatUsd } from "./money.ts";
import { type UsagePeriod, usageOf } from "./usage.ts";

/** Days from `since` to `until`; a year of a busy account is read in a few seconds. */
const defaultDays = 30;
const maxDays = 366;
const dayMs = 86_400_000;

const dayText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Returns an account's usage per period, oldest first, without periods without charges. `since` and `until` are days (YYYY-MM-DD, UTC), both
 * included. Throws NamedError ValidationFailed.
 */
export const accountUsage = async (
  {
    accountId,
    ...range
  }: { accountId: string; since?: string | undefined; until?: string | undefined; period: UsagePeriod },
  deps: { ledger: Pick<Ledger, "listOfTasks">; now: () => Date },
): Promise<UsageList> => {
  const until = range.until ?? dayText(deps.now().getTime());
  const since = range.since ?? dayText(Date.parse(until) - defaultDays * dayMs);
  const end = Date.parse(until) + dayMs;
  const days = (end - Date.parse(since)) / dayMs;
  if (days < 1) throw new NamedError("ValidationFailed", [`since must not be after until (${until})`]);
  if (days > maxDays)
    throw new NamedError("ValidationFailed", [
      `since must be at most ${maxDays - 1} days before until (${until})`,
    ]);
  const [first, last] = [new Date(since), new Date(end)];
  const entries = await deps.ledger.listOfTasks(accountId, first, last);
  const bounds = { from: first.toISOString(), until: last.toISOString(), period: range.period };
  return usageOf(entries, bounds).map(({ period, usage }) => ({
    period,
    tasks: usage.tasks,
    seconds: usage.mediaMilliseconds / 1000,
    amount: formatUsd(usage.amountMicroUsd),
  }));
};
