import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of Amazon States Language (JSONata) that the machines use. */
export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  MaxAttempts?: number;
}
export interface Catcher {
  ErrorEquals: string[];
  Next: string;
  Output?: unknown;
}
export interface State {
  Type: string;
  Resource?: string;
  Arguments?: Record<string, unknown>;
  TimeoutSeconds?: number | string;
  HeartbeatSeconds?: number;
  Retry?: Retrier[];
  Catch?: Catcher[];
  Next?: string;
  End?: boolean;
  Default?: string;
  Choices?: { Condition: string; Next: string }[];
  Output?: unknown;
  Error?: string;
  Cause?: string;
  Items?: unknown;
  ItemSelector?: unknown;
  MaxConcurrency?: number | string;
  ItemProcessor?: Scope & { ProcessorConfig?: { Mode?: string } };
}
/** Consecutive states: those of a machine, or those that a Map runs for each item. */
export interface Scope {
  StartAt: string;
  States: Record<string, State>;
}
export interface Machine extends Scope {
  QueryLanguage: string;
}

const folder = join(import.meta.dirname, "..", "..", "statemachines");

export const machineNames = readdirSync(folder)
  .filter((file) => file.endsWith(".asl.json"))
  .map((file) => file.replace(".asl.json", ""));

export const readMachine = (name: string): Machine =>
  JSON.parse(readFileSync(join(folder, `${name}.asl.json`), "utf8")) as Machine;

/** Returns the states of a machine, including those within its Maps. */
export const scopesOf = (scope: Scope): Scope[] => [
  scope,
  ...Object.values(scope.States).flatMap(({ ItemProcessor }) =>
    ItemProcessor ? scopesOf(ItemProcessor) : [],
  ),
];

export const stateOf = (machine: Machine, name: string): State => {
  const state = scopesOf(machine).find(({ States }) => States[name])?.States[name];
  if (!state) throw new Error(`No state ${name}`);
  return state;
};

/** Returns every `{% … %}` below a value, without the delimiters, with its path. */
export const expressionsIn = (value: unknown, path = ""): { path: string; source: string }[] => {
  if (typeof value === "string") {
    const match = /^\{%(.*)%\}$/s.exec(value);
    return match ? [{ path, source: (match[1] ?? "").trim() }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => expressionsIn(inner, `${path}/${key}`));
};

export const successorsOf = (state: State): string[] =>
  [
    state.Next,
    state.Default,
    ...(state.Choices ?? []).map(({ Next }) => Next),
    ...(state.Catch ?? []).map(({ Next }) => Next),
  ].filter((next) => next !== undefined);
