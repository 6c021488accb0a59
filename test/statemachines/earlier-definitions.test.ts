import { expect, test } from "@jest/globals";
import { expressionsIn, readMachine, type State, stateOf, successorsOf } from "./machines.ts";

/**
 * An execution keeps the definition with which it started (Step Functions, UpdateStateMachine) and waits up to 30 days for an
 * approval. So after a deployment, earlier definitions call the new functions and containers and read their results. This is
 * what definitions of the last 30 days use after an approval: a new use is added here; one that no definition contains any
 * more is removed 30 days after the release without it (docs/decisions/0176-functions-serve-earlier-definitions.md).
 */
const usedAfterApproval = {
  calls: [
    "AwaitApprovalFunctionArn(taskId, taskToken)",
    "CompleteTaskFunctionArn(taskId, result)",
    "FailTaskFunctionArn(taskId, executionArn, error, cause, stage)",
    "RenderFunctionArn(arguments, environment, jobKey, join, taskId)",
    "RenderFunctionArn(arguments, environment, jobKey, segment, taskId)",
    "RenderFunctionArn(arguments, environment, jobKey, taskId)",
    "RenderTaskDefinitionArn(TASK_TOKEN, TASK_INPUT, CAPACITY_LEASE, jobKey, join, taskId)",
    "RenderTaskDefinitionArn(TASK_TOKEN, TASK_INPUT, CAPACITY_LEASE, jobKey, segment, taskId)",
    "RenderTaskDefinitionArn(TASK_TOKEN, TASK_INPUT, CAPACITY_LEASE, jobKey, taskId)",
    "ReserveCapacityFunctionArn(taskId, container, taskToken)",
    "StartRenderingFunctionArn(taskId)",
  ],
  results: [
    ...["Payload", "approvalTimeoutSeconds", "cause", "diskGibibytes", "error", "errorName", "isShort"],
    ...[
      "jobKey",
      "leaseId",
      "parallel",
      "renderMode",
      "renderTimeoutSeconds",
      "result",
      "segment",
      "segmentTimeoutSeconds",
    ],
    ...["segments", "stage", "taskId"],
  ],
};

const afterApproval = (): State[] => {
  const machine = readMachine("captioning-task");
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    const state = stateOf(machine, name);
    for (const next of successorsOf(state)) visit(next);
    if (state.ItemProcessor) visit(state.ItemProcessor.StartAt);
  };
  visit("AwaitApproval");
  return [...reached].map((name) => stateOf(machine, name));
};

/** Returns the names that follow a pattern, sorted, each once. */
const namesIn = (value: unknown, pattern: RegExp): string[] => {
  const sources = expressionsIn(value).map(({ source }) => source);
  return [
    ...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = ""]) => name))),
  ].sort();
};

interface Call {
  FunctionName?: string;
  TaskDefinition?: string;
  Payload?: object;
  Overrides?: { ContainerOverrides: { Environment: { Name: string; Value: string }[] }[] };
}

const callsOf = ({ Arguments = {} }: State): string[] => {
  const { FunctionName, TaskDefinition, Payload = {}, Overrides }: Call = Arguments;
  const target = (FunctionName ?? TaskDefinition)?.slice(2, -1);
  if (target === undefined) return [];
  const variables = Overrides?.ContainerOverrides.flatMap(({ Environment }) => Environment) ?? [];
  const fields = [
    ...Object.keys(Payload),
    ...variables.map(({ Name }) => Name),
    ...namesIn(Arguments, /'(\w+)':/g),
  ];
  return [`${target}(${fields.join(", ")})`];
};

test("new functions and containers serve executions that wait for an approval", () => {
  const states = afterApproval();
  expect({
    calls: [...new Set(states.flatMap(callsOf))].sort(),
    results: namesIn(states, /\$states\.(?:input|result(?:\.Payload)?)\.(\w+)/g),
  }).toEqual(usedAfterApproval);
});
