import { type Ledger, type LedgerEntry, ledgerEntrySchema } from "../../core/billing/ledger.ts";
import { NamedError } from "../../core/errors.ts";
import { putNew } from "./record.ts";
import { ConditionsFailed, queryItems, type Table, transact, type Write } from "./table.ts";

const accountKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: "ACCOUNT" });
const entryPrefix = "LEDGER#";

/**
 * Returns the writes of ledger entries, which must not exist yet, and of the account's sums; none without entries. The last
 * write is the one whose condition fails when the balance is insufficient.
 */
export const ledgerWrites = (table: Table, entries: readonly LedgerEntry[]): Write[] => {
  const [first] = entries;
  if (first === undefined) return [];
  const amount = entries.reduce((sum, entry) => sum + entry.amountMicroUsd, 0);
  const held = entries.reduce((sum, entry) => sum + entry.heldMicroUsd, 0);
  const rows = entries.map((entry) =>
    putNew(table, { pk: `ACCOUNT#${entry.accountId}`, sk: `${entryPrefix}${entry.id}`, ...entry }),
  );
  const sums: Write = {
    Update: {
      TableName: table.name,
      Key: accountKey(first.accountId),
      UpdateExpression:
        "SET balanceMicroUsd = balanceMicroUsd + :amount, heldMicroUsd = heldMicroUsd + :held",
      ConditionExpression: "attribute_exists(pk) AND balanceMicroUsd >= :needed",
      ExpressionAttributeValues: { ":amount": amount, ":held": held, ":needed": Math.max(0, -amount) },
    },
  };
  return [...rows, sums];
};

export const insufficientCredits = (cause: unknown): NamedError =>
  new NamedError("InsufficientCredits", "The account's balance is insufficient. Add credits and retry.", {
    cause,
  });

export const createDynamoLedger = (table: Table): Ledger => ({
  async credit(entry) {
    const writes = ledgerWrites(table, [entry]);
    try {
      await transact(table, writes);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      // The entry exists: an earlier attempt wrote it.
      if (error.positions.includes(0)) return false;
      throw insufficientCredits(error);
    }
  },

  async listOfTasks(accountId, from, until) {
    const items = await queryItems(table, {
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: {
        ":pk": `ACCOUNT#${accountId}`,
        ":first": taskEntriesAt(from.getTime() - maxTaskMs),
        ":last": taskEntriesAt(until.getTime()),
      },
      ConsistentRead: true,
    });
    return items.map((item) => ledgerEntrySchema.parse(item)).filter(({ taskId }) => taskId !== null);
  },

  async list(accountId) {
    const items = await queryItems(table, {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": `ACCOUNT#${accountId}`, ":prefix": entryPrefix },
      ConsistentRead: true,
    });
    const entries = items.map((item) => ledgerEntrySchema.parse(item));
    return entries.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
  },
});

/** Entries of tasks begin with the ID of the task, which begins with the time of its creation (UUID v7, RFC 9562 §5.7). */
const taskEntriesAt = (milliseconds: number): string => {
  const digits = Math.max(0, milliseconds).toString(16).padStart(12, "0");
  return `${entryPrefix}${digits.slice(0, 8)}-${digits.slice(8)}`;
};

/** The longest life of a task, with a margin: its last entry may be written that long after its creation. */
const maxTaskMs = 35 * 86_400_000;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
