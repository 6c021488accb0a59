import type { Account, AccountStore } from "../accounts/account.ts";
import { type PlanStore, planOf } from "../accounts/plan.ts";
import type {
  OperatorAccount,
  OperatorAccountDetails,
  OperatorAccountList,
} from "../api/schemas/operator.ts";
import { accountUsage } from "../billing/account-usage.ts";
import type { Ledger } from "../billing/ledger.ts";
import { formatUsd } from "../billing/money.ts";
import { accountNotFound } from "../billing/statement.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import type { AllTasks } from "../tasks/task-store.ts";

/** Returns an account as its operator sees it. */
export const accountView = (account: Account): OperatorAccount => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  balance: formatUsd(account.balanceMicroUsd),
  held: formatUsd(account.heldMicroUsd),
  createdAt: account.createdAt,
  suspendedAt: account.suspendedAt,
  dubConsentAt: account.dubConsentAt,
});

/** Returns a page of all accounts, newest first. */
export const listAccounts = async (
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { accounts }: { accounts: Pick<AccountStore, "listNewest"> },
): Promise<OperatorAccountList> => {
  const page = await accounts.listNewest(limit, cursor ?? null);
  return { data: page.items.map(accountView), nextCursor: page.cursor };
};

export interface AccountWorkDeps {
  accounts: Pick<AccountStore, "listKeys">;
  slots: Pick<TaskSlots, "listHolders">;
  allTasks: Pick<AllTasks, "listPending" | "listWaiting">;
}

/** Maximum number of pending tasks of each kind of waiting that are counted. */
const maxCounted = 1000;

/** Returns the numbers of an account's active keys, of its tasks that hold a slot, and of those that wait for one or for their video. */
export const accountWork = async (
  accountId: string,
  { accounts, slots, allTasks }: AccountWorkDeps,
): Promise<Pick<OperatorAccountDetails, "activeKeys" | "runningTasks" | "queuedTasks">> => {
  const [keys, holders, pending, waiting] = await Promise.all([
    accounts.listKeys(accountId),
    slots.listHolders(accountId),
    allTasks.listPending(accountId, maxCounted),
    allTasks.listWaiting(accountId, null, maxCounted),
  ]);
  const running = new Set(holders);
  return {
    activeKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    runningTasks: holders.length,
    // A task between its slot and its start is pending.
    queuedTasks: pending.filter(({ id }) => !running.has(id)).length + waiting.length,
  };
};

/** Returns an account with the limits of its plan and its usage of the last 30 days. Throws NamedError NotFound. */
export const accountDetails = async (
  accountId: string,
  deps: AccountWorkDeps & {
    accounts: Pick<AccountStore, "get">;
    plans: Pick<PlanStore, "get">;
    ledger: Pick<Ledger, "listOfTasks">;
    now: () => Date;
  },
): Promise<OperatorAccountDetails> => {
  const account = await deps.accounts.get(accountId);
  if (account === null) throw accountNotFound(accountId);
  const [{ name: _, ...limits }, work, usage] = await Promise.all([
    planOf(account, deps),
    accountWork(accountId, deps),
    accountUsage({ accountId, period: "day" }, deps),
  ]);
  return { ...accountView(account), limits, ...work, usage };
};
