import type { AccountStore, KeyUses } from "../../core/accounts/account.ts";
import type { SecretSource } from "../../core/accounts/create-account.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import { accountNotFound } from "../../core/billing/statement.ts";
import type { LibraryDeps } from "../../core/broll/manage-library.ts";
import { NamedError } from "../../core/errors.ts";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";
import type { AllTasks } from "../../core/tasks/task-store.ts";
import type { DeliveryStore, WakeUps } from "../../core/webhooks/delivery-store.ts";

export interface OperatorDeps extends SecretSource {
  accounts: AccountStore;
  plans: PlanStore;
  keyUses: KeyUses;
  ledger: Ledger;
  allTasks: Pick<AllTasks, "listPending" | "listWaiting">;
  slots: Pick<TaskSlots, "listHolders">;
  deliveries: DeliveryStore;
  wakeUps: WakeUps;
  brolls: LibraryDeps;
  wait: (milliseconds: number) => Promise<void>;
}

/** `value` is what `--json` prints; `lines` say the same to a person. */
export interface Outcome {
  value: unknown;
  lines: string[];
  exitCode: number;
}

export interface Option {
  /** What stands after it in the help; absent: a switch. */
  value?: string;
  about: string;
  required?: true;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One command: its help, its options and what it does all stand in one place. */
export interface Command {
  /** As typed: `accounts create`. */
  name: string;
  about: string;
  /** What stands behind the name, under which the values have it. */
  operand?: { name: string; about: string };
  options?: Readonly<Record<string, Option>>;
  /** A sentence that says what cannot be undone; asked before it is done. */
  warning?: (values: Values) => string;
  /** Throws NamedError for what the operator can put right. */
  run: (values: Values, deps: OperatorDeps) => Promise<Outcome>;
}

export const accountOption: Option = { value: "ID", about: "the account", required: true };

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
};

export const required = (values: Values, name: string): string => {
  const value = text(values, name);
  if (value === undefined || value.trim() === "") {
    const spelled = /^[A-Z]/.test(name) ? name : `--${name}`;
    throw new NamedError("ValidationFailed", `${spelled} is required`);
  }
  return value;
};

export const done = (value: unknown, lines: string[], exitCode = 0): Outcome => ({ value, lines, exitCode });

/** The account of `--account`. Throws NamedError ValidationFailed, NotFound. */
export const knownAccount = async (values: Values, deps: Pick<OperatorDeps, "accounts">) => {
  const id = required(values, "account");
  const account = await deps.accounts.get(id);
  if (account === null) throw accountNotFound(id);
  return account;
};

type Cell = string | number | null;

/** Rows under their field names, in columns. */
export const table = (rows: readonly Readonly<Record<string, Cell>>[]): string[] => {
  const [first] = rows;
  if (first === undefined) return ["None."];
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "-")))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === "number"));
  return lines.map((line) =>
    line
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
};

/** One thing, a line for each of its fields. */
export const card = (fields: Readonly<Record<string, Cell>>): string[] => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}  ${value ?? "-"}`);
};
