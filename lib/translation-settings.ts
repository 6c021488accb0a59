import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { type TranslatorName, translatorSetting } from "../lambdas/environment.ts";
import { contextChoice, contextMatch } from "./context.ts";

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
  const model =
    contextMatch(
      scope,
      "translationModel",
      /^[\w.:/-]{1,2048}$/,
      "the ID or ARN of a model or inference profile of Bedrock",
    ) ?? "";
  if (translator === "bedrock" && model === "")
    throw new Error("-c translator=bedrock requires -c translationModel=ID, a model of Bedrock");
  if (translator === "translate" && model !== "")
    throw new Error("-c translationModel has no effect with -c translator=translate. Omit one of them.");
  return { translator, model, modelArns: model === "" ? [] : arnsOf(Stack.of(scope), model) };
};

/** IDs of inference profiles start with a geography; a profile invokes the model in several regions. */
const profile = /^(?:global|us|us-gov|eu|apac|jp|au|ca)\.(.+)$/;

const arnsOf = (stack: Stack, model: string): string[] => {
  if (model.startsWith("arn:")) return [model];
  const foundation = (region: string, id: string): string =>
    `arn:${stack.partition}:bedrock:${region}::foundation-model/${id}`;
  const inProfile = profile.exec(model)?.[1];
  if (inProfile === undefined) return [foundation(stack.region, model)];
  const own = stack.formatArn({ service: "bedrock", resource: "inference-profile", resourceName: model });
  // Bedrock chooses the regions of a profile; the ARN for a global profile has no region.
  return [own, foundation("*", inProfile), foundation("", inProfile)];
};
