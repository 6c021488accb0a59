import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ServiceError } from "./service-error.ts";
import { type ServiceModel, violationsOf } from "./service-model.ts";

export type Operations = Readonly<Record<string, (input: Record<string, unknown>) => Promise<unknown>>>;

export interface JsonServiceOptions {
  model: ServiceModel;
  operations: Operations;
  /** Of what should not happen. */
  onError: (error: unknown) => void;
}

const maxBodyBytes = 4 * 1024 * 1024;

/**
 * An AWS service that speaks JSON 1.1: one address, the operation in `x-amz-target`, errors by `__type`. Each request is
 * checked against the SDK's model of the service before its operation sees it.
 */
export class JsonService {
  private readonly options: JsonServiceOptions;
  private readonly server: http.Server;

  constructor(options: JsonServiceOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      void this.handle(request, response);
    });
  }

  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, "127.0.0.1", () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const input = await bodyOf(request);
      send(response, 200, await this.perform(String(request.headers["x-amz-target"] ?? ""), input));
    } catch (error) {
      if (!(error instanceof ServiceError)) this.options.onError(error);
      const refusal =
        error instanceof ServiceError
          ? error
          : new ServiceError("InternalFailureException", "There was an internal error. Try again.", 500);
      send(response, refusal.status, { __type: refusal.name, Message: refusal.message });
    }
  }

  private perform(target: string, input: Record<string, unknown>): Promise<unknown> {
    const { model, operations } = this.options;
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
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBodyBytes)
      throw new ServiceError("SerializationException", "The body is too large.", 413);
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    if (typeof body === "object" && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>;
  } catch {
    // Said below, as for any other body that is no object.
  }
  throw new ServiceError("SerializationException", "The body is no JSON object.");
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/x-amz-json-1.1",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
};
