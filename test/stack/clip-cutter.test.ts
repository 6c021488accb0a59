import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { clipCutterSettings } from "../../lib/clip-cutter.ts";
import { Engine } from "../../lib/engine.ts";
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
  return stack.resolve(clipCutterSettings(stack, new Engine(stack)).clipCutter) as unknown;
};

const mediaConvertActions = (template: Template): string[] =>
  statementsOf(template)
    .flatMap(({ statement }) => list(statement.Action))
    .filter((action) => action.startsWith("mediaconvert:"));

const clipMachine = (template: Template): string => {
  const machines = ofType(template, "AWS::StepFunctions::StateMachine");
  const [found] = machines.filter(([, { StateMachineName }]) => flat(StateMachineName).endsWith("clip-task"));
  return flat(found?.[1].DefinitionString);
};

describe("the operator's choice of a clip cutter", () => {
  test.each([
    [{}, "container"],
    [{ clipCutter: "container" }, "container"],
    [{ clipCutter: "mediaconvert" }, "mediaconvert"],
  ])("%j means %s in AWS, and the container on one machine", (context, choice) => {
    expect(settingsWith(context)).toEqual({ "Fn::If": ["NotLocal", choice, "container"] });
  });

  test("an unknown cutter stops the synthesis with a list of the supported ones", () => {
    expect(() => settingsWith({ clipCutter: "ffmpeg" })).toThrow(
      "-c clipCutter must be one of container, mediaconvert",
    );
  });

  test("a stack whose containers cut clips has neither states nor grants of MediaConvert", async () => {
    const { template } = await synthesize();
    expect(clipMachine(template)).not.toMatch(/:mediaconvert:|ClipCutter/);
    expect(mediaConvertActions(template)).toEqual([]);
    expect(ofType(template, "AWS::MediaConvert::Queue")).toEqual([]);
  }, 180_000);

  test("with MediaConvert only the clip machine uses one queue, and jobs reach only sources and clips", async () => {
    const { template } = await synthesize(operatorContext);
    expect(clipMachine(template)).toContain(":states:::mediaconvert:createJob.sync");
    const [[queue] = [""]] = ofType(template, "AWS::MediaConvert::Queue");
    const statements = statementsOf(template);
    const creators = statements.filter(({ statement }) =>
      list(statement.Action).includes("mediaconvert:CreateJob"),
    );
    expect(creators.map(({ statement }) => flat(statement.Resource))).toEqual([`\${${queue}.Arn}`]);
    const [[role, properties] = ["", {}]] = ofType(template, "AWS::IAM::Role").filter(
      ([, { AssumeRolePolicyDocument }]) =>
        JSON.stringify(AssumeRolePolicyDocument).includes("mediaconvert.amazonaws.com"),
    );
    expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toContain("aws:SourceAccount");
    const own = statements.filter(({ holder }) => holder === role).map(({ statement }) => statement);
    expect(own.map(({ Action, Resource }) => [Action, flat(Resource).replace(/^.*?\//, "")])).toEqual([
      ["s3:GetObject", "videos/*"],
      ["s3:PutObject", "tasks/*/clips/*"],
    ]);
    const passing = statements.filter(
      ({ statement }) =>
        list(statement.Action).includes("iam:PassRole") && flat(statement.Resource) === `\${${role}.Arn}`,
    );
    expect(passing.map(({ statement }) => JSON.stringify(statement.Condition))).toEqual([
      expect.stringContaining("mediaconvert.amazonaws.com"),
    ]);
  }, 180_000);
});
