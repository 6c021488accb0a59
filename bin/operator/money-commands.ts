import { formatUsd, parseUsd } from "../../core/billing/money.ts";
import { accountStatement, addCredit, verifiedAccount } from "../../core/billing/statement.ts";
import { type UsagePeriod, usageOf, usagePeriods } from "../../core/billing/usage.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import {
  accountOption,
  type Command,
  outcome,
  requireAccount,
  required,
  table,
  text,
  type Values,
} from "./command.ts";

/** Replaces the ledger's message, which is for the account owner. */
const debitExceedsBalance = (values: Values): NamedError =>
  new NamedError(
    "InsufficientCredits",
    `The balance of account ${values.account} is less than ${String(values.amount).replace("-", "")} USD.`,
  );

/** Returns `--from` and `--to` as timestamps: whole days in UTC, including the last one. */
const rangeOf = (values: Values, now: Date): { from: string; until: string } => {
  const dayOf = (name: "from" | "to"): Date | null => {
    const day = text(values, name);
    if (day === undefined) return null;
    const date = new Date(`${day}T00:00:00.000Z`);
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime());
    if (!isDay || date.toISOString().slice(0, 10) !== day)
      throw new NamedError(
        "ValidationFailed",
        `--${name} must be a day such as ${now.toISOString().slice(0, 10)}`,
      );
    return date;
  };
  const from = dayOf("from") ?? new Date(`${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`);
  const to = dayOf("to") ?? now;
  const until = new Date(`${to.toISOString().slice(0, 10)}T00:00:00.000Z`);
  until.setUTCDate(until.getUTCDate() + 1);
  if (until <= from) throw new NamedError("ValidationFailed", "--to must not be before --from");
  return { from: from.toISOString(), until: until.toISOString() };
};

const periodOf = (values: Values): UsagePeriod => {
  const period = usagePeriods.find((known) => known === (values.by ?? "all"));
  if (period === undefined)
    throw new NamedError("ValidationFailed", `--by must be one of ${usagePeriods.join(", ")}`);
  return period;
};

export const moneyCommands: readonly Command[] = [
  {
    name: "credits add",
    about: "add credit to an account; --amount=-5 deducts 5 USD",
    options: {
      account: accountOption,
      amount: { value: "USD", about: "at most 6 decimals", required: true },
      note: { value: "TEXT", about: "stored with the ledger entry" },
      reference: {
        value: "TEXT",
        about: "such as an invoice number; repeating the command with the same reference adds nothing",
      },
    },
    run: async (values, deps) => {
      const amountMicroUsd = parseUsd(required(values, "amount"));
      if (amountMicroUsd === 0) throw new NamedError("ValidationFailed", "--amount must not be 0");
      const accountId = required(values, "account");
      const [note, reference] = [text(values, "note") ?? null, text(values, "reference") ?? null];
      const added = await addCredit({ accountId, amountMicroUsd, note, reference }, deps).catch((error) => {
        throw isNamedError(error) && error.name === "InsufficientCredits"
          ? debitExceedsBalance(values)
          : error;
      });
      const repeated = added.repeated ? ["This reference was already credited, so nothing was added."] : [];
      return outcome(added, [...repeated, `The balance is ${added.balance} USD.`]);
    },
  },
  {
    name: "credits statement",
    about: "list the ledger entries of an account, oldest first",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { statement, notes } = await accountStatement(required(values, "account"), deps);
      const rows = statement.entries.map((entry) => ({ ...entry, note: notes.get(entry.id) ?? null }));
      const sums = `Balance ${statement.balance} USD, held ${statement.held} USD`;
      return outcome(statement, [...table(rows), sums]);
    },
  },
  {
    name: "ledger verify",
    about: "verify the ledger of every account; exit code 1 if a balance does not match its entries",
    run: async (_values, deps) => {
      const accounts = await deps.accounts.list();
      const problems: string[] = [];
      for (const { id } of accounts) problems.push(...(await verifiedAccount(id, deps)));
      const summary =
        problems.length === 0
          ? `Verified ${accounts.length} accounts: no problems found.`
          : `${problems.length} problems found.`;
      const value = { accounts: accounts.length, problems };
      return outcome(value, [...problems, summary], problems.length === 0 ? 0 : 1);
    },
  },
  {
    name: "usage report",
    about: "report charged tasks, minutes and amounts per account",
    options: {
      account: { value: "ID", about: "only this account" },
      from: {
        value: "DAY",
        about: "first day in UTC, such as 2026-03-01; default: the first day of this month",
      },
      to: { value: "DAY", about: "last day; default: today" },
      by: { value: "PERIOD", about: "day, month or all: length of a period; default: all" },
    },
    run: async (values, deps) => {
      const range = { ...rangeOf(values, deps.now()), period: periodOf(values) };
      const accounts =
        values.account === undefined ? await deps.accounts.list() : [await requireAccount(values, deps)];
      const usage = [];
      for (const { id, name } of accounts) {
        for (const { period, usage: used } of usageOf(await deps.ledger.list(id), range)) {
          const minutes = (used.mediaMilliseconds / 60_000).toFixed(3);
          usage.push({
            accountId: id,
            name,
            period,
            tasks: used.tasks,
            minutes,
            amount: formatUsd(used.amountMicroUsd),
          });
        }
      }
      return outcome({ from: range.from, until: range.until, usage }, table(usage));
    },
  },
];
