import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ServiceError } from "./service-error.ts";

export type JsonObject = Record<string, unknown>;

export interface AwsServerOptions {
  /** What the operation answers, or a ServiceError; `isGone`: nobody waits for the answer any more. */
  perform: (request: IncomingMessage, input: JsonObject, isGone: () => boolean) => Promise<unknown>;
  /** Of every refusal and failure. */
  onError: (request: IncomingMessage, error: Error) => void;
}

const maxBodyBytes = 5 * 1024 * 1024;

/** Answers on loopback as AWS services that speak JSON do, so that their clients need know nothing of this machine. */
export class AwsServer {
  private readonly options: AwsServerOptions;
  private readonly server: http.Server;

  constructor(options: AwsServerOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      void this.answer(request, response);
    });
    // An answer takes as long as the slowest model.
    this.server.requestTimeout = 0;
  }

  /** Returns the port, any free one for 0. */
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

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // JSON 1.1 names its operation in a header, REST in the path.
    response.setHeader(
      "content-type",
      request.headers["x-amz-target"] === undefined ? "application/json" : "application/x-amz-json-1.1",
    );
    try {
      const input = await bodyOf(request);
      send(response, 200, await this.options.perform(request, input, () => response.destroyed));
    } catch (error) {
      this.options.onError(request, error as Error);
      const { name, message, status } =
        error instanceof ServiceError
          ? error
          : new ServiceError("InternalServerException", "Something went wrong; see the log.", 500);
      response.setHeader("x-amzn-errortype", name);
      send(response, status, { __type: name, message, Message: message });
    }
  }
}

const bodyOf = async (request: IncomingMessage): Promise<JsonObject> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBodyBytes)
      throw new ServiceError("RequestEntityTooLargeException", "The body is too large.", 413);
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as JsonObject;
  } catch {
    // Said below, as for any other body that is no object.
  }
  throw new ServiceError("SerializationException", "The body is no JSON object.");
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-length": Buffer.byteLength(text) });
  response.end(text);
};
