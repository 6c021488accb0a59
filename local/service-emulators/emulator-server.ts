import type { IncomingMessage } from "node:http";
import { localModel } from "../../core/language-model.ts";
import { localAccountId, region } from "../emulator/environment.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { AwsServer, type JsonObject } from "./aws-server.ts";
import { createCallQueue } from "./call-queue.ts";
import { converse, type ModelEndpoint } from "./converse.ts";
import type { CheckPermissions } from "./permissions.ts";
import { ServiceError } from "./service-error.ts";
import type { TextEngine } from "./text-engines.ts";
import { translateText, translateTextTarget } from "./translate-text.ts";

export interface EmulatorServerOptions {
  /** Translates the text of TranslateText. */
  engine: TextEngine;
  model: ModelEndpoint | null;
  /** Decides whether the caller may use the service; without it everybody may. */
  checkPermissions?: CheckPermissions;
  log: Pick<RotatingLog, "line">;
}

const conversePath = /^\/model\/([^/]+)\/converse$/;

/** Identifiers of inference profiles begin with the regions that they cover. */
const profilePattern = /^(global|us|us-gov|eu|apac|au|ca|jp)\./;

/** Returns the ARN of a model or an inference profile in the account of the local engine. */
const modelArn = (id: string): string => {
  if (id.startsWith("arn:")) return id;
  return profilePattern.test(id)
    ? `arn:aws:bedrock:${region}:${localAccountId}:inference-profile/${id}`
    : `arn:aws:bedrock:${region}::foundation-model/${id}`;
};

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
    if (request.headers["x-amz-target"] === translateTextTarget) {
      await options.checkPermissions?.(request, [{ action: "translate:TranslateText", resource: "*" }]);
      return translateText(input, options.engine);
    }
    const modelId = conversePath.exec(request.url ?? "")?.[1];
    if (request.method !== "POST" || modelId === undefined)
      throw new ServiceError(
        "UnknownOperationException",
        "The service emulator does not support this operation.",
        404,
      );
    const id = decodeURIComponent(modelId);
    if (id !== localModel)
      await options.checkPermissions?.(request, [{ action: "bedrock:InvokeModel", resource: modelArn(id) }]);
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
