import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RotatingLog } from "../processes/rotating-log.ts";
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

const maxBodyBytes = 5 * 1024 * 1024;

/** Answers on loopback as Amazon Translate and Bedrock do, so that their clients need know nothing of this machine. */
export class StandInServer {
  private readonly server: Server;
  private readonly options: StandInOptions;
  private readonly asked = createModelLine(
    (error) => error instanceof ServiceError && error.name === "ModelTimeoutException",
  );

  constructor(options: StandInOptions) {
    this.options = options;
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    });
    // Longer than the slowest model.
    this.server.requestTimeout = 0;
  }

  /** Returns its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(response, 200, await this.act(request, await bodyOf(request), () => response.destroyed));
    } catch (error) {
      const { name, message, status } =
        error instanceof ServiceError
          ? error
          : new ServiceError("InternalServerException", "Something went wrong; see the log.", 500);
      this.options.log.line(`${request.url}: ${(error as Error).name}: ${(error as Error).message}`);
      response.setHeader("x-amzn-errortype", name);
      send(response, status, { __type: name, message, Message: message });
    }
  }

  private async act(request: IncomingMessage, body: unknown, isGone: () => boolean): Promise<object> {
    if (request.headers["x-amz-target"] === translateTextTarget) return translateText(body, this.options);
    const isConverse = request.method === "POST" && /^\/model\/[^/]+\/converse$/.test(request.url ?? "");
    if (isConverse) {
      const { model } = this.options;
      if (model === null)
        throw new ServiceError("ResourceNotFoundException", "There is no language model here.", 404);
      return this.asked({ make: () => converse(body, model), isGone });
    }
    throw new ServiceError("UnknownOperationException", "This operation is not served on one machine.", 404);
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw new ServiceError("RequestEntityTooLargeException", "The body is too large.", 413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ServiceError("SerializationException", "The body is no JSON.");
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}
