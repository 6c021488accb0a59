import { Aws, CfnCondition, Fn, Stack } from "aws-cdk-lib";
import { type CfnPolicy, type IRole, Policy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { contextText } from "./context.ts";
import { pascalCase } from "./functions.ts";
import {
  bedrockModel,
  foundationModelArn,
  inferenceProfileArn,
  modelArnsOf,
} from "./translation-settings.ts";

/** The language model that chooses clips. */
export interface ClipModelSettings {
  /** Value of CLIP_MODEL: ID or ARN of a model or inference profile; empty for none. */
  model: string;
  /** The models that the operator chose. */
  modelArns: string[];
  /** The default, by geography; empty if the operator chose. */
  profiles: readonly ClipModelProfile[];
}

interface ClipModelProfile {
  id: string;
  /** Regions to which Bedrock may route a request. */
  destinations: readonly string[];
  /** Whether the stack is in one of the regions that have the profile. */
  isInGeography: CfnCondition;
}

/**
 * Nova 2 Lite needs no subscription and no form, and has no endpoint without an inference profile. A profile is listed for the
 * regions from which it stays within their geography: `us.` is also called from Canada, and leaves it.
 * Source: Bedrock User Guide, "Supported Regions and models for inference profiles"; the destinations of a profile never change.
 */
const novaLite = "amazon.nova-2-lite-v1:0";
const geographies = {
  us: {
    sources: ["us-east-1", "us-east-2", "us-west-1", "us-west-2"],
    destinations: ["us-east-1", "us-east-2", "us-west-1", "us-west-2"],
  },
  eu: {
    sources: ["eu-central-1", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-3"],
    destinations: ["eu-central-1", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-3"],
  },
  jp: { sources: ["ap-northeast-1"], destinations: ["ap-northeast-1", "ap-northeast-3"] },
} as const;

/**
 * Reads `-c clipModel=ID`, `none`, or absent: the model of `translationModel` if there is one, otherwise Nova 2 Lite in the
 * geography of the region, and none in other regions. Throws Error for invalid values.
 *
 * @param translationModel empty: none
 */
export const clipModelSettings = (scope: Construct, translationModel: string): ClipModelSettings => {
  const chosen =
    contextText(scope, "clipModel") === "none" ? "" : bedrockModel(scope, "clipModel", ", or none");
  const model = chosen ?? (translationModel || undefined);
  if (model !== undefined) return { model, modelArns: modelArnsOf(Stack.of(scope), model), profiles: [] };
  const profiles = Object.entries(geographies).map(([geography, { sources, destinations }]) => ({
    id: `${geography}.${novaLite}`,
    destinations,
    isInGeography: new CfnCondition(scope, `ClipModelIn${pascalCase(geography)}`, {
      expression: Fn.conditionOr(...sources.map((region) => Fn.conditionEquals(Aws.REGION, region))),
    }),
  }));
  const ofRegion = profiles.reduceRight(
    (otherwise, { id, isInGeography }) => Fn.conditionIf(isInGeography.logicalId, id, otherwise).toString(),
    "",
  );
  return { model: ofRegion, modelArns: [], profiles };
};

/** Allows a role to use the default model of the region, through its profile only. Regions without one have none of the policies. */
export const allowClipModel = (scope: Construct, role: IRole, { profiles }: ClipModelSettings): void => {
  const stack = Stack.of(scope);
  for (const { id, destinations, isInGeography } of profiles) {
    const profile = inferenceProfileArn(stack, id);
    const [geography = ""] = id.split(".");
    const policy = new Policy(scope, `ClipModel${pascalCase(geography)}`, {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ["bedrock:InvokeModel"], resources: [profile] }),
        new PolicyStatement({
          actions: ["bedrock:InvokeModel"],
          resources: destinations.map((region) => foundationModelArn(stack, region, novaLite)),
          conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
        }),
      ],
    });
    (policy.node.defaultChild as CfnPolicy).cfnOptions.condition = isInGeography;
  }
};
