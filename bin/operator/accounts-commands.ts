import type { Account } from "../../core/accounts/account.ts";
import { createAccount } from "../../core/accounts/create-account.ts";
import { planOf, requirePlan } from "../../core/accounts/plan.ts";
import { accountNotFound } from "../../core/billing/statement.ts";
import { accountView, accountWork } from "../../core/operator/operator-accounts.ts";
import {
  accountOption,
  type Command,
  fieldList,
  outcome,
  requireAccount,
  required,
  table,
  text,
} from "./command.ts";
import { limitsCard } from "./plan-limits.ts";

const summaryOf = (account: Account) => {
  const { id: accountId, ...fields } = accountView(account);
  return { accountId, ...fields };
};

const suspension = (name: "suspend" | "resume", about: string): Command => ({
  name: `accounts ${name}`,
  about,
  options: { account: accountOption },
  run: async (values, deps) => {
    const account = await requireAccount(values, deps);
    const isSuspended = name === "suspend";
    const suspendedAt = isSuspended ? (account.suspendedAt ?? deps.now().toISOString()) : null;
    if (!(await deps.accounts.change(account.id, { suspendedAt }))) throw accountNotFound(account.id);
    const sentence = isSuspended
      ? `Suspended ${account.id}. Its keys are rejected; its existing tasks continue.`
      : `Resumed ${account.id}. Its keys are accepted again.`;
    return outcome({ accountId: account.id, suspendedAt }, [sentence]);
  },
});

export const accountsCommands: readonly Command[] = [
  {
    name: "accounts create",
    about: "create an account; its API key and webhook secret are shown once",
    options: {
      name: { value: "NAME", about: "display name", required: true },
      plan: { value: "PLAN", about: "name of a plan (see plans list); default: standard" },
    },
    run: async (values, deps) => {
      const plan = text(values, "plan");
      const input = { name: required(values, "name"), ...(plan === undefined ? {} : { plan }) };
      const created = await createAccount(input, deps);
      return outcome(created, [
        `Account         ${created.accountId}`,
        `API key         ${created.apiKey}`,
        `Webhook secret  ${created.webhookSecret}`,
        "The key and the secret are not shown again. The balance is 0.00 USD. Add credits with credits add.",
      ]);
    },
  },
  {
    name: "accounts list",
    about: "list all accounts, oldest first",
    run: async (_values, deps) => {
      const accounts = (await deps.accounts.list()).map(summaryOf);
      return outcome({ accounts }, table(accounts));
    },
  },
  {
    name: "accounts show",
    about: "show an account with the limits of its plan, its active keys and its unfinished tasks",
    options: { account: accountOption },
    run: async (values, deps) => {
      const account = await requireAccount(values, deps);
      const plan = await planOf(account, deps);
      const { activeKeys, runningTasks, queuedTasks } = await accountWork(account.id, deps);
      const details = {
        ...summaryOf(account),
        ...{ activeKeys, runningTasks, queuedTasks },
      };
      return outcome({ ...details, limits: plan }, [...fieldList(details), ...limitsCard(plan)]);
    },
  },
  suspension("suspend", "reject the keys of an account with 403; its existing tasks continue"),
  suspension("resume", "accept the keys of a suspended account again"),
  {
    name: "accounts dub-consent",
    about: "record or withdraw an account's confirmation that the speakers in its videos consent to dubbing",
    options: {
      account: accountOption,
      withdraw: { about: "withdraw the confirmation" },
    },
    run: async (values, deps) => {
      const account = await requireAccount(values, deps);
      const isWithdrawn = values.withdraw === true;
      const dubConsentAt = isWithdrawn ? null : (account.dubConsentAt ?? deps.now().toISOString());
      if (!(await deps.accounts.change(account.id, { dubConsentAt }))) throw accountNotFound(account.id);
      const sentence = isWithdrawn
        ? `${account.id} can no longer create dubs. Its existing tasks continue.`
        : `${account.id} can create dubs.`;
      return outcome({ accountId: account.id, dubConsentAt }, [sentence]);
    },
  },
  {
    name: "accounts plan",
    about: "change the plan of an account; takes effect within 10 seconds",
    options: {
      account: accountOption,
      plan: { value: "PLAN", about: "name of a plan (see plans list)", required: true },
    },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const plan = await requirePlan(required(values, "plan"), deps);
      if (!(await deps.accounts.change(id, { plan: plan.name }))) throw accountNotFound(id);
      return outcome({ accountId: id, plan: plan.name }, [`The plan of ${id} is now ${plan.name}.`]);
    },
  },
];
