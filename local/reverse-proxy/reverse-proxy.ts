import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import { StartError } from "../start-error.ts";
import type { Backend } from "./backend.ts";
import { sendConsoleFile } from "./console-files.ts";
import {
  isGatewayError,
  isGatewayTooLarge,
  isTooLargeForApi,
  sendAccessDenied,
  sendInternalError,
  sendTooLarge,
  sendUnavailable,
} from "./error-responses.ts";
import { forwardedHeaders, hasBody, replaceHeaders, requestHeaders } from "./headers.ts";
import { type Destination, type RoutingTargets, route } from "./routing.ts";

/** How long a request waits for a backend that restarts. */
const defaultTimeoutMs = 10_000;
const retryDelayMs = 100;

export interface ReverseProxyOptions {
  emulator: Backend;
  ingest: Backend;
  timeoutMs?: number;
  /** The clock that links expire by. */
  now?: () => Date;
}

/**
 * The service's one stable URL, as CloudFront is in AWS: forwards each request to its backend and streams in both directions.
 * It waits for a backend that restarts, as long as no part of the request has been consumed.
 */
export class ReverseProxy {
  private readonly server: http.Server;
  private readonly options: ReverseProxyOptions;
  private targets: RoutingTargets | null = null;
  private readonly pooledAgent = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });
  // A request with a body gets a new connection: if the backend closed a pooled one at that moment, the body would be lost.
  private readonly singleUseAgent = new http.Agent({ keepAlive: false });

  constructor(options: ReverseProxyOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      void this.handle(request, response);
    });
    // Uploads may take hours. Clients keep pooled connections for a minute.
    this.server.requestTimeout = 0;
    this.server.keepAliveTimeout = 65_000;
  }

  /** Returns the bound port. Throws StartError if the port is in use. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once("error", (error: NodeJS.ErrnoException) => {
        reject(listenError(error, port));
      });
      this.server.listen(port, "127.0.0.1", () => {
        resolve((this.server.address() as { port: number }).port);
      });
    });
  }

  /** Starts routing. Until then every request is answered with 503. */
  setTargets(targets: RoutingTargets): void {
    this.targets = targets;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
    this.pooledAgent.destroy();
    this.singleUseAgent.destroy();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client may disconnect at any time; `close` then aborts its request to the backend.
    request.on("error", () => {});
    response.on("error", () => {});
    if (this.targets === null) return sendUnavailable(response);
    const destination = route(
      request.method ?? "GET",
      request.url ?? "/",
      this.targets,
      this.options.now?.(),
    );
    if (destination.backend === "none") return sendAccessDenied(response);
    if (destination.backend === "console")
      return sendConsoleFile(this.targets.consoleFolder, destination.name, request.method ?? "GET", response);
    if (destination.backend === "api" && isTooLargeForApi(request.headers))
      return sendTooLarge(request, response);
    const backend = destination.backend === "ingest" ? this.options.ingest : this.options.emulator;
    const deadline = Date.now() + (this.options.timeoutMs ?? defaultTimeoutMs);
    while (!response.destroyed) {
      const port = await backend.waitForPort(deadline - Date.now());
      if (port === null) return sendUnavailable(response);
      const outcome = await this.forward(request, response, destination, port);
      if (outcome !== "retry") return;
      if (Date.now() > deadline) return sendUnavailable(response);
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }

  /**
   * Forwards the request once. Returns "retry" if the backend failed before it responded and the request can be sent again: it
   * was not connected yet, or the request is idempotent and has no body.
   */
  private forward(
    request: IncomingMessage,
    response: ServerResponse,
    destination: Exclude<Destination, { backend: "none" | "console" }>,
    port: number,
  ): Promise<"done" | "retry"> {
    const withBody = hasBody(request.headers);
    const isRepeatable = !withBody && request.method !== "POST" && request.method !== "PATCH";
    return new Promise((resolve) => {
      const upstream = http.request({
        host: "127.0.0.1",
        port,
        method: request.method,
        path: destination.path,
        headers: requestHeaders(request),
        setHost: false,
        agent: withBody ? this.singleUseAgent : this.pooledAgent,
      });
      let isConnected = false;
      let hasResponse = false;
      const abort = () => upstream.destroy();
      const settle = (outcome: "done" | "retry") => {
        response.off("close", abort);
        resolve(outcome);
        // A client that is still sending must be able to finish and then read the response.
        if (outcome === "done") request.unpipe(upstream).resume();
      };
      response.on("close", abort);
      upstream.on("socket", (socket) => {
        whenConnected(socket, () => {
          isConnected = true;
          if (withBody) request.pipe(upstream);
          else upstream.end();
        });
      });
      upstream.on("response", (upstreamResponse) => {
        hasResponse = true;
        // The gateway's own errors, for a body without a declared length or a failed function, get the API's shape.
        const isTooLarge = isGatewayTooLarge(upstreamResponse);
        if (destination.backend === "api" && (isTooLarge || isGatewayError(upstreamResponse))) {
          upstreamResponse.resume();
          (isTooLarge ? sendTooLarge : sendInternalError)(request, response);
          return settle("done");
        }
        const added = destination.backend === "storage" ? destination.responseHeaders : undefined;
        forwardResponse(upstreamResponse, response, added ?? {}, () => settle("done"));
      });
      upstream.on("error", () => {
        // A response that came before the end of the body is valid; forwardResponse checks that it is complete.
        if (hasResponse) return;
        if (!response.destroyed && (!isConnected || isRepeatable)) return settle("retry");
        if (!response.destroyed) sendUnavailable(response);
        settle("done");
      });
    });
  }
}

function whenConnected(socket: Socket, callback: () => void): void {
  if (socket.connecting) socket.once("connect", callback);
  else callback();
}

/** If the backend fails within the body, the client's connection is reset too: a truncated response must not look complete. */
function forwardResponse(
  upstream: IncomingMessage,
  response: ServerResponse,
  added: Readonly<Record<string, string>>,
  done: () => void,
): void {
  const isSuccess = upstream.statusCode === 200 || upstream.statusCode === 206;
  const headers = replaceHeaders(
    forwardedHeaders(upstream.rawHeaders, upstream.headers.connection),
    isSuccess ? added : {},
  );
  response.writeHead(upstream.statusCode ?? 502, upstream.statusMessage, headers);
  response.flushHeaders();
  pipeline(upstream, response, () => done());
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port with --port N.`,
    );
  }
  if (error.code === "EACCES") {
    return new StartError(`You are not allowed to use port ${port}. Choose a port above 1023 with --port N.`);
  }
  return error;
}
