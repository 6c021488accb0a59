import type { IncomingMessage } from "node:http";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { AwsServer, type JsonObject } from "./aws-server.ts";
import { converse, type LanguageModel } from "./converse.ts";
import { createModelLine } from "./model-line.ts";
import { ServiceError } from "./service-error.ts";
import { translateText, translateTextTarget } from "./translate-text.ts";

export interface StandInOptions {
  /** "es>pt" */
  pairs: readonly string[];
  model: LanguageModel | null;
  log: Pick<RotatingLog, "line">;
}

const conversePath = /^\/model\/[^/]+\/converse$/;

/** Amazon Translate and Bedrock on loopback. */
export const createStandInServer = (options: StandInOptions): AwsServer => {
  const asked = createModelLine(
    (error) => error instanceof ServiceError && error.name === "ModelTimeoutException",
  );
  const perform = async (
    request: IncomingMessage,
    input: JsonObject,
    isGone: () => boolean,
  ): Promise<object> => {
    if (request.headers["x-amz-target"] === translateTextTarget) return translateText(input, options);
    if (request.method !== "POST" || !conversePath.test(request.url ?? ""))
      throw new ServiceError(
        "UnknownOperationException",
        "This operation is not served on one machine.",
        404,
      );
    const { model } = options;
    if (model === null)
      throw new ServiceError("ResourceNotFoundException", "There is no language model here.", 404);
    return asked({ make: () => converse(input, model), isGone });
  };
  const onError = ({ url }: IncomingMessage, { name, message }: Error): void =>
    options.log.line(`${url}: ${name}: ${message}`);
  return new AwsServer({ perform, onError });
};
