import * as z from "zod";

/**
 * One immutable ledger entry. `amountMicroUsd` is its signed effect on the available balance, `heldMicroUsd` on the held
 * amount; the sums over an account's entries are its balance and its held amount.
 *
 * credit: added by the operator · hold: reserved for a task · release: end of a hold when the task completed, together with
 * charge: its price · refund: end of a hold when the task failed, or the part of a charge for what was not made.
 */
export const ledgerEntrySchema = z.object({
  /** Unique in the account; the IDs of a task's entries contain the task's ID, so that none is written twice. */
  id: z.string(),
  accountId: z.string(),
  kind: z.enum(["credit", "hold", "release", "charge", "refund"]),
  amountMicroUsd: z.number().int(),
  heldMicroUsd: z.number().int(),
  taskId: z.string().nullable(),
  /** Of a charge: the decoded duration of the media. */
  mediaMilliseconds: z.number().int().nonnegative().nullable(),
  note: z.string().nullable(),
  /** ISO 8601, milliseconds, UTC. */
  createdAt: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** The ledger. The task store writes the entries of tasks, in one transaction with the record. */
export interface Ledger {
  /** Writes an entry and changes the account's balance. Returns false, without a change, when the entry's ID exists. */
  credit(entry: LedgerEntry): Promise<boolean>;
  /** Returns an account's entries, oldest first. */
  list(accountId: string): Promise<LedgerEntry[]>;
  /** Returns at least the entries of tasks that were written from `from` to before `until`, and some older ones, in no particular order. */
  listOfTasks(accountId: string, from: Date, until: Date): Promise<LedgerEntry[]>;
}

/** Returns the entry of a credit. `id` makes it idempotent. */
export const creditEntry = (
  input: { accountId: string; amountMicroUsd: number; note: string | null; id?: string | undefined },
  deps: { newId: () => string; now: () => Date },
): LedgerEntry => ({
  id: input.id ?? deps.newId(),
  accountId: input.accountId,
  kind: "credit",
  amountMicroUsd: input.amountMicroUsd,
  heldMicroUsd: 0,
  taskId: null,
  mediaMilliseconds: null,
  note: input.note,
  createdAt: deps.now().toISOString(),
});
