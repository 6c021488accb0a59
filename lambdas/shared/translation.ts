import type { z } from "zod";
import { createAmazonTranslator } from "../../adapters/aws/amazon-translator.ts";
import { createBedrockTranslator } from "../../adapters/aws/bedrock-translator.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import type { TranslateDeps } from "../../core/workflows/captioning/translate-task-transcript.ts";
import type { translationEnvironment } from "../environment.ts";
import { translationModel } from "./translation-offer.ts";

/** Builds the engines of the supported translations. */
export const createTranslators = (
  env: z.infer<typeof translationEnvironment>,
): Pick<TranslateDeps, "translators" | "reportFailure"> => {
  const model = translationModel(env);
  return {
    translators: {
      amazon: createAmazonTranslator(),
      ...(model === null ? {} : { model: createBedrockTranslator(model) }),
    },
    reportFailure: (translator, error) =>
      logLine("warn", "a translation engine failed", { translator, ...errorFields(error) }),
  };
};
