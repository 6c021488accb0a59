import type { Account } from "../accounts/account.ts";
import type { LedgerEntry } from "./ledger.ts";

/** Sentences about what does not add up in an account's ledger; empty when all is right. Amounts in micro-USD. */
export const verifyLedger = (account: Account, entries: readonly LedgerEntry[]): string[] => {
  const sum = (pick: (entry: LedgerEntry) => number): number =>
    entries.reduce((total, entry) => total + pick(entry), 0);
  const balance = sum((entry) => entry.amountMicroUsd);
  const held = sum((entry) => entry.heldMicroUsd);
  const problems: string[] = [];
  const say = (text: string): void => {
    problems.push(`Account ${account.id}: ${text}`);
  };
  if (balance !== account.balanceMicroUsd) say(`balance ${account.balanceMicroUsd}, entries ${balance}`);
  if (held !== account.heldMicroUsd) say(`held ${account.heldMicroUsd}, entries ${held}`);
  if (account.balanceMicroUsd < 0) say(`the balance is negative: ${account.balanceMicroUsd}`);
  for (const [taskId, own] of Map.groupBy(entries, (entry) => entry.taskId)) {
    if (taskId === null) continue;
    const count = (kind: LedgerEntry["kind"]): number => own.filter((entry) => entry.kind === kind).length;
    if (count("charge") > 1 || count("hold") > 1) say(`task ${taskId} was charged or held twice`);
    if (count("charge") > 0 && count("refund") > 0) say(`task ${taskId} was both charged and given back`);
  }
  return problems;
};
