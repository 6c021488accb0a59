import { z } from "zod";

/**
 * One immutable movement of money. `amountMicroUsd` is its signed effect on what can be spent, `heldMicroUsd` on what
 * is set aside; the sums over an account's entries are its balance and its held amount.
 *
 * credit: bought or given · hold: set aside for a task · release: a hold ends because the task was completed, together
 * with charge: its price · refund: a hold ends because the task failed, or a part of a charge is refunded because less
 * was made than was held for.
 */
export const ledgerEntrySchema = z.object({
  /** Unique in the account; a task's entries have ids made from the task's, so that none can be written twice. */
  id: z.string(),
  accountId: z.string(),
  kind: z.enum(["credit", "hold", "release", "charge", "refund"]),
  amountMicroUsd: z.number().int(),
  heldMicroUsd: z.number().int(),
  taskId: z.string().nullable(),
  /** On a charge: the decoded duration of the media that it is for. */
  mediaMilliseconds: z.number().int().nonnegative().nullable().default(null),
  note: z.string().nullable(),
  /** ISO 8601, milliseconds, UTC. */
  createdAt: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** Entries of tasks are written by the task store, in one transaction with the record that they follow from. */
export interface Ledger {
  /** Writes the entry and moves the account's balance, once: false, and nothing, when the entry's id exists. */
  credit(entry: LedgerEntry): Promise<boolean>;
  /** An account's entries, oldest first. */
  list(accountId: string): Promise<LedgerEntry[]>;
}

/** `id` makes the credit one that cannot be given twice. */
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
