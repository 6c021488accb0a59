import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  ModelTimeoutException,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { LanguageModel } from "../../core/language-model.ts";

/** A slow local model takes minutes per request; all attempts of a request end before the step times out. */
const responseTimeoutMs = 6 * 60_000;

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

/** A Bedrock model or inference profile, without randomness in its responses. Rejects with ModelTooSlow among others. */
export const createBedrockModel = (
  modelId: string,
  client: BedrockRuntimeClient = createBedrockClient(),
  timeoutMs = responseTimeoutMs,
): LanguageModel => ({
  name: modelId,
  async generate({ system, user, maxTokens }) {
    const command = new ConverseCommand({
      modelId,
      system: [{ text: system }],
      messages: [{ role: "user", content: [{ text: user }] }],
      inferenceConfig: { maxTokens, temperature: 0 },
    });
    // The client's request timeout only warns, or is retried like any other failure.
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const { output } = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (!(error instanceof ModelTimeoutException) && !abortSignal.aborted) throw error;
      throw new ModelTooSlow("The language model takes too long to respond", { cause: error });
    });
    return (output?.message?.content ?? []).map((block) => block.text ?? "").join("");
  },
});
