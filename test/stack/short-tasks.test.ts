import { beforeAll, describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Engine } from "../../lib/engine.ts";
import { shortTaskSettings } from "../../lib/short-task-settings.ts";
import {
  flat,
  list,
  ofType,
  operatorContext,
  statementsOf,
  synthesize,
  type Template,
} from "./synthesized.ts";

const settingsWith = (context: Record<string, string>) => {
  const stack = new Stack(new App({ context }), "Named");
  const { isOn, seconds, functions, memory } = shortTaskSettings(stack, new Engine(stack));
  const resolved = (value: string) => stack.resolve(value) as unknown;
  return { isOn, seconds: resolved(seconds), functions: resolved(functions), memory };
};
const inCloud = (seconds: string) => ({ "Fn::If": ["NotLocal", seconds, "0"] });

describe("the operator's settings of short tasks", () => {
  test.each([
    [{}, false, "0"],
    [{ fargateVcpus: "6" }, false, "0"],
    [{ fargateVcpus: "64" }, true, inCloud("90")],
    [{ fargateVcpus: "64", shortTasks: "false" }, false, "0"],
    [{ shortTasks: "true" }, true, { "Fn::If": ["NotLocal", "90", "90"] }],
    [{ fargateVcpus: "64", shortTaskSeconds: "30" }, true, inCloud("30")],
    // A smaller function has less time for the same work.
    [{ fargateVcpus: "64", shortTaskMemory: "1769" }, true, inCloud("56")],
  ])("%j", (context, isOn, seconds) => {
    expect(settingsWith(context as Record<string, string>)).toMatchObject({ isOn, seconds });
  });

  test("have up to eight functions share a video; two on one machine, whose cores they share", () => {
    const functionsWith = (context: Record<string, string>) => settingsWith(context).functions;
    expect(functionsWith({})).toEqual({ "Fn::If": ["NotLocal", "3", "2"] });
    expect(functionsWith({ shortTaskFunctions: "1" })).toEqual({ "Fn::If": ["NotLocal", "1", "2"] });
    expect(() => functionsWith({ shortTaskFunctions: "9" })).toThrow(
      "-c shortTaskFunctions must be an integer from 1 to 8",
    );
  });

  test("are rejected when a function could not do the work, or does not exist in this size", () => {
    expect(() => settingsWith({ shortTasks: "yes" })).toThrow("-c shortTasks must be true or false");
    expect(() => settingsWith({ shortTaskSeconds: "326" })).toThrow(
      "-c shortTaskSeconds must be an integer from 1 to 325",
    );
    expect(() => settingsWith({ shortTaskMemory: "10241" })).toThrow(
      "-c shortTaskMemory must be an integer from 1769 to 10240",
    );
    expect(settingsWith({ shortTaskMemory: "3008" }).memory).toEqual({ render: 3008, speech: 3008 });
  });
});

const machineOf = (template: Template, name: string): string => {
  const machines = ofType(template, "AWS::StepFunctions::StateMachine");
  const found = machines.find(([, { StateMachineName }]) => flat(StateMachineName).endsWith(name));
  return flat(found?.[1].DefinitionString);
};
const functionsOfImages = (template: Template) =>
  ofType(template, "AWS::Lambda::Function").filter(
    ([, { Description }]) => typeof Description === "string" && Description.endsWith("for short tasks"),
  );

test("without them a stack has neither the functions nor their states", async () => {
  const { template } = await synthesize();
  expect(functionsOfImages(template)).toEqual([]);
  for (const name of ["captioning-task", "transcription"])
    expect(machineOf(template, name)).not.toContain("ByFunction");
}, 180_000);

describe("with short tasks", () => {
  let template: Template;
  beforeAll(async () => {
    ({ template } = await synthesize(operatorContext));
  }, 180_000);

  test.each([
    ["render", 10_240, ["node", "bundle/main.mjs", "function"]],
    ["speech", 7076, ["python", "containers/speech", "function"]],
  ])(
    "%s is a function of the same image, with the environment of the container, and not more grants",
    (worker, memory, command) => {
      const [id, properties] =
        functionsOfImages(template).find(([, { Description }]) => String(Description).startsWith(worker)) ??
        [];
      const definitionOf = (family: string) =>
        ofType(template, "AWS::ECS::TaskDefinition").find(([, { Family }]) =>
          flat(Family).endsWith(`-${family}`),
        )?.[1];
      const definition = definitionOf(worker);
      const [container] = (definition?.ContainerDefinitions ?? []) as {
        Image: unknown;
        Environment: object[];
      }[];
      expect(properties).toMatchObject({
        PackageType: "Image",
        Architectures: ["arm64"],
        MemorySize: memory,
        Timeout: 300,
        EphemeralStorage: { Size: 10_240 },
        ImageConfig: { EntryPoint: command },
        Code: { ImageUri: container?.Image },
      });
      const { Variables } = (properties?.Environment ?? { Variables: {} }) as {
        Variables: Record<string, unknown>;
      };
      const named = Object.entries(Variables).map(([Name, Value]) => ({ Name, Value }));
      expect(named).toEqual(
        expect.arrayContaining([...(container?.Environment ?? []), { Name: "TMPDIR", Value: "/tmp" }]),
      );
      const grantsOf = (role: unknown): string[] =>
        statementsOf(template)
          .filter(({ holder }) => flat(role).includes(holder.replace(/DefaultPolicy.*$/, "")))
          .flatMap(({ statement: { Action, Resource } }) =>
            list(Action).flatMap((action) => list(Resource).map((resource) => `${action} ${flat(resource)}`)),
          )
          .filter((grant) => !/^(logs|ecr|xray):/.test(grant));
      const ofFunction = grantsOf(properties?.Role);
      // The function of the recognizer does the work of two containers.
      const families = worker === "speech" ? ["speech", "extract"] : [worker];
      const ofContainers = families.flatMap((family) => grantsOf(definitionOf(family)?.TaskRoleArn));
      expect(ofFunction.length).toBeGreaterThan(5);
      expect(ofContainers).toEqual(expect.arrayContaining(ofFunction));
      expect(ofFunction.join()).not.toMatch(/clip/);
      const [[, retries] = []] = ofType(template, "AWS::Lambda::EventInvokeConfig").filter(
        ([, { FunctionName }]) => flat(FunctionName).includes(id ?? "none"),
      );
      expect(retries).toMatchObject({ MaximumRetryAttempts: 0 });
    },
  );

  test("only the machines of their states may invoke the functions", () => {
    const captioning = machineOf(template, "captioning-task");
    for (const state of ["RenderByFunction", "RenderSegmentByFunction", "JoinSegmentsByFunction"])
      expect(captioning).toContain(state);
    expect(machineOf(template, "transcription")).toContain("RecognizeSpeechByFunction");
    const invokers = functionsOfImages(template).map(([id]) =>
      statementsOf(template)
        .filter(
          ({ statement }) =>
            list(statement.Action).includes("lambda:InvokeFunction") &&
            flat(statement.Resource).includes(`\${${id}.Arn}`),
        )
        .map(({ holder }) => holder.replace(/^Machines/, "").replace(/Policy.*$/, "")),
    );
    expect(invokers.flat().sort()).toEqual(["captioning", "transcription"]);
  });
});
