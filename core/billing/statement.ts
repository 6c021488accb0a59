import type { AccountStore } from "../accounts/account.ts";
import { NamedError } from "../errors.ts";
import { creditEntry, type Ledger } from "./ledger.ts";
import { formatUsd } from "./money.ts";

export interface Statement {
  /** Oldest first; amounts are signed US dollars, whose sum is `balance`. */
  entries: { id: string; kind: string; amount: string; taskId: string | null; createdAt: string }[];
  balance: string;
  held: string;
}

interface StatementDeps {
  accounts: Pick<AccountStore, "get">;
  ledger: Ledger;
}

/** Throws NamedError NotFound. */
export const accountStatement = async (accountId: string, deps: StatementDeps): Promise<Statement> => {
  const account = await deps.accounts.get(accountId);
  if (account === null) throw new NamedError("NotFound", `There is no account ${accountId}.`);
  const entries = await deps.ledger.list(accountId);
  return {
    entries: entries.map(({ id, kind, amountMicroUsd, taskId, createdAt }) => ({
      id,
      kind,
      amount: formatUsd(amountMicroUsd),
      taskId,
      createdAt,
    })),
    balance: formatUsd(account.balanceMicroUsd),
    held: formatUsd(account.heldMicroUsd),
  };
};

/** Adds (or, with a negative amount, takes back) credit. Throws NamedError NotFound, InsufficientCredits. */
export const addCredit = async (
  input: { accountId: string; amountMicroUsd: number; note: string | null },
  deps: StatementDeps & { newId: () => string; now: () => Date },
): Promise<{ entryId: string; balance: string }> => {
  if ((await deps.accounts.get(input.accountId)) === null) {
    throw new NamedError("NotFound", `There is no account ${input.accountId}.`);
  }
  const entry = creditEntry(input, deps);
  await deps.ledger.credit(entry);
  const { balance } = await accountStatement(input.accountId, deps);
  return { entryId: entry.id, balance };
};
