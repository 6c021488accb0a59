import { formatUsd, parseUsd } from "../../core/billing/money.ts";
import { accountStatement, addCredit, verifiedAccount } from "../../core/billing/statement.ts";
import { type UsagePeriod, usageOf, usagePeriods } from "../../core/billing/usage.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import {
  accountOption,
  type Command,
  done,
  knownAccount,
  required,
  table,
  text,
  type Values,
} from "./command.ts";

/** The sentence of the ledger speaks to the account's owner, who would have to add credits. */
const tooMuchTakenBack = (values: Values): NamedError =>
  new NamedError(
    "InsufficientCredits",
    `The account ${values.account} has less than ${String(values.amount).replace("-", "")} USD to take back.`,
  );

/** `--from` and `--to` as moments: whole days in UTC, the last one included. */
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
  if (until <= from) throw new NamedError("ValidationFailed", "--to must not lie before --from");
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
    about: "give an account credit; --amount=-5 takes 5 USD back",
    options: {
      account: accountOption,
      amount: { value: "USD", about: "at most 6 decimals", required: true },
      note: { value: "TEXT", about: "kept with the entry" },
      reference: {
        value: "TEXT",
        about: "an invoice's number or the like: repeating the command adds nothing",
      },
    },
    run: async (values, deps) => {
      const amountMicroUsd = parseUsd(required(values, "amount"));
      if (amountMicroUsd === 0) throw new NamedError("ValidationFailed", "--amount must not be 0");
      const accountId = required(values, "account");
      const [note, reference] = [text(values, "note") ?? null, text(values, "reference") ?? null];
      const added = await addCredit({ accountId, amountMicroUsd, note, reference }, deps).catch((error) => {
        throw isNamedError(error) && error.name === "InsufficientCredits" ? tooMuchTakenBack(values) : error;
      });
      const repeated = added.repeated ? ["That reference was credited before: nothing was added."] : [];
      return done(added, [...repeated, `The balance is ${added.balance} USD.`]);
    },
  },
  {
    name: "credits statement",
    about: "every movement of an account's money, oldest first",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { statement, notes } = await accountStatement(required(values, "account"), deps);
      const rows = statement.entries.map((entry) => ({ ...entry, note: notes.get(entry.id) ?? null }));
      const sums = `Balance ${statement.balance} USD, held ${statement.held} USD`;
      return done(statement, [...table(rows), sums]);
    },
  },
  {
    name: "ledger verify",
    about: "check every account's money; exit code 1 when something does not add up",
    run: async (_values, deps) => {
      const accounts = await deps.accounts.list();
      const problems: string[] = [];
      for (const { id } of accounts) problems.push(...(await verifiedAccount(id, deps)));
      const summary =
        problems.length === 0 ? `All ${accounts.length} accounts add up.` : `${problems.length} problems.`;
      const value = { accounts: accounts.length, problems };
      return done(value, [...problems, summary], problems.length === 0 ? 0 : 1);
    },
  },
  {
    name: "usage report",
    about: "tasks, minutes and amounts that were charged, per account",
    options: {
      account: { value: "ID", about: "only this one" },
      from: {
        value: "DAY",
        about: "first day, UTC, such as 2026-03-01; the first of this month when absent",
      },
      to: { value: "DAY", about: "last day; today when absent" },
      by: { value: "PERIOD", about: "a line per day, month or all (the default)" },
    },
    run: async (values, deps) => {
      const range = { ...rangeOf(values, deps.now()), period: periodOf(values) };
      const accounts =
        values.account === undefined ? await deps.accounts.list() : [await knownAccount(values, deps)];
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
      return done({ from: range.from, until: range.until, usage }, table(usage));
    },
  },
];
