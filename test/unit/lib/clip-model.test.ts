import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { allowClipModel, clipModelSettings } from "../../../lib/clip-model.ts";
import { translationSettings } from "../../../lib/translation-settings.ts";
import { type Conditions, evaluated } from "./evaluated.ts";

interface Statement {
  Action: string;
  Resource: unknown;
  Condition?: unknown;
}

/** What a deployment with these options to a region has: the model, and what the role may invoke. */
const deployed = (region: string, context: Record<string, string> = {}) => {
  const stack = new Stack(new App({ context }), "Stack");
  const settings = clipModelSettings(stack, translationSettings(stack).model);
  const role = new Role(stack, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  allowClipModel(stack, role, settings);
  const template = Template.fromStack(stack);
  const conditions = (template.toJSON().Conditions ?? {}) as Conditions;
  const parameters = { "AWS::Region": region };
  const policies = Object.values(template.findResources("AWS::IAM::Policy")).filter(({ Condition }) =>
    evaluated({ Condition }, conditions, parameters),
  );
  const statements = policies.flatMap(
    ({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement,
  );
  return {
    model: evaluated(stack.resolve(settings.model), conditions, parameters),
    modelArns: settings.modelArns.map((arn) => JSON.stringify(stack.resolve(arn))),
    statements,
  };
};

/** The last part of an ARN, and its region. */
const named = (arn: unknown): string => {
  const text = JSON.stringify(arn);
  const [, region = ""] = /:bedrock:([a-z0-9-]+)::/.exec(text) ?? [];
  return [region, ...(/[a-z-]+\/[\w.:-]+/.exec(text) ?? [])].join(" ").trim();
};

describe("the default model for clips", () => {
  const american = ["us-east-1", "us-east-2", "us-west-1", "us-west-2"];
  const european = ["eu-central-1", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-3"];

  test.each([
    ["us-east-1", "us", american],
    ["us-west-1", "us", american],
    ["eu-central-1", "eu", european],
    ["eu-west-3", "eu", european],
    ["ap-northeast-1", "jp", ["ap-northeast-1", "ap-northeast-3"]],
  ])(
    "in %s is that of its geography, which only the profile may route",
    (region, geography, destinations) => {
      const { model, statements } = deployed(region);
      expect(model).toBe(`${geography}.amazon.nova-2-lite-v1:0`);
      expect(statements.map(({ Action }) => Action)).toEqual(["bedrock:InvokeModel", "bedrock:InvokeModel"]);
      const [profile, routed] = statements;
      expect(named(profile?.Resource)).toBe(`inference-profile/${geography}.amazon.nova-2-lite-v1:0`);
      expect(((routed?.Resource ?? []) as unknown[]).map(named)).toEqual(
        destinations.map((destination) => `${destination} foundation-model/amazon.nova-2-lite-v1:0`),
      );
      expect(routed?.Condition).toEqual({
        StringEquals: { "bedrock:InferenceProfileArn": profile?.Resource },
      });
    },
  );

  // From Canada the profile of the US leaves the country; the others have only the profile for all regions.
  test.each(["ca-central-1", "eu-west-2", "eu-central-2", "ap-southeast-2", "sa-east-1", "us-gov-west-1"])(
    "in %s is none, because no profile stays within its geography",
    (region) => {
      expect(deployed(region)).toEqual({ model: "", modelArns: [], statements: [] });
    },
  );
});

describe("the operator's choice of a model for clips", () => {
  test("none switches it off, also beside a model for translations", () => {
    for (const translation of [{}, { translationModel: "eu.amazon.nova-2-lite-v1:0" }])
      expect(deployed("eu-west-1", { clipModel: "none", ...translation })).toEqual({
        model: "",
        modelArns: [],
        statements: [],
      });
  });

  test("is the model for translations if that is all that is set", () => {
    const { model, modelArns, statements } = deployed("sa-east-1", {
      translationModel: "openai.gpt-oss-120b-1:0",
    });
    expect(model).toBe("openai.gpt-oss-120b-1:0");
    expect(modelArns).toEqual([expect.stringContaining("::foundation-model/openai.gpt-oss-120b-1:0")]);
    expect(statements).toEqual([]);
  });

  test("takes precedence over it, and a profile includes its models", () => {
    const { model, modelArns } = deployed("ca-central-1", {
      clipModel: "ca.amazon.nova-lite-v1:0",
      translationModel: "openai.gpt-oss-120b-1:0",
    });
    expect(model).toBe("ca.amazon.nova-lite-v1:0");
    expect(modelArns).toEqual([
      expect.stringContaining(":inference-profile/ca.amazon.nova-lite-v1:0"),
      expect.stringContaining(":bedrock:*::foundation-model/amazon.nova-lite-v1:0"),
      expect.stringContaining(":bedrock:::foundation-model/amazon.nova-lite-v1:0"),
    ]);
  });

  test.each(["nova 2", "false", "true", "off", "nova-2-lite"])(
    "is rejected at synthesis if it cannot be an ID: %s",
    (clipModel) => {
      expect(() => deployed("us-east-1", { clipModel })).toThrow(
        "-c clipModel must be the ID or ARN of a model or inference profile of Bedrock, or none",
      );
    },
  );

  test("is an ARN, which is the only one that is allowed", () => {
    const arn = "arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/a1b2c3";
    expect(deployed("us-east-1", { clipModel: arn })).toEqual({
      model: arn,
      modelArns: [JSON.stringify(arn)],
      statements: [],
    });
  });
});
