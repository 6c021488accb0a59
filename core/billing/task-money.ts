import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { LedgerEntry } from "./ledger.ts";

/** Ids of a task's entries: the hold, the one entry that ends the hold, the price. */
export const holdEntryId = (taskId: string): string => `${taskId}-1-hold`;
export const returnEntryId = (taskId: string): string => `${taskId}-2-return`;
export const chargeEntryId = (taskId: string): string => `${taskId}-3-charge`;

/**
 * The ledger entries that follow from a change of a task's record (`from` null: its creation). Stores write them in the
 * same transaction as the record, which makes money and status one: whatever is retried, delivered twice or raced, the
 * record changes once and so does the balance.
 */
export const taskMoney = (from: CaptioningTask | null, to: CaptioningTask): LedgerEntry[] => {
  const held = from?.costMicroUsd ?? null;
  const cost = to.costMicroUsd;
  const entry = (id: string, kind: LedgerEntry["kind"], amount: number, heldChange: number): LedgerEntry => ({
    id,
    accountId: to.accountId,
    kind,
    amountMicroUsd: amount,
    heldMicroUsd: heldChange,
    taskId: to.id,
    note: null,
    createdAt: to.updatedAt,
  });
  if (held === null) {
    const starts = cost !== null && to.status !== "failed" && to.status !== "completed";
    return starts ? [entry(holdEntryId(to.id), "hold", -cost, cost)] : [];
  }
  if (cost !== held) throw new Error("A task's cost does not change once it is held.");
  if (from?.status === to.status) return [];
  if (to.status === "failed") return [entry(returnEntryId(to.id), "refund", held, -held)];
  if (to.status !== "completed") return [];
  return [
    entry(returnEntryId(to.id), "release", held, -held),
    entry(chargeEntryId(to.id), "charge", -held, 0),
  ];
};
