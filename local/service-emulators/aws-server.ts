import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ServiceError } from "./service-error.ts";

export type JsonObject = Record<string, unknown>;

export interface AwsServerOptions {
  /** Returns the response body, or throws ServiceError. `isAborted` returns whether the client has disconnected. */
  handle: (request: IncomingMessage, input: JsonObject, isAborted: () => boolean) => Promise<unknown>;
  /** Returns the HTTP status of a successful response; absent: 200. */
  status?: (request: IncomingMessage) => number;
  /** Called for every error response. */
  onError: (request: IncomingMessage, error: Error) => void;
}

const maxBodyBytes = 5 * 1024 * 1024;

/** An HTTP server on loopback that uses the JSON protocols of AWS services, for unmodified AWS clients. */
export class AwsServer {
  private readonly options: AwsServerOptions;
  private readonly server: http.Server;

  constructor(options: AwsServerOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      void this.respond(request, response);
    });
    // A response takes as long as the slowest model.
    this.server.requestTimeout = 0;
  }

  /** Returns the bound port; 0 binds a free one. */
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

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // JSON 1.1 names the operation in a header, REST in the path.
    response.setHeader(
      "content-type",
      request.headers["x-amz-target"] === undefined ? "application/json" : "application/x-amz-json-1.1",
    );
    try {
      const input = await readBody(request);
      const body = await this.options.handle(request, input, () => response.destroyed);
      send(response, this.options.status?.(request) ?? 200, body);
    } catch (error) {
      this.options.onError(request, error as Error);
      const { name, message, status, fields } =
        error instanceof ServiceError
          ? error
          : new ServiceError("InternalServerException", "Internal error. See service-emulators.log.", 500);
      response.setHeader("x-amzn-errortype", name);
      send(response, status, { __type: name, message, Message: message, ...fields });
    }
  }
}

const readBody = async (request: IncomingMessage): Promise<JsonObject> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBodyBytes)
      throw new ServiceError(
        "RequestEntityTooLargeException",
        `The body exceeds ${maxBodyBytes} bytes.`,
        413,
      );
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as JsonObject;
  } catch {
    // Reported below, like any other body that is not an object.
  }
  throw new ServiceError("SerializationException", "The body must be a JSON object.");
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-length": Buffer.byteLength(text) });
  response.end(text);
};
