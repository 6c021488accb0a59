import type { Task } from "../tasks/task.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { TaskPrice } from "./price.ts";

/** Ids of a task's entries: the hold, the one entry that ends the hold, the price, the refund of a part of it. */
export const holdEntryId = (taskId: string): string => `${taskId}-1-hold`;
export const holdEndEntryId = (taskId: string): string => `${taskId}-2-return`;
export const chargeEntryId = (taskId: string): string => `${taskId}-3-charge`;
export const differenceEntryId = (taskId: string): string => `${taskId}-4-difference`;

/** What the entries of any kind of task are made from; `updatedAt` is when the money moves. */
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

/** The entry that sets a task's highest cost aside. */
export const holdEntries = (task: BilledTask, costMicroUsd: number): LedgerEntry[] => [
  entryOf(task, holdEntryId(task.id), "hold", -costMicroUsd, costMicroUsd),
];

/**
 * The entries that end a hold. `costMicroUsd` null: the task failed, all goes back. Else what was held is charged, and
 * the difference to the cost is refunded, to the micro-dollar. Throws when the cost is more than was held.
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
  if (difference < 0) throw new Error("A task does not cost more than is held for it.");
  return [
    entryOf(task, holdEndEntryId(task.id), "release", heldMicroUsd, -heldMicroUsd),
    entryOf(task, chargeEntryId(task.id), "charge", -heldMicroUsd, 0),
    ...(difference > 0 ? [entryOf(task, differenceEntryId(task.id), "refund", difference, 0)] : []),
  ];
};

/**
 * The ledger entries that follow from a change of a task's record (`from` null: its creation). Stores write them in the
 * same transaction as the record, which makes money and status one: whatever is retried, delivered twice or raced, the
 * record changes once and so does the balance. A clip task that made fewer clips than it held for ends with a lower cost.
 */
export const taskLedgerEntries = (from: Task | null, to: Task): LedgerEntry[] => {
  const held = from?.costMicroUsd ?? null;
  const cost = to.costMicroUsd;
  const isOver = to.status === "failed" || to.status === "completed";
  if (held === null) return cost === null || isOver ? [] : holdEntries(to, cost);
  const mayCostLess = to.kind === "clip" && to.status === "completed";
  if (cost !== held && !mayCostLess) throw new Error("A task's cost does not change once it is held.");
  if (from?.status === to.status || !isOver) return [];
  return settlementEntries(to, held, to.status === "failed" ? null : cost);
};
