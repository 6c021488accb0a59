import type { Account } from "../accounts/account.ts";
import type { LedgerEntry } from "./ledger.ts";

type Kind = LedgerEntry["kind"];

/** Returns the inconsistencies of an account's ledger as sentences; empty when it is consistent. Amounts in micro-USD. */
export const verifyLedger = (account: Account, entries: readonly LedgerEntry[]): string[] => {
  const balance = sumOf(entries, "amountMicroUsd");
  const held = sumOf(entries, "heldMicroUsd");
  const problems: string[] = [];
  if (balance !== account.balanceMicroUsd)
    problems.push(`balance ${account.balanceMicroUsd}, entries ${balance}`);
  if (held !== account.heldMicroUsd) problems.push(`held ${account.heldMicroUsd}, entries ${held}`);
  if (account.balanceMicroUsd < 0) problems.push(`the balance is negative: ${account.balanceMicroUsd}`);
  for (const [taskId, own] of Map.groupBy(entries, (entry) => entry.taskId)) {
    if (taskId !== null) problems.push(...problemsOfTask(own).map((problem) => `task ${taskId} ${problem}`));
  }
  return problems.map((problem) => `Account ${account.id}: ${problem}`);
};

const sumOf = (entries: readonly LedgerEntry[], field: "amountMicroUsd" | "heldMicroUsd"): number =>
  entries.reduce((sum, entry) => sum + entry[field], 0);

const problemsOfTask = (entries: readonly LedgerEntry[]): string[] => {
  const of = (kind: Kind): LedgerEntry[] => entries.filter((entry) => entry.kind === kind);
  const endsHold = (entry: LedgerEntry): boolean => entry.heldMicroUsd < 0;
  const [holds, charges, refunds] = [of("hold"), of("charge"), of("refund")];
  const charged = -sumOf(charges, "amountMicroUsd");
  const refunded = sumOf(
    refunds.filter((entry) => !endsHold(entry)),
    "amountMicroUsd",
  );
  const problems: string[] = [];
  if (charges.length > 1 || holds.length > 1) problems.push("was charged or held twice");
  if (entries.filter(endsHold).length > 1) problems.push("has more than one end of its hold");
  if (charges.length > 0 && refunds.some(endsHold)) problems.push("was both charged and refunded");
  if (charged > sumOf(holds, "heldMicroUsd")) problems.push("was charged more than its hold");
  if (refunded > charged) problems.push("was refunded more than it was charged");
  if (sumOf(entries, "heldMicroUsd") < 0) problems.push("released more than its hold");
  return problems;
};
