import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { type TranslatorName, translatorNames } from "../lambdas/environment.ts";

/** Which engines translate: values of a function's environment, and what they may then call. */
export interface TranslationSettings {
  translator: TranslatorName;
  /** Empty: no language model. */
  model: string;
  modelArns: string[];
}

/**
 * `-c translator=auto|translate|bedrock` and `-c translationModel=ID`: a model or an inference profile of Bedrock, by id
 * or ARN. Throws a sentence for what cannot be meant.
 */
export const translationSettings = (scope: Construct): TranslationSettings => {
  const translator = String(scope.node.tryGetContext("translator") ?? "auto") as TranslatorName;
  if (!translatorNames.includes(translator))
    throw new Error(`-c translator: give one of ${translatorNames.join(", ")}`);
  const model = String(scope.node.tryGetContext("translationModel") ?? "");
  if (translator === "bedrock" && model === "")
    throw new Error("-c translator=bedrock takes -c translationModel=ID, a model of Bedrock");
  if (translator === "translate" && model !== "")
    throw new Error("-c translationModel is never asked with -c translator=translate: leave one out");
  return { translator, model, modelArns: model === "" ? [] : arnsOf(Stack.of(scope), model) };
};

/** A geography before the id names an inference profile, which calls the model in several regions. */
const profile = /^(?:global|us|us-gov|eu|apac|jp|au|ca)\.(.+)$/;

const arnsOf = (stack: Stack, model: string): string[] => {
  if (model.startsWith("arn:")) return [model];
  const foundation = (region: string, id: string): string =>
    `arn:${stack.partition}:bedrock:${region}::foundation-model/${id}`;
  const inProfile = profile.exec(model)?.[1];
  if (inProfile === undefined) return [foundation(stack.region, model)];
  const own = stack.formatArn({ service: "bedrock", resource: "inference-profile", resourceName: model });
  // The regions behind a profile are Bedrock's to choose; the global one names none.
  return [own, foundation("*", inProfile), foundation("", inProfile)];
};
