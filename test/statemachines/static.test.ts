import { describe, expect, test } from "@jest/globals";
import aslValidator from "asl-validator";
import jsonata from "jsonata";
import { waitingTaskSchema } from "../../adapters/waiting-task.ts";
import { capacityTimeoutSeconds } from "../../core/capacity/capacity.ts";
import { functionTimeoutSeconds } from "../../core/capacity/short-tasks.ts";
import { ratingLimitSeconds } from "../../core/clips/rate-speech.ts";
import { titleLimitSeconds } from "../../core/clips/rated-titles.ts";
import { clipModelTimeoutMs, readingLimits } from "../../core/clips/read-talk.ts";
import { errorStatus } from "../../core/errors.ts";
import { leaseVariable } from "../../core/workflows/maintenance/stopped-container.ts";
import { maxContainerAttempts } from "../../core/workflows/recovery.ts";
import { groupOfImport, groupOfTask } from "../../core/workflows/running-containers.ts";
import { reservationInput } from "../../lambdas/shared/workflow-inputs.ts";
import { withoutMediaConvert } from "../../lib/clip-cutter.ts";
import {
  chooseClipsFunction,
  type FunctionDefinition,
  functionDefinitions,
} from "../../lib/function-definitions.ts";
import { pascalCase } from "../../lib/functions.ts";
import { shortTaskWorkers, withoutShortTasks } from "../../lib/short-tasks.ts";
import { environmentOf, evaluate } from "./evaluate.ts";
import { expressionsIn, machineNames, readMachine, type State, scopesOf, successorsOf } from "./machines.ts";

/** Error names of AWS, as in the documentation of errors and service integrations. */
const platformErrors = new Set([
  "States.ALL",
  "States.Timeout",
  "States.HeartbeatTimeout",
  "Lambda.ServiceException",
  "Lambda.AWSLambdaException",
  "Lambda.SdkClientException",
  "Lambda.TooManyRequestsException",
  "Lambda.ClientExecutionTimeoutException",
  "Lambda.Unknown",
  "Sandbox.Timedout",
  "Runtime.ExitError",
  "ECS.AccessDeniedException",
  "ECS.AmazonECSException",
  "ECS.ClientException",
  "ECS.ServerException",
  "ECS.ThrottlingException",
  "ECS.LimitExceededException",
  "ECS.SdkClientException",
  "AmazonECS.Unknown",
  "StepFunctions.ExecutionLimitExceededException",
  "StepFunctions.AWSStepFunctionsException",
  "StepFunctions.ThrottlingException",
  "StepFunctions.SdkClientException",
  "MediaConvert.TooManyRequestsException",
  "MediaConvert.InternalServerErrorException",
  "MediaConvert.AWSMediaConvertException",
  "MediaConvert.SdkClientException",
]);

/** Errors that end when other work ends: retried for a long time, each delay at most half of the time limit. */
const patientErrors = new Set(["Lambda.TooManyRequestsException", "AmazonECS.Unknown"]);

/** Functions that do the work of a container, which does it when they fail. */
const isShortTask = (state: State): boolean =>
  shortTaskWorkers.some((name) => state.Arguments?.FunctionName === `\${${pascalCase(name)}FunctionArn}`);

const isContainer = (state: State): boolean => state.Resource?.includes(":ecs:") ?? false;

/** The function that a state calls and waits for; none for a container, a short task, or a state that waits for a token. */
const functionOf = ({ Resource, Arguments }: State): FunctionDefinition[] =>
  [...functionDefinitions].flatMap(([name, definition]) =>
    Resource === "arn:aws:states:::lambda:invoke" &&
    Arguments?.FunctionName === `\${${pascalCase(name)}FunctionArn}`
      ? [definition]
      : [],
  );

test("the function that chooses clips has time for the ratings, the language model, and a minute of its own", () => {
  const modelSeconds = readingLimits.startWithinSeconds + (2 * clipModelTimeoutMs) / 1000;
  const { timeoutSeconds = 0 } = functionDefinitions.get(chooseClipsFunction) ?? {};
  expect(ratingLimitSeconds + modelSeconds + titleLimitSeconds + 60).toBeLessThan(timeoutSeconds);
});

/** Every machine, and those of a stack without options. */
const deployed = [
  ...machineNames.map((name) => [name, name, readMachine(name)] as const),
  ["clip-task without MediaConvert", "clip-task", withoutMediaConvert(readMachine("clip-task"))] as const,
  ...["captioning-task", "transcription"].map(
    (name) =>
      [`${name} without functions for short tasks`, name, withoutShortTasks(readMachine(name))] as const,
  ),
];

