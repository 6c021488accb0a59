import type { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { NamedError } from "../../core/errors.ts";
import { modelMaxTokens, modelPrompt, parseModelResponse } from "../../core/translation/model-prompt.ts";
import type { Translator } from "../../core/translation/translator.ts";
import { createBedrockModel, ModelTooSlow } from "./bedrock-model.ts";

/** Translates with a Bedrock language model: all languages, with adjacent sentences as context. */
export const createBedrockTranslator = (
  modelId: string,
  client?: BedrockRuntimeClient,
  timeoutMs?: number,
): Translator => {
  const model = createBedrockModel(modelId, client, timeoutMs);
  return {
    name: modelId,
    isNondeterministic: true,
    supports: () => true,

    async translate(request) {
      const question = { ...modelPrompt(request), maxTokens: modelMaxTokens(request) };
      const text = await model.generate(question).catch((error: unknown) => {
        if (!(error instanceof ModelTooSlow)) throw error;
        throw new NamedError(
          "TranslationFailed",
          "The language model takes too long to respond, so a smaller or faster model is required. Create the task without translateTo, or supply the translated transcript.",
          { cause: error },
        );
      });
      return parseModelResponse(text, request.sentences.length);
    },
  };
};
