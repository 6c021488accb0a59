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
}
export interface Machine {
  QueryLanguage: string;
  StartAt: string;
  States: Record<string, State>;
}

const folder = join(import.meta.dirname, "..", "..", "statemachines");

export const machineNames = readdirSync(folder)
  .filter((file) => file.endsWith(".asl.json"))
  .map((file) => file.replace(".asl.json", ""));

export const readMachine = (name: string): Machine =>
  JSON.parse(readFileSync(join(folder, `${name}.asl.json`), "utf8")) as Machine;

export const stateOf = (machine: Machine, name: string): State => {
  const state = machine.States[name];
  if (!state) throw new Error(`No state ${name}`);
  return state;
};

/** Every `{% … %}` below a value, without its marks, with the path to it. */
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