describe.each(deployed)("%s", (_title, name, machine) => {
  const scopes = scopesOf(machine);
  const states = scopes.flatMap(({ States }) => Object.entries(States));
  const tasks = states.filter(([, state]) => state.Type === "Task");

  test("is valid Amazon States Language", () => {
    const { isValid, errorsText } = aslValidator(machine);
    expect({ isValid, errors: errorsText("\n") }).toEqual({ isValid: true, errors: "" });
    expect(machine.QueryLanguage).toBe("JSONata");
  });

  test.each(scopes)("reaches every state from $StartAt, and only states that exist", (scope) => {
    const reached = new Set<string>();
    const visit = (state: string): void => {
      if (reached.has(state)) return;
      reached.add(state);
      const found = scope.States[state];
      expect({ state, exists: found !== undefined }).toEqual({ state, exists: true });
      if (found) successorsOf(found).forEach(visit);
    };
    visit(scope.StartAt);
    expect([...reached].sort()).toEqual(Object.keys(scope.States).sort());
  });

  test.each(tasks)("%s has a timeout, limits its retries, and catches all errors", (_, state) => {
    expect(state.TimeoutSeconds).toBeDefined();
    expect((state.Retry ?? []).length > 0).toBe(!isShortTask(state));
    for (const retrier of state.Retry ?? []) {
      const isPatient = retrier.ErrorEquals.some((error) => patientErrors.has(error));
      expect(retrier.MaxAttempts).toBeLessThanOrEqual(isPatient ? 100 : 8);
    }
    expect(state.Catch?.at(-1)?.ErrorEquals).toEqual(["States.ALL"]);
  });

  test("waits longer for each function than it may run", () => {
    const short = tasks.flatMap(([title, state]) =>
      functionOf(state).flatMap(({ timeoutSeconds }) =>
        Number(state.TimeoutSeconds) > timeoutSeconds ? [] : [title],
      ),
    );
    expect(short).toEqual([]);
  });

  test.each(tasks.filter(([, state]) => isContainer(state)))(
    "%s expects heartbeats, and retries a lost container but no named error",
    (_, state) => {
      expect(state.HeartbeatSeconds).toBe(300);
      const lossRetrier = state.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes("ContainerStopped"));
      expect(lossRetrier).toMatchObject({
        ErrorEquals: ["ContainerStopped", "States.HeartbeatTimeout"],
        MaxAttempts: maxContainerAttempts - 1,
      });
      const others = state.Retry?.filter((retrier) => retrier !== lossRetrier) ?? [];
      for (const { ErrorEquals } of others) {
        expect(ErrorEquals.every((error) => /^(Amazon)?ECS\./.test(error))).toBe(true);
      }
    },
  );

  test.each(tasks.filter(([, state]) => isContainer(state)))(
    "%s waits for minutes until an update of the stack lets it pass the container's new role",
    (_, state) => {
      const denied = state.Retry?.find(({ ErrorEquals }) =>
        ErrorEquals.includes("ECS.AccessDeniedException"),
      );
      expect(denied).toEqual({
        ErrorEquals: ["ECS.AccessDeniedException"],
        IntervalSeconds: 5,
        BackoffRate: 2,
        MaxDelaySeconds: 60,
        MaxAttempts: 8,
      });
    },
  );

  test.each(tasks.filter(([, state]) => state.Resource?.includes(":lambda:") && !isShortTask(state)))(
    "%s waits for a throttled function for minutes",
    (_, state) => {
      const throttled = state.Retry?.find(({ ErrorEquals }) =>
        ErrorEquals.includes("Lambda.TooManyRequestsException"),
      );
      // Of twenty tasks, each with 15 calls of which half are throttled, all complete.
      expect(throttled).toMatchObject({ MaxAttempts: 40, MaxDelaySeconds: 60, JitterStrategy: "FULL" });
    },
  );

  test.each(tasks.filter(([, state]) => isContainer(state)))(
    "%s reserves vCPUs first, passes its lease on, and waits for capacity for hours",
    async (stateName, state) => {
      const reserve = states.find(([, { Next }]) => Next === stateName)?.[1];
      expect(reserve).toMatchObject({
        Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
        TimeoutSeconds: capacityTimeoutSeconds,
      });
      const input = { taskId: "t1", videoId: "v1" };
      const { Payload } = (await evaluate(reserve?.Arguments, { input })) as { Payload: unknown };
      const { container } = reservationInput.parse(Payload);
      const output = await evaluate(reserve?.Output, { input, result: { leaseId: "lease" } });
      const args = JSON.stringify(await evaluate(state.Arguments, { input: output }));
      // The container of clips is a renderer with other grants.
      const started = stateName === "CutClip" ? "clips" : container;
      expect(args).toContain(`"Name":"${started}"`);
      expect(args).toContain(`\${${pascalCase(started)}TaskDefinitionArn}`);
      expect(args).toContain(`{"Name":"${leaseVariable}","Value":"lease"}`);
      const rejected = state.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes("AmazonECS.Unknown"));
      expect(rejected).toMatchObject({ MaxAttempts: 100, MaxDelaySeconds: 300, JitterStrategy: "FULL" });
      const others = states.filter(([, other]) => other !== reserve);
      expect(others.flatMap(([, other]) => successorsOf(other))).not.toContain(stateName);
    },
  );

  test.each(tasks.filter(([, state]) => isContainer(state)))(
    "%s starts its container in the group that the clean-up stops",
    async (_, state) => {
      const input = { taskId: "t1", videoId: "v1" };
      const { Group } = state.Arguments as { Group: string };
      const group = name === "video-import" ? groupOfImport("v1") : groupOfTask("t1");
      expect(await evaluate(Group, { input })).toBe(group);
    },
  );

  test("has unique state names, and catches the failures of a Map", () => {
    expect(new Set(states.map(([stateName]) => stateName)).size).toBe(states.length);
    for (const [, state] of states.filter(([, { Type }]) => Type === "Map")) {
      expect(state.ItemProcessor?.ProcessorConfig?.Mode).toBe("INLINE");
      expect(state.Catch?.at(-1)?.ErrorEquals).toEqual(["States.ALL"]);
    }
  });

  test("matches only known errors", () => {
    const named = states.flatMap(([, { Retry = [], Catch = [] }]) =>
      [...Retry, ...Catch].flatMap(({ ErrorEquals }) => ErrorEquals),
    );
    const unknown = named.filter((error) => !platformErrors.has(error) && !Object.hasOwn(errorStatus, error));
    expect(unknown).toEqual([]);
  });

  test("has valid expressions, and no unbalanced expression delimiters", () => {
    const expressions = expressionsIn(machine);
    expect(expressions.length).toBeGreaterThan(0);
    for (const { path, source } of expressions) {
      expect({ path, parses: parses(source) }).toEqual({ path, parses: true });
    }
    const marks = JSON.stringify(machine).match(/\{%|%\}/g)?.length ?? 0;
    expect(marks).toBe(expressions.length * 2);
  });

  test("has a container do the work of a function that fails for any reason, at once", async () => {
    for (const [stateName, state] of tasks.filter(([, task]) => isShortTask(task))) {
      expect({ stateName, ...state }).toMatchObject({
        Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
        Catch: [{ ErrorEquals: ["States.ALL"] }],
      });
      expect(state.Retry).toBeUndefined();
      expect(state.TimeoutSeconds).toBeGreaterThan(functionTimeoutSeconds);
      const [catcher] = state.Catch ?? [];
      const reserve = states.find(([other]) => other === catcher?.Next)?.[1];
      const container = states.find(([other]) => other === reserve?.Next)?.[1];
      expect(container?.Resource).toBe("arn:aws:states:::ecs:runTask.waitForTaskToken");
      const input = { taskId: "t1", jobKey: "job", sourceKey: "source", audio: null, progress: {} };
      expect(await evaluate(catcher?.Output, { input, errorOutput: { Error: "Lambda.Unknown" } })).toEqual(
        input,
      );
      const given = (await evaluate(state.Arguments, { input })) as { Payload: unknown };
      const { environment, arguments: command } = waitingTaskSchema.parse(given.Payload);
      expect(environment).toEqual(
        // Both get the same task, apart from the lease of vCPUs.
        Object.fromEntries(
          Object.entries(await environmentOf(container as State, { input })).filter(
            ([key]) => key !== leaseVariable,
          ),
        ),
      );
      const overrides = JSON.stringify(container?.Arguments ?? {});
      expect(overrides.includes('"Name":"extract"')).toBe(command.includes("extract"));
      expect(JSON.stringify(await evaluate(state.Output, { input, result: { seconds: 1 } }))).toBe(
        JSON.stringify(await evaluate(container?.Output, { input, result: { seconds: 1 } })),
      );
      expect({ end: state.End, next: state.Next }).toEqual({ end: container?.End, next: container?.Next });
    }
  });

  test("invokes existing functions, with a longer timeout than the function's own", () => {
    for (const [stateName, state] of tasks) {
      if (isShortTask(state)) continue;
      const match = /^\$\{(\w+)FunctionArn\}$/.exec(String(state.Arguments?.FunctionName ?? ""));
      if (!match) continue;
      const found = [...functionDefinitions].find(([handler]) => pascalCase(handler) === match[1]);
      expect({ stateName, exists: found !== undefined }).toEqual({ stateName, exists: true });
      if (typeof state.TimeoutSeconds !== "number") continue;
      expect(state.TimeoutSeconds).toBeGreaterThan(found?.[1].timeoutSeconds ?? 0);
    }
  });

  test("is far below the size limits of a definition", () => {
    expect(JSON.stringify(machine).length).toBeLessThan(100_000);
    expect(states.length).toBeLessThan(40);
  });
});

const parses = (source: string): boolean => {
  try {
    jsonata(source);
    return true;
  } catch {
    return false;
  }
};
