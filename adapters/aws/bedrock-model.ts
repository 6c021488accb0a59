import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  ModelTimeoutException,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { LanguageModel } from "../../core/language-model.ts";

/** A slow model of one machine takes minutes for a request; all tries of one end long before the step's own time-out. */
const answerTimeoutMs = 6 * 60_000;

/** No answer in time; another try would take as long. */
export class ModelTooSlow extends Error {
  override readonly name = "ModelTooSlow";
}

export const createBedrockClient = (config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 6,
    retryMode: "adaptive",
    // HTTP/1.1: the client's own choice, HTTP/2 without TLS, is not spoken where it is pointed to another endpoint.
    requestHandler: new NodeHttpHandler({ connectionTimeout: 5000 }),
    ...config,
  });

/** A model or an inference profile of Bedrock, without chance in its answers. Rejects with ModelTooSlow among others. */
export const createBedrockModel = (
  modelId: string,
  client: BedrockRuntimeClient = createBedrockClient(),
  timeoutMs = answerTimeoutMs,
): LanguageModel => ({
  name: modelId,
  async generate({ system, user, maxTokens }) {
    const command = new ConverseCommand({
      modelId,
      system: [{ text: system }],
      messages: [{ role: "user", content: [{ text: user }] }],
      inferenceConfig: { maxTokens, temperature: 0 },
    });
    // The client's own time-out of a request only warns, or is tried again as often as any failure.
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const { output } = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (!(error instanceof ModelTimeoutException) && !abortSignal.aborted) throw error;
      throw new ModelTooSlow("The language model takes too long to respond", { cause: error });
    });
    return (output?.message?.content ?? []).map((block) => block.text ?? "").join("");
  },
});
