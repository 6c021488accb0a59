import { parseArgs } from "node:util";
import type { AccountStore } from "../../core/accounts/account.ts";
import { createAccount, createKey, type SecretSource } from "../../core/accounts/create-account.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import { formatUsd, parseUsd } from "../../core/billing/money.ts";
import { accountStatement, addCredit } from "../../core/billing/statement.ts";
import { verifyLedger } from "../../core/billing/verify-ledger.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";

export interface OperatorDeps extends SecretSource {
  accounts: AccountStore;
  plans: PlanStore;
  ledger: Ledger;
}

/** `value` is what `--json` prints; `lines` say the same to a person. */
export interface Outcome {
  value: unknown;
  lines: string[];
  exitCode: number;
}

export const helpText = `Usage: npm run admin -- COMMAND [options]

  accounts create --name NAME [--plan PLAN]      a new account; its API key and webhook secret are shown once
  accounts list
  keys create --account ID                       another API key, shown once
  keys list --account ID
  keys revoke --account ID --key KEYID           at once and for good
  credits add --account ID --amount USD [--note TEXT]
                                                 --amount=-5 takes 5 USD back
  credits statement --account ID
  ledger verify                                  checks every account; exit code 1 when something does not add up

  --json           print JSON only
  --data DIR       the service on this machine with that data folder (default: .local)
  --stack NAME     a stack in AWS, with the credentials of the environment
`;

const options = {
  name: { type: "string" },
  plan: { type: "string" },
  account: { type: "string" },
  key: { type: "string" },
  amount: { type: "string" },
  note: { type: "string" },
  json: { type: "boolean" },
  data: { type: "string" },
  stack: { type: "string" },
  help: { type: "boolean" },
} as const;

export type OperatorArguments = ReturnType<typeof parseOperatorArguments>;

/** Throws NamedError ValidationFailed for options that it does not know. */
export const parseOperatorArguments = (argv: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { command: positionals.join(" "), values };
  } catch (error) {
    // Node adds advice for programmers after the first sentence.
    const [sentence] = (error as Error).message.split(/\.?(?:\n|$|\. )/);
    throw new NamedError("ValidationFailed", `${sentence}. See npm run admin -- --help.`, { cause: error });
  }
};

type Values = OperatorArguments["values"];

const required = (values: Values, name: "name" | "account" | "key" | "amount"): string => {
  const value = values[name];
  if (value === undefined || value === "") throw new NamedError("ValidationFailed", `--${name} is required`);
  return value;
};

const done = (value: unknown, lines: string[], exitCode = 0): Outcome => ({ value, lines, exitCode });

const knownAccount = async (values: Values, deps: OperatorDeps): Promise<string> => {
  const id = required(values, "account");
  if ((await deps.accounts.get(id)) === null) throw new NamedError("NotFound", `There is no account ${id}.`);
  return id;
};

/** The sentence of the ledger speaks to the account's owner, who would have to add credits. */
const tooMuchTakenBack = ({ account, amount }: Values): NamedError =>
  new NamedError(
    "InsufficientCredits",
    `The account ${account} has less than ${amount?.replace("-", "")} USD to take back.`,
  );

const commands: Readonly<Record<string, (values: Values, deps: OperatorDeps) => Promise<Outcome>>> = {
  "accounts create": async (values, deps) => {
    const plan = values.plan === undefined ? {} : { plan: values.plan };
    const created = await createAccount({ name: required(values, "name"), ...plan }, deps);
    return done(created, [
      `Account         ${created.accountId}`,
      `API key         ${created.apiKey}`,
      `Webhook secret  ${created.webhookSecret}`,
      "The key and the secret are not shown again. The balance is 0.00 USD: see credits add.",
    ]);
  },

  "accounts list": async (_values, deps) => {
    const accounts = (await deps.accounts.list()).map((account) => ({
      accountId: account.id,
      name: account.name,
      plan: account.plan,
      balance: formatUsd(account.balanceMicroUsd),
      held: formatUsd(account.heldMicroUsd),
      createdAt: account.createdAt,
    }));
    return done({ accounts }, table(accounts));
  },

  "keys create": async (values, deps) => {
    const created = await createKey(await knownAccount(values, deps), deps);
    return done(created, [
      `Key      ${created.keyId}`,
      `API key  ${created.apiKey}`,
      "It is not shown again.",
    ]);
  },

  "keys list": async (values, deps) => {
    const keys = (await deps.accounts.listKeys(await knownAccount(values, deps))).map((key) => ({
      keyId: key.id,
      prefix: key.prefix,
      createdAt: key.createdAt,
      revokedAt: key.revokedAt,
    }));
    return done({ keys }, table(keys));
  },

  "keys revoke": async (values, deps) => {
    const [accountId, keyId] = [required(values, "account"), required(values, "key")];
    const revokedAt = deps.now().toISOString();
    if (!(await deps.accounts.revokeKey(accountId, keyId, revokedAt))) {
      throw new NamedError("NotFound", `The account ${accountId} has no key ${keyId}.`);
    }
    return done({ keyId, revoked: true }, [`Revoked ${keyId}.`]);
  },

  "credits add": async (values, deps) => {
    const amountMicroUsd = parseUsd(required(values, "amount"));
    if (amountMicroUsd === 0) throw new NamedError("ValidationFailed", "--amount must not be 0");
    const input = { accountId: required(values, "account"), amountMicroUsd, note: values.note ?? null };
    const added = await addCredit(input, deps).catch((error) => {
      throw isNamedError(error) && error.name === "InsufficientCredits" ? tooMuchTakenBack(values) : error;
    });
    return done(added, [`The balance is ${added.balance} USD.`]);
  },

  "credits statement": async (values, deps) => {
    const statement = await accountStatement(required(values, "account"), deps);
    const sums = `Balance ${statement.balance} USD, held ${statement.held} USD`;
    return done(statement, [...table(statement.entries), sums]);
  },

  "ledger verify": async (_values, deps) => {
    const accounts = await deps.accounts.list();
    const problems: string[] = [];
    for (const account of accounts)
      problems.push(...verifyLedger(account, await deps.ledger.list(account.id)));
    const summary = problems.length === 0 ? "All accounts add up." : `${problems.length} problems.`;
    const value = { accounts: accounts.length, problems };
    return done(value, [...problems, summary], problems.length === 0 ? 0 : 1);
  },
};

/** Runs one command. Throws NamedError for what the operator can put right. */
export const runCommand = async (
  { command, values }: OperatorArguments,
  deps: OperatorDeps,
): Promise<Outcome> => {
  const run = commands[command];
  if (run === undefined)
    throw new NamedError("ValidationFailed", `There is no command "${command}": see --help.`);
  return run(values, deps);
};

/** Rows under their field names, in columns. */
const table = (rows: readonly Readonly<Record<string, string | null>>[]): string[] => {
  const [first] = rows;
  if (first === undefined) return ["None."];
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? "-"))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};
