import type { IncomingMessage } from "node:http";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { AwsServer, type JsonObject } from "./aws-server.ts";
import { createCallQueue } from "./call-queue.ts";
import { converse, type ModelEndpoint } from "./converse.ts";
import { ServiceError } from "./service-error.ts";
import type { TextEngine } from "./text-engines.ts";
import { translateText, translateTextTarget } from "./translate-text.ts";

export interface EmulatorServerOptions {
  /** Translates the text of TranslateText. */
  engine: TextEngine;
  model: ModelEndpoint | null;
  log: Pick<RotatingLog, "line">;
}

const conversePath = /^\/model\/[^/]+\/converse$/;

/** Emulates Amazon Translate and Converse of Amazon Bedrock on loopback. */
export const createEmulatorServer = (options: EmulatorServerOptions): AwsServer => {
  const enqueue = createCallQueue(
    (error) => error instanceof ServiceError && error.name === "ModelTimeoutException",
  );
  const handle = async (
    request: IncomingMessage,
    input: JsonObject,
    isAborted: () => boolean,
  ): Promise<object> => {
    if (request.headers["x-amz-target"] === translateTextTarget) return translateText(input, options.engine);
    if (request.method !== "POST" || !conversePath.test(request.url ?? ""))
      throw new ServiceError(
        "UnknownOperationException",
        "The service emulator does not support this operation.",
        404,
      );
    const { model } = options;
    if (model === null)
      throw new ServiceError(
        "ResourceNotFoundException",
        "No language model is configured: set CAPSTACK_LLM.",
        404,
      );
    return enqueue({ run: () => converse(input, model), isAborted });
  };
  const onError = ({ url }: IncomingMessage, { name, message }: Error): void =>
    options.log.line(`${url}: ${name}: ${message}`);
  return new AwsServer({ handle, onError });
};
