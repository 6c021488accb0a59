import type { AccountStore, KeyUses } from "../../core/accounts/account.ts";
import type { SecretSource } from "../../core/accounts/create-account.ts";
import type { OperatorKeyStore } from "../../core/accounts/operator-key.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import { accountNotFound } from "../../core/billing/statement.ts";
import type { LibraryDeps } from "../../core/broll/manage-library.ts";
import { NamedError } from "../../core/errors.ts";
import type { Outbox } from "../../core/events/outbox.ts";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";
import type { AllTasks } from "../../core/tasks/task-store.ts";
import type { DeliveryStore, WakeUps } from "../../core/webhooks/delivery-store.ts";
import type { ExecutionSteps } from "../../core/workflows/execution-steps.ts";

export interface OperatorDeps extends SecretSource {
  accounts: AccountStore;
  operatorKeys: OperatorKeyStore;
  plans: PlanStore;
  keyUses: KeyUses;
  ledger: Ledger;
  allTasks: Pick<AllTasks, "get" | "listPending" | "listWaiting">;
  outbox: Pick<Outbox, "listEvents">;
  executionSteps: ExecutionSteps;
  slots: Pick<TaskSlots, "listHolders">;
  deliveries: DeliveryStore;
  wakeUps: WakeUps;
  brolls: LibraryDeps;
  wait: (milliseconds: number) => Promise<void>;
}

/** The result of a command: `value` is printed with `--json`, `lines` without it. */
export interface Outcome {
  value: unknown;
  lines: string[];
  exitCode: number;
}

export interface Option {
  /** Placeholder of its value in the help text; absent for a flag. */
  value?: string;
  about: string;
  required?: true;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A command with its help, its options and its action. */
export interface Command {
  /** As typed: `accounts create`. */
  name: string;
  about: string;
  /** Positional argument; its value is in `values` under this name. */
  operand?: { name: string; about: string };
  options?: Readonly<Record<string, Option>>;
  /** States what cannot be undone; the operator has to confirm it. */
  warning?: (values: Values) => string;
  /** The action of a command that needs no service; `run` is the same. */
  compute?: (values: Values) => Outcome;
  /** Throws NamedError for errors that the operator can fix. */
  run: (values: Values, deps: OperatorDeps) => Promise<Outcome>;
}

export const accountOption: Option = { value: "ID", about: "account ID", required: true };

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

/** Returns the number of an option, or its default. Throws NamedError ValidationFailed unless it is positive. */
export const positiveNumber = (values: Values, name: string, otherwise: number): number => {
  const value = Number(text(values, name) ?? otherwise);
  if (!(value > 0)) throw new NamedError("ValidationFailed", `--${name} must be a positive number.`);
  return value;
};

export const outcome = (value: unknown, lines: string[], exitCode = 0): Outcome => ({
  value,
  lines,
  exitCode,
});

/** Returns the account of `--account`. Throws NamedError ValidationFailed, NotFound. */
export const requireAccount = async (values: Values, deps: Pick<OperatorDeps, "accounts">) => {
  const id = required(values, "account");
  const account = await deps.accounts.get(id);
  if (account === null) throw accountNotFound(id);
  return account;
};

type Cell = string | number | null;

/** Formats rows as a table with field names as headings. */
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

/** Formats an object with a line for each field. */
export const fieldList = (fields: Readonly<Record<string, Cell>>): string[] => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}  ${value ?? "-"}`);
};
