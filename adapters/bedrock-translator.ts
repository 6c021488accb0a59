import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  ModelTimeoutException,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { NamedError } from "../core/errors.ts";
import { modelMaxTokens, modelPrompt, readModelAnswer } from "../core/translation/model-prompt.ts";
import type { Translator } from "../core/translation/translator.ts";

/** A slow model of one machine takes minutes for a request; all tries of one end long before the step's own time-out. */
const answerTimeoutMs = 6 * 60_000;

export const createBedrockClient = (config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 6,
    retryMode: "adaptive",
    // HTTP/1.1: the client's own choice, HTTP/2 without TLS, is not spoken where it is pointed to another endpoint.
    requestHandler: new NodeHttpHandler({ connectionTimeout: 5000 }),
    ...config,
  });

/** A language model of Bedrock: all languages, with the sentences around to understand. */
export const createBedrockTranslator = (
  modelId: string,
  client: BedrockRuntimeClient = createBedrockClient(),
  timeoutMs = answerTimeoutMs,
): Translator => ({
  name: modelId,
  varies: true,
  serves: () => true,

  async translate(request) {
    const { system, user } = modelPrompt(request);
    const command = new ConverseCommand({
      modelId,
      system: [{ text: system }],
      messages: [{ role: "user", content: [{ text: user }] }],
      inferenceConfig: { maxTokens: modelMaxTokens(request), temperature: 0 },
    });
    // The client's own time-out of a request only warns, or is tried again as often as any failure.
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const { output } = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (!(error instanceof ModelTimeoutException) && !abortSignal.aborted) throw error;
      // It would take as long again.
      throw new NamedError(
        "TranslationFailed",
        "The language model takes too long to answer: a smaller or faster one is needed. Create the task without translateTo, or supply the translated transcript.",
      );
    });
    const text = (output?.message?.content ?? []).map((block) => block.text ?? "").join("");
    return readModelAnswer(text, request.sentences.length);
  },
});
