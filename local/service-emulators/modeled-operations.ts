import type { IncomingMessage } from "node:http";
import type { JsonObject } from "./aws-server.ts";
import { ServiceError } from "./service-error.ts";
import { type ServiceModel, violationsOf } from "./service-model.ts";

/** Operations by name. `isAborted` returns whether the client has disconnected. */
export type Operations = Readonly<
  Record<string, (input: JsonObject, isAborted: () => boolean) => Promise<unknown>>
>;

/** Throws ServiceError for an input that violates the SDK's model of an operation. */
export const checkInput = (model: ServiceModel, operation: string, input: JsonObject): void => {
  const shape = model.operations[operation]?.input?.shape;
  const violations = shape === undefined ? [] : violationsOf(model, shape, input, "");
  const wrongType = violations.find((violation) => violation.isWrongType);
  if (wrongType) throw new ServiceError("SerializationException", `${wrongType.path}: ${wrongType.sentence}`);
  if (violations.length === 0) return;
  const sentences = violations.map(
    ({ path, sentence }) => `Value at '${path}' failed to satisfy constraint: ${sentence}`,
  );
  const count = `${violations.length} validation error${violations.length === 1 ? "" : "s"} detected`;
  throw new ServiceError("BadRequestException", `${count}: ${sentences.join("; ")}`);
};

/**
 * Returns the request handler of an AWS service that uses the JSON 1.1 protocol, whose operation is named in `x-amz-target`.
 * Requests are validated against the SDK's model of the service first. Throws ServiceError.
 */
export const modeledOperations =
  (model: ServiceModel, operations: Operations) =>
  async (request: IncomingMessage, input: JsonObject, isAborted: () => boolean): Promise<unknown> => {
    const target = String(request.headers["x-amz-target"] ?? "");
    const [prefix, name = ""] = target.split(".");
    const definition = model.operations[name];
    if (prefix !== model.metadata.targetPrefix || definition === undefined)
      throw new ServiceError("UnknownOperationException", `Unknown operation ${target}.`);
    checkInput(model, name, input);
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined)
      throw new ServiceError("BadRequestException", `The service emulator does not support ${name}.`);
    return operation(input, isAborted);
  };
