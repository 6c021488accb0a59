import type { IncomingMessage } from "node:http";
import type { JsonObject } from "./aws-server.ts";
import { ServiceError } from "./service-error.ts";
import { type ServiceModel, violationsOf } from "./service-model.ts";

export type Operations = Readonly<Record<string, (input: JsonObject) => Promise<unknown>>>;

/**
 * The operations of an AWS service that speaks JSON 1.1, each named in `x-amz-target`. A request is checked against the
 * SDK's model of the service before its operation sees it.
 */
export const modelledOperations =
  (model: ServiceModel, operations: Operations) =>
  async (request: IncomingMessage, input: JsonObject): Promise<unknown> => {
    const target = String(request.headers["x-amz-target"] ?? "");
    const [prefix, name = ""] = target.split(".");
    const described = model.operations[name];
    if (prefix !== model.metadata.targetPrefix || described === undefined)
      throw new ServiceError("UnknownOperationException", `There is no operation ${target}.`);
    const broken = described.input ? violationsOf(model, described.input.shape, input, "") : [];
    const other = broken.find(({ isOfOtherType }) => isOfOtherType);
    if (other) throw new ServiceError("SerializationException", `${other.path}: ${other.sentence}`);
    if (broken.length > 0) {
      const sentences = broken.map(
        ({ path, sentence }) => `Value at '${path}' failed to satisfy constraint: ${sentence}`,
      );
      const count = `${broken.length} validation error${broken.length === 1 ? "" : "s"} detected`;
      throw new ServiceError("BadRequestException", `${count}: ${sentences.join("; ")}`);
    }
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined)
      throw new ServiceError("BadRequestException", `${name} is not served on one machine.`);
    return operation(input);
  };
