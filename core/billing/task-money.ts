import type { Task } from "../tasks/task.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { TaskPrice } from "./price.ts";

/** IDs of a task's entries: the hold, its end, the charge, and the refund of the difference. */
export const holdEntryId = (taskId: string): string => `${taskId}-1-hold`;
export const holdEndEntryId = (taskId: string): string => `${taskId}-2-return`;
export const chargeEntryId = (taskId: string): string => `${taskId}-3-charge`;
export const differenceEntryId = (taskId: string): string => `${taskId}-4-difference`;

/** The fields of a task that its entries contain; `updatedAt` is the time of the entries. */
type BilledTask = Pick<Task, "id" | "accountId" | "updatedAt"> & Pick<TaskPrice, "mediaMilliseconds">;

const entryOf = (
  task: BilledTask,
  id: string,
  kind: LedgerEntry["kind"],
  amountMicroUsd: number,
  heldMicroUsd: number,
): LedgerEntry => ({
  id,
  accountId: task.accountId,
  kind,
  amountMicroUsd,
  heldMicroUsd,
  taskId: task.id,
  mediaMilliseconds: kind === "charge" ? task.mediaMilliseconds : null,
  note: null,
  createdAt: task.updatedAt,
});

/** Returns the entry that holds a task's maximum cost. */
export const holdEntries = (task: BilledTask, costMicroUsd: number): LedgerEntry[] => [
  entryOf(task, holdEntryId(task.id), "hold", -costMicroUsd, costMicroUsd),
];

/**
 * Returns the entries that end a hold. `costMicroUsd` null: the task failed, and the whole hold is released. Else the hold is
 * charged and the difference to the cost refunded. Throws Error when the cost exceeds the hold.
 */
export const settlementEntries = (
  task: BilledTask,
  heldMicroUsd: number,
  costMicroUsd: number | null,
): LedgerEntry[] => {
  if (costMicroUsd === null) {
    return [entryOf(task, holdEndEntryId(task.id), "refund", heldMicroUsd, -heldMicroUsd)];
  }
  const difference = heldMicroUsd - costMicroUsd;
  if (difference < 0) throw new Error("The cost of a task exceeds its hold.");
  return [
    entryOf(task, holdEndEntryId(task.id), "release", heldMicroUsd, -heldMicroUsd),
    entryOf(task, chargeEntryId(task.id), "charge", -heldMicroUsd, 0),
    ...(difference > 0 ? [entryOf(task, differenceEntryId(task.id), "refund", difference, 0)] : []),
  ];
};

/**
 * Returns the ledger entries of a change of a task's record (`from` null: its creation):
 *
 * - the cost becomes known: it is held
 * - `completed`: the hold is charged; a clip task that made fewer clips than it held for is refunded the difference
 * - `failed`, for whatever reason: the whole hold is released
 *
 * Stores write the entries in the same transaction as the record, so that status and money agree: the record changes once,
 * however often a step is retried or a message delivered, and so does the balance.
 */
export const taskLedgerEntries = (from: Task | null, to: Task): LedgerEntry[] => {
  const held = from?.costMicroUsd ?? null;
  const cost = to.costMicroUsd;
  const hasEnded = to.status === "failed" || to.status === "completed";
  if (held === null) return cost === null || hasEnded ? [] : holdEntries(to, cost);
  const mayCostLess = to.kind === "clip" && to.status === "completed";
  if (cost !== held && !mayCostLess) throw new Error("The cost of a task must not change while it is held.");
  if (from?.status === to.status || !hasEnded) return [];
  return settlementEntries(to, held, to.status === "failed" ? null : cost);
};
