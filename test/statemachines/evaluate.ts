import jsonata from "jsonata";
import { type Machine, type State, stateOf } from "./machines.ts";

export interface States {
  input?: unknown;
  result?: unknown;
  errorOutput?: unknown;
  context?: Record<string, unknown>;
}

export const context = {
  Execution: {
    Id: "arn:aws:states:eu-west-1:111122223333:execution:Capstack-captioning-task:t1-1",
    Input: { taskId: "t1", videoId: "v1" },
  },
  State: { RetryCount: 0 },
  Task: { Token: "token-1" },
};

/** Evaluates the expressions (`{% … %}`) in a value like Step Functions. */
export const evaluate = async (value: unknown, states: States): Promise<unknown> => {
  if (typeof value === "string") {
    const source = /^\{%(.*)%\}$/s.exec(value)?.[1];
    if (source === undefined) return value;
    const result: unknown = await jsonata(source).evaluate({}, { states: { context, ...states } });
    if (result === undefined) throw new Error(`States.QueryEvaluationError: ${source} is undefined`);
    return JSON.parse(JSON.stringify(result));
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => evaluate(item, states)));
  if (typeof value !== "object" || value === null) return value;
  // The previous state has reserved the lease of a container.
  if ("ContainerOverrides" in value)
    return evaluateFields(value, { ...states, input: { leaseId: "lease", ...(states.input as object) } });
  return evaluateFields(value, states);
};

const evaluateFields = async (value: object, states: States): Promise<unknown> => {
  const entries = Object.entries(value).map(
    async ([key, inner]) => [key, await evaluate(inner, states)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
};

export const nextOf = async (machine: Machine, choice: string, input: unknown): Promise<string> => {
  const state = stateOf(machine, choice);
  for (const { Condition, Next } of state.Choices ?? []) {
    if (await evaluate(Condition, { input })) return Next;
  }
  return state.Default ?? "";
};

export const environmentOf = async (state: State, states: States): Promise<Record<string, unknown>> => {
  const args = (await evaluate(state.Arguments, states)) as {
    Overrides: { ContainerOverrides: { Environment: { Name: string; Value: string }[] }[] };
  };
  const [override] = args.Overrides.ContainerOverrides;
  return Object.fromEntries((override?.Environment ?? []).map(({ Name, Value }) => [Name, Value]));
};
