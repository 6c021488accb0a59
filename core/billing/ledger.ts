import { z } from "zod";

/**
 * One immutable movement of money. `amountMicroUsd` is its signed effect on what can be spent, `heldMicroUsd` on what
 * is set aside; the sums over an account's entries are its balance and its held amount.
 *
 * credit: bought or given · hold: set aside for a task · release: a hold ends because the task was completed, together
 * with charge: its price · refund: a hold ends because the task failed.
 */
export const ledgerEntrySchema = z.object({
  /** Unique in the account; a task's entries have ids made from the task's, so that none can be written twice. */
  id: z.string(),
  accountId: z.string(),
  kind: z.enum(["credit", "hold", "release", "charge", "refund"]),
  amountMicroUsd: z.number().int(),
  heldMicroUsd: z.number().int(),
  taskId: z.string().nullable(),
  note: z.string().nullable(),
  /** ISO 8601, milliseconds, UTC. */
  createdAt: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** Entries of tasks are written by the task store, in one transaction with the record that they follow from. */
export interface Ledger {
  /** Writes the entry and moves the account's balance, once: an entry id that exists is left alone. */
  credit(entry: LedgerEntry): Promise<void>;
  /** An account's entries, oldest first. */
  list(accountId: string): Promise<LedgerEntry[]>;
}

export const creditEntry = (
  { accountId, amountMicroUsd, note }: { accountId: string; amountMicroUsd: number; note: string | null },
  deps: { newId: () => string; now: () => Date },
): LedgerEntry => ({
  id: deps.newId(),
  accountId,
  kind: "credit",
  amountMicroUsd,
  heldMicroUsd: 0,
  taskId: null,
  note,
  createdAt: deps.now().toISOString(),
});
