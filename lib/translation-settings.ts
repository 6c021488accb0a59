import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { type TranslatorName, translatorSetting } from "../lambdas/environment.ts";
import { contextChoice, contextMatch, type OptionName } from "./context.ts";
import type { Rule } from "./grants.ts";

/** The translation engines: values of a function's environment, and the models that it may invoke. */
export interface TranslationSettings {
  translator: TranslatorName;
  /** Empty: no language model. */
  model: string;
  modelArns: string[];
}

/**
 * Reads `-c translator=auto|translate|bedrock` and `-c translationModel=ID`, the ID or ARN of a model or inference
 * profile of Bedrock. Throws Error for invalid values.
 */
export const translationSettings = (scope: Construct): TranslationSettings => {
  const translator = contextChoice(scope, "translator", translatorSetting, "auto");
  const model = bedrockModel(scope, "translationModel") ?? "";
  if (translator === "bedrock" && model === "")
    throw new Error("-c translator=bedrock requires -c translationModel=ID, a model of Bedrock");
  if (translator === "translate" && model !== "")
    throw new Error("-c translationModel has no effect with -c translator=translate. Omit one of them.");
  return { translator, model, modelArns: modelArnsOf(Stack.of(scope), model) };
};

/** IDs are `provider.model`; without a dot or colon, a value such as `false` is a mistake. */
const modelPattern = /^(?=.*[.:])[\w.:/-]{1,2048}$/;

/**
 * Reads an option that is the ID or ARN of a model; undefined if it is absent. Throws Error for an invalid value.
 *
 * @param otherwise other values of the option, for the message
 */
export const bedrockModel = (scope: Construct, name: OptionName, otherwise = ""): string | undefined =>
  contextMatch(
    scope,
    name,
    modelPattern,
    `the ID or ARN of a model or inference profile of Bedrock${otherwise}`,
  );

/** IDs of inference profiles start with a geography; a profile invokes the model in several regions. */
const profile = /^(?:global|us|us-gov|eu|apac|jp|au|ca)\.(.+)$/;

export const foundationModelArn = (stack: Stack, region: string, id: string): string =>
  `arn:${stack.partition}:bedrock:${region}::foundation-model/${id}`;

export const inferenceProfileArn = (stack: Stack, id: string): string =>
  stack.formatArn({ service: "bedrock", resource: "inference-profile", resourceName: id });

/** Returns what a function that uses a model of the operator may invoke; empty for no model. */
export const modelArnsOf = (stack: Stack, model: string): string[] => {
  if (model === "") return [];
  if (model.startsWith("arn:")) return [model];
  const inProfile = profile.exec(model)?.[1];
  if (inProfile === undefined) return [foundationModelArn(stack, stack.region, model)];
  // Bedrock chooses the regions of a profile; the ARN for a global profile has no region.
  const regions = ["*", ""];
  return [
    inferenceProfileArn(stack, model),
    ...regions.map((region) => foundationModelArn(stack, region, inProfile)),
  ];
};

/** Returns the rules of a function that invokes models; none without a model. */
export const modelRules = ({ modelArns }: Pick<TranslationSettings, "modelArns">): Rule[] =>
  modelArns.length === 0 ? [] : [{ actions: ["bedrock:InvokeModel"], resources: modelArns }];
