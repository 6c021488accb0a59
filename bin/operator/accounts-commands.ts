import type { Account } from "../../core/accounts/account.ts";
import { createAccount } from "../../core/accounts/create-account.ts";
import { requirePlan, planOf } from "../../core/accounts/plan.ts";
import { formatUsd } from "../../core/billing/money.ts";
import { accountNotFound } from "../../core/billing/statement.ts";
import { accountOption, type Command, card, done, knownAccount, required, table, text } from "./command.ts";
import { limitsCard } from "./plan-limits.ts";

const summaryOf = (account: Account) => ({
  accountId: account.id,
  name: account.name,
  plan: account.plan,
  balance: formatUsd(account.balanceMicroUsd),
  held: formatUsd(account.heldMicroUsd),
  createdAt: account.createdAt,
  suspendedAt: account.suspendedAt,
});

/** Tasks that wait beyond these are not counted one by one. */
const maxCounted = 10_000;

const suspension = (name: "suspend" | "resume", about: string): Command => ({
  name: `accounts ${name}`,
  about,
  options: { account: accountOption },
  run: async (values, deps) => {
    const account = await knownAccount(values, deps);
    const isSuspended = name === "suspend";
    const suspendedAt = isSuspended ? (account.suspendedAt ?? deps.now().toISOString()) : null;
    if (!(await deps.accounts.change(account.id, { suspendedAt }))) throw accountNotFound(account.id);
    const sentence = isSuspended
      ? `Suspended ${account.id}: its keys are refused; tasks that it has created are finished.`
      : `Resumed ${account.id}: its keys work again.`;
    return done({ accountId: account.id, suspendedAt }, [sentence]);
  },
});

export const accountsCommands: readonly Command[] = [
  {
    name: "accounts create",
    about: "a new account; its API key and webhook secret are shown once",
    options: {
      name: { value: "NAME", about: "what you call it", required: true },
      plan: { value: "PLAN", about: "see plans list; standard when absent" },
    },
    run: async (values, deps) => {
      const plan = text(values, "plan");
      const input = { name: required(values, "name"), ...(plan === undefined ? {} : { plan }) };
      const created = await createAccount(input, deps);
      return done(created, [
        `Account         ${created.accountId}`,
        `API key         ${created.apiKey}`,
        `Webhook secret  ${created.webhookSecret}`,
        "The key and the secret are not shown again. The balance is 0.00 USD: see credits add.",
      ]);
    },
  },
  {
    name: "accounts list",
    about: "all accounts, oldest first",
    run: async (_values, deps) => {
      const accounts = (await deps.accounts.list()).map(summaryOf);
      return done({ accounts }, table(accounts));
    },
  },
  {
    name: "accounts show",
    about: "one account: its plan's limits, its keys and its tasks at work",
    options: { account: accountOption },
    run: async (values, deps) => {
      const account = await knownAccount(values, deps);
      const plan = await planOf(account, deps);
      const [holders, pending, waiting, keys] = await Promise.all([
        deps.slots.listHolders(account.id),
        deps.allTasks.listPending(account.id, maxCounted),
        deps.allTasks.listWaiting(account.id, null, maxCounted),
        deps.accounts.listKeys(account.id),
      ]);
      const working = new Set(holders);
      const details = {
        ...summaryOf(account),
        activeKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
        tasksAtWork: holders.length,
        tasksWaiting: pending.filter(({ id }) => !working.has(id)).length + waiting.length,
      };
      return done({ ...details, limits: plan }, [...card(details), ...limitsCard(plan)]);
    },
  },
  suspension("suspend", "refuse an account's keys (403); what it has created is finished"),
  suspension("resume", "let a suspended account in again"),
  {
    name: "accounts plan",
    about: "put an account on another plan; takes effect within 10 seconds",
    options: {
      account: accountOption,
      plan: { value: "PLAN", about: "see plans list", required: true },
    },
    run: async (values, deps) => {
      const { id } = await knownAccount(values, deps);
      const plan = await requirePlan(required(values, "plan"), deps);
      if (!(await deps.accounts.change(id, { plan: plan.name }))) throw accountNotFound(id);
      return done({ accountId: id, plan: plan.name }, [`${id} is on the plan ${plan.name} now.`]);
    },
  },
];
