import type { Account, AccountStore } from "../accounts/account.ts";
import { NamedError } from "../errors.ts";
import { creditEntry, type Ledger, type LedgerEntry } from "./ledger.ts";
import { formatUsd } from "./money.ts";
import { verifyLedger } from "./verify-ledger.ts";

export interface Statement {
  /** Oldest first. Amounts are signed US dollars; their sum is `balance`. */
  entries: { id: string; kind: string; amount: string; taskId: string | null; createdAt: string }[];
  balance: string;
  held: string;
}

interface StatementDeps {
  accounts: Pick<AccountStore, "get">;
  ledger: Ledger;
}

export const accountNotFound = (accountId: string): NamedError =>
  new NamedError("NotFound", `The account ${accountId} does not exist. Run accounts list to see the IDs.`);

/** Maximum number of reads for a consistent statement of a busy account. */
const maxReads = 20;

/**
 * Returns a consistent snapshot of an account and its entries. The two are read separately, and again until the balance did
 * not change in between. Throws NamedError NotFound.
 */
const readConsistently = async (
  accountId: string,
  deps: StatementDeps,
): Promise<{ account: Account; entries: LedgerEntry[] }> => {
  for (let read = 1; ; read += 1) {
    const before = await deps.accounts.get(accountId);
    if (before === null) throw accountNotFound(accountId);
    const entries = await deps.ledger.list(accountId);
    const account = (await deps.accounts.get(accountId)) ?? before;
    const hasChanged =
      before.balanceMicroUsd !== account.balanceMicroUsd || before.heldMicroUsd !== account.heldMicroUsd;
    if (!hasChanged || read === maxReads) return { account, entries };
  }
};

/** Returns the statement, and the notes of its entries by ID. Throws NamedError NotFound. */
export const accountStatement = async (
  accountId: string,
  deps: StatementDeps,
): Promise<{ statement: Statement; notes: ReadonlyMap<string, string | null> }> => {
  const { account, entries } = await readConsistently(accountId, deps);
  const statement = {
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
  return { statement, notes: new Map(entries.map(({ id, note }) => [id, note])) };
};

/** Verifies an account's ledger, also while it changes. Returns the problems. Throws NamedError NotFound. */
export const verifiedAccount = async (accountId: string, deps: StatementDeps): Promise<string[]> => {
  const { account, entries } = await readConsistently(accountId, deps);
  return verifyLedger(account, entries);
};

/**
 * Adds credit, or removes it with a negative amount. A `reference` makes this idempotent: the same amount again changes
 * nothing (`repeated`), another amount throws IdempotencyConflict. Throws NamedError NotFound, InsufficientCredits.
 */
export const addCredit = async (
  input: { accountId: string; amountMicroUsd: number; note: string | null; reference: string | null },
  deps: StatementDeps & { newId: () => string; now: () => Date },
): Promise<{ entryId: string; balance: string; repeated: boolean }> => {
  const { accountId, reference } = input;
  const balanceOf = async (): Promise<string> => {
    const account = await deps.accounts.get(accountId);
    if (account === null) throw accountNotFound(accountId);
    return formatUsd(account.balanceMicroUsd);
  };
  await balanceOf();
  const entry = creditEntry({ ...input, id: reference === null ? undefined : creditId(reference) }, deps);
  const isNew = await deps.ledger.credit(entry);
  if (!isNew) {
    const first = (await deps.ledger.list(accountId)).find(({ id }) => id === entry.id);
    if (first?.amountMicroUsd !== entry.amountMicroUsd) {
      throw new NamedError(
        "IdempotencyConflict",
        `The reference ${reference} was used for ${formatUsd(first?.amountMicroUsd ?? 0)} USD. Use another one.`,
      );
    }
  }
  return { entryId: entry.id, balance: await balanceOf(), repeated: !isNew };
};

/** Throws NamedError ValidationFailed. */
const creditId = (reference: string): string => {
  const isFit = reference.trim() !== "" && reference.length <= 200;
  if (!isFit) throw new NamedError("ValidationFailed", ["reference must have 1 to 200 characters"]);
  return `credit-${reference.trim()}`;
};
