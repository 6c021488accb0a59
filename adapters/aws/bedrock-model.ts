import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  type ConverseCommandOutput,
  type InferenceConfiguration,
  ModelTimeoutException,
  ValidationException,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { type LanguageModel, TextRejected } from "../../core/language-model.ts";

/** A slow local model takes minutes per request; all attempts of a request end before the step times out. */
const responseTimeoutMs = 6 * 60_000;

/** Tokens that a reasoning model may use before its response; services count them with those of the response. */
const reasoningTokens = 4000;

/** The model did not respond in time; a retry would take as long. */
export class ModelTooSlow extends Error {
  override readonly name = "ModelTooSlow";
}

export const createBedrockClient = (config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 6,
    retryMode: "adaptive",
    // HTTP/1.1, because custom endpoints do not support the client's default, HTTP/2 without TLS.
    requestHandler: new NodeHttpHandler({ connectionTimeout: 5000 }),
    ...config,
  });

/** Some models reject every temperature. */
const isAboutTemperature = (error: unknown): boolean =>
  error instanceof ValidationException && /temperature/iu.test(error.message);

/**
 * Nova rejects a text that violates Amazon's policy for responsible AI, such as a talk about a crime.
 * Source: Amazon Nova User Guide, "Error handling".
 */
const isRejectedText = (error: unknown): boolean =>
  error instanceof ValidationException && /blocked by our content filters/iu.test(error.message);

/** Returns the text of a response; blocks of reasoning have none. */
const textOf = ({ output }: ConverseCommandOutput): string =>
  (output?.message?.content ?? []).map((block) => block.text ?? "").join("");

/**
 * A Bedrock model or inference profile, with as little randomness as it permits. A model whose reasoning uses up all tokens is
 * asked again with more of them, and gets them at once from then on. Rejects with ModelTooSlow among others.
 */
export const createBedrockModel = (
  modelId: string,
  client: BedrockRuntimeClient = createBedrockClient(),
  timeoutMs = responseTimeoutMs,
): LanguageModel => {
  let acceptsTemperature = true;
  let isReasoning = false;
  const generate: LanguageModel["generate"] = async ({ system, user, maxTokens }) => {
    // The client's request timeout only warns, or is retried like any other failure.
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const converse = (inferenceConfig: InferenceConfiguration): Promise<ConverseCommandOutput> =>
      client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: system }],
          messages: [{ role: "user", content: [{ text: user }] }],
          inferenceConfig,
        }),
        { abortSignal },
      );
    const converseWithin = (limit: number): Promise<ConverseCommandOutput> => {
      const settings = acceptsTemperature ? { maxTokens: limit, temperature: 0 } : { maxTokens: limit };
      return converse(settings).catch((error: unknown) => {
        if (!("temperature" in settings) || !isAboutTemperature(error)) throw error;
        acceptsTemperature = false;
        return converse({ maxTokens: limit });
      });
    };
    try {
      if (!isReasoning) {
        const response = await converseWithin(maxTokens);
        const text = textOf(response);
        if (text !== "" || response.stopReason !== "max_tokens") return text;
      }
      const text = textOf(await converseWithin(maxTokens + reasoningTokens));
      isReasoning = true;
      return text;
    } catch (error) {
      if (isRejectedText(error)) throw new TextRejected((error as Error).message, { cause: error });
      if (!(error instanceof ModelTimeoutException) && !abortSignal.aborted) throw error;
      throw new ModelTooSlow("The language model takes too long to respond", { cause: error });
    }
  };
  return { name: modelId, generate };
};
